# How the tests are compiled in less time; nothing here changes what they say.

# The account's tests compute for minutes, most of it in the library, which is worth optimising in their builds.
target_compile_options(discreet PRIVATE $<$<CONFIG:Debug>:-O2>)

# Most tests take longer to optimise than they run, under a sanitizer much longer; and what is not optimised clang
# compiles in half of GCC's time.
set(DISCREET_PLAIN_COMPILER "" CACHE STRING "The clang that compiles the tests, in place of CMAKE_CXX_COMPILER")
# These compute for longer than they take to optimise.
set(discreet_optimised_tests cli/csv_marks cli/pair_counter mechanisms/quantile_tree_law selection/engine_laws)
if(NOT DISCREET_SANITIZE)
  list(APPEND discreet_optimised_tests selection/engine_against_reference)
endif()
list(TRANSFORM discreet_optimised_tests REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1_test.cpp")

# Compiles those of a room's tests apart and links them first: of a template that several files of a program instantiate
# the linker takes the first.
function(discreet_optimise_tests target)
  get_target_property(optimised ${target} SOURCES)
  set(others ${optimised})
  list(REMOVE_ITEM others ${discreet_optimised_tests})
  list(REMOVE_ITEM optimised ${others})
  if(NOT optimised OR NOT others OR NOT (DISCREET_SANITIZE OR DISCREET_PLAIN_COMPILER))
    return()
  endif()
  set_target_properties(${target} PROPERTIES SOURCES "${others}")
  add_library(${target}_optimised OBJECT ${optimised})
  target_compile_options(${target}_optimised PRIVATE ${discreet_warnings} -O1)
  target_include_directories(${target}_optimised PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_link_libraries(${target}_optimised PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  target_link_options(${target} PRIVATE $<TARGET_OBJECTS:${target}_optimised>)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS $<TARGET_OBJECTS:${target}_optimised>)
endfunction()

function(discreet_compile_quickly target)
  # ccache asks for these.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                         "SHELL:$<$<CXX_COMPILER_ID:Clang>:-Xclang -fno-pch-timestamp>")
  if(DISCREET_SANITIZE OR DISCREET_PLAIN_COMPILER)
    # Most of what a small test takes is its headers. Here one file's names may shadow another's.
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    target_compile_options(${target} PRIVATE -O0 -Wno-shadow)
  endif()
  # The headers of others that nearly every test reads: compiled once, for all rooms.
  get_property(first GLOBAL PROPERTY discreet_precompiled)
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <span> <string> <vector>
      <gmpxx.h> <gtest/gtest.h> <mpfr.h>)
    set_property(GLOBAL PROPERTY discreet_precompiled ${target})
  endif()
endfunction()

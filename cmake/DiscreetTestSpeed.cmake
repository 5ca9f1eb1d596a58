# How the tests are compiled in less time; nothing here changes what they say.

# The account's tests compute for minutes, most of it in the library, which is worth optimising in their builds.
target_compile_options(discreet PRIVATE $<$<CONFIG:Debug>:-O2>)

# Most tests run for milliseconds and take longer to optimise, under a sanitizer much longer; and what is not optimised
# clang compiles in half of GCC's time. The rooms whose tests walk whole trees of words are worth it.
set(DISCREET_PLAIN_COMPILER "" CACHE STRING "The clang that compiles the other rooms, in place of CMAKE_CXX_COMPILER")
set(discreet_optimised_rooms samplers selection oracle)
# And so are these files of the others, which compute for longer than they take to optimise.
set(discreet_optimised_tests cli/csv_marks cli/pair_counter mechanisms/quantile_tree_law)
# But for the files that take longer to optimise than to run as they are.
set(discreet_plain_tests engine_limits noisy_top_k positions)
if(DISCREET_SANITIZE)
  list(APPEND discreet_plain_tests engine_against_reference)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  foreach(name IN LISTS discreet_plain_tests)
    set_source_files_properties("${CMAKE_CURRENT_SOURCE_DIR}/selection/${name}_test.cpp"
                                PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endif()

# The headers of others that nearly every test reads: compiled once, for all rooms that are optimised alike.
function(discreet_precompile target)
  string(REPLACE test_ "" room ${target})
  set(kind optimised)
  if((DISCREET_SANITIZE OR DISCREET_PLAIN_COMPILER) AND NOT room IN_LIST discreet_optimised_rooms)
    set(kind plain)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  # ccache asks for these.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                         "SHELL:$<$<CXX_COMPILER_ID:Clang>:-Xclang -fno-pch-timestamp>")
  if(kind STREQUAL plain)
    # Most of what a small test takes is its headers. Here one file's names may shadow another's.
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
  get_property(first GLOBAL PROPERTY discreet_precompiled_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <span> <string> <vector>
      <gmpxx.h> <gtest/gtest.h> <mpfr.h>)
    set_property(GLOBAL PROPERTY discreet_precompiled_${kind} ${target})
  endif()
endfunction()

# How the tests are compiled in less time; nothing here changes what they say.

# The account's tests compute for minutes, most of it in the library, which is worth optimising in their builds.
target_compile_options(discreet PRIVATE $<$<CONFIG:Debug>:-O2>)

# Most tests take longer to optimise than they run, under a sanitizer much longer; and what is not optimised clang
# compiles in half of GCC's time.
set(DISCREET_PLAIN_COMPILER "" CACHE STRING "The clang that compiles the tests, in place of CMAKE_CXX_COMPILER")
# These compute for longer than they take to optimise.
set(discreet_optimised_tests cli/csv_marks cli/pair_counter mechanisms/quantile_tree_law selection/engine_laws)

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

# How the tests are compiled in less time; nothing here changes what they say.

# The account's tests compute for minutes, most of it in the library, which is worth optimising in their builds.
target_compile_options(discreet PRIVATE $<$<CONFIG:Debug>:-O2>)

# A sanitized build spends most of its time optimising checks that run for milliseconds. The rooms whose tests walk whole
# trees of words are worth it, but for the files that take longer to optimise than to run as they are.
set(discreet_optimised_rooms samplers selection oracle)
if(DISCREET_SANITIZE)
  foreach(name IN ITEMS engine_against_reference engine_limits noisy_top_k positions)
    set_source_files_properties("${CMAKE_CURRENT_SOURCE_DIR}/selection/${name}_test.cpp"
                                PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endif()

# The headers of others that nearly every test reads: compiled once, for all rooms that are optimised alike.
function(discreet_precompile target)
  string(REPLACE test_ "" room ${target})
  set(kind optimised)
  if(DISCREET_SANITIZE AND NOT room IN_LIST discreet_optimised_rooms)
    set(kind plain)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # ccache asks for it
  if(DISCREET_UNITY AND kind STREQUAL plain)
    # Here one file's names may shadow another's; the everyday build warns of each file as it is.
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

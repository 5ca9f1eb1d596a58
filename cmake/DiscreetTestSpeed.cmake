# How the tests are compiled in less time; nothing here changes what they say.

# A sanitized build spends most of its time optimising checks that run for milliseconds. The rooms whose tests walk whole
# trees of words are worth it, but for their tables of bad input.
set(discreet_optimised_rooms samplers selection)
if(DISCREET_SANITIZE)
  file(GLOB_RECURSE tables CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/selection/bad_input_test.cpp")
  set_source_files_properties(${tables} PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
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

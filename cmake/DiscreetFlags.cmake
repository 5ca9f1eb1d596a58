# The proofs count roundings, so none may be merged, moved or assumed away where we round.
set(discreet_arithmetic -ffp-contract=off -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math
    -fno-reciprocal-math -fno-finite-math-only)

# What our own code is compiled with as well.
set(discreet_warnings -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion)
# GCC 12 warns at -O3 of overlaps in std::string's own code that cannot happen (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND discreet_warnings $<$<CONFIG:Release>:-Wno-restrict>)
endif()
if(DISCREET_STRICT)
  list(APPEND discreet_warnings -Werror)
endif()
if(DISCREET_SANITIZE)
  add_compile_options(-fsanitize=${DISCREET_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${DISCREET_SANITIZE})
endif()

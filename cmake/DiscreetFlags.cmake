# The proofs count roundings, so none may be merged, moved or assumed away where we round.
set(discreet_arithmetic -ffp-contract=off -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math
    -fno-reciprocal-math -fno-finite-math-only)

# What our own code is compiled with as well.
set(discreet_warnings -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion)
if(DISCREET_STRICT)
  list(APPEND discreet_warnings -Werror)
endif()
if(DISCREET_SANITIZE)
  add_compile_options(-fsanitize=${DISCREET_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${DISCREET_SANITIZE})
endif()

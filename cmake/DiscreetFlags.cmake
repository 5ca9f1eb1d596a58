# What our own code is compiled with; a consumer inherits only -ffp-contract=off.
set(discreet_warnings -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion)
if(DISCREET_STRICT)
  list(APPEND discreet_warnings -Werror)
endif()
if(DISCREET_SANITIZE)
  add_compile_options(-fsanitize=${DISCREET_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${DISCREET_SANITIZE})
endif()

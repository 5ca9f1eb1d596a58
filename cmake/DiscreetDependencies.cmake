# The libraries that discreet stands on, by their pkg-config names: GMP and MPFR for exact numbers, libsodium for random
# bits. The build and the installed discreetConfig.cmake both read this file, so a consumer finds what we found.

# Finds a library by its pkg-config name and least version, or says which package of Debian has it and, in WITHOUT, how to
# do without it.
function(discreet_find_library name debian)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "VERSION;WITHOUT" "")
  if(TARGET PkgConfig::discreet_${name})
    return()
  endif()
  # GLOBAL, so that whoever adds this tree as a subdirectory sees them.
  pkg_check_modules(discreet_${name} QUIET IMPORTED_TARGET GLOBAL ${name}${arg_VERSION})
  if(NOT TARGET PkgConfig::discreet_${name})
    message(FATAL_ERROR "discreet needs the library ${name}${arg_VERSION}, which pkg-config does not find. "
            "Debian's package is ${debian}: apt-get install ${debian}. ${arg_WITHOUT}")
  endif()
endfunction()

# The same for what brings a CMake package of its own.
macro(discreet_find_package name debian)
  find_package(${name} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "discreet needs ${name}, which CMake does not find. "
            "Debian's package is ${debian}: apt-get install ${debian}. ${ARGN}")
  endif()
endmacro()

# The public ones are in the interface because exact fractions are.
set(discreet_public_packages gmpxx gmp)
set(discreet_private_packages mpfr libsodium)
discreet_find_library(gmpxx libgmp-dev)
discreet_find_library(gmp libgmp-dev)
discreet_find_library(mpfr libmpfr-dev)
discreet_find_library(libsodium libsodium-dev)

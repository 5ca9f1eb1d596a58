# The libraries that discreet stands on, by their pkg-config names: GMP and MPFR for exact numbers, libsodium for random
# bits, Highway for vectors. The build and the installed discreetConfig.cmake both read this file, so a consumer finds what we found.
# The public ones are in the interface because the samplers are templates.
set(discreet_public_packages gmpxx gmp mpfr)
set(discreet_private_packages libsodium libhwy)
foreach(package IN LISTS discreet_public_packages discreet_private_packages)
  if(NOT TARGET PkgConfig::discreet_${package})
    # GLOBAL, so that whoever adds this tree as a subdirectory sees them.
    pkg_check_modules(discreet_${package} REQUIRED QUIET IMPORTED_TARGET GLOBAL ${package})
  endif()
endforeach()

# Exact numbers come from GMP and MPFR, random bits from libsodium; all three ship pkg-config files.
find_package(Threads REQUIRED)
pkg_check_modules(discreet_gmpxx REQUIRED IMPORTED_TARGET gmpxx)
pkg_check_modules(discreet_mpfr_pc REQUIRED IMPORTED_TARGET mpfr)
pkg_check_modules(discreet_sodium_pc REQUIRED IMPORTED_TARGET libsodium)

add_library(discreet_gmp INTERFACE)
target_link_libraries(discreet_gmp INTERFACE PkgConfig::discreet_gmpxx)
add_library(discreet_mpfr INTERFACE)
target_link_libraries(discreet_mpfr INTERFACE PkgConfig::discreet_mpfr_pc)
add_library(discreet_sodium INTERFACE)
target_link_libraries(discreet_sodium INTERFACE PkgConfig::discreet_sodium_pc)

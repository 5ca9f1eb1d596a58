# What `cmake --install` lays down: headers, the library, and the two ways to find them, CMake's and pkg-config's.
set(discreet_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/discreet")

install(TARGETS discreet EXPORT discreet)
install(DIRECTORY include/discreet TYPE INCLUDE)
install(EXPORT discreet NAMESPACE discreet:: FILE discreetTargets.cmake DESTINATION "${discreet_cmake_dir}")

# The ledger has targets of its own: a consumer without SQLite still finds the core.
if(DISCREET_LEDGER)
  install(TARGETS discreet_ledger EXPORT discreet_ledger)
  install(EXPORT discreet_ledger NAMESPACE discreet:: FILE discreetLedgerTargets.cmake DESTINATION "${discreet_cmake_dir}")
endif()

# Before 1.0 a minor version may break its users.
write_basic_package_version_file(discreetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  cmake/discreetConfig.cmake
  cmake/DiscreetDependencies.cmake
  "${CMAKE_CURRENT_BINARY_DIR}/discreetConfigVersion.cmake"
  DESTINATION "${discreet_cmake_dir}")

# A static library needs at link time what a shared one keeps to itself.
list(JOIN discreet_public_packages " " discreet_pc_requires)
list(JOIN discreet_private_packages " " discreet_pc_private)
set(discreet_pc_libs "-ldiscreet")
get_target_property(discreet_type discreet TYPE)
if(discreet_type STREQUAL "STATIC_LIBRARY")
  string(APPEND discreet_pc_requires " ${discreet_pc_private}")
  string(APPEND discreet_pc_libs " -pthread")
  set(discreet_pc_private "")
endif()
# The prefix is named relative to the file, so an installed tree may be moved.
file(RELATIVE_PATH discreet_pc_prefix
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(cmake/discreet.pc.in discreet.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/discreet.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES LICENSE README.md TYPE DOC)

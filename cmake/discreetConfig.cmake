# For find_package(discreet): the same dependencies as the build, then the library itself.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/DiscreetDependencies.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/discreetTargets.cmake")
# discreet::ledger is there if it was installed and SQLite is found, and libpq if it was built with that.
include("${CMAKE_CURRENT_LIST_DIR}/DiscreetLedgerDependencies.cmake" OPTIONAL)
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/discreetLedgerTargets.cmake" AND TARGET PkgConfig::discreet_sqlite3)
  file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/discreetLedgerTargets.cmake" discreet_needs_libpq REGEX "discreet_libpq" LIMIT_COUNT 1)
  if(TARGET PkgConfig::discreet_libpq OR NOT discreet_needs_libpq)
    include("${CMAKE_CURRENT_LIST_DIR}/discreetLedgerTargets.cmake")
  endif()
endif()

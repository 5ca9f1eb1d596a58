# For find_package(discreet): the same dependencies as the build, then the library itself.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/DiscreetDependencies.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/discreetTargets.cmake")
# discreet::ledger is there if it was installed and SQLite is found.
include("${CMAKE_CURRENT_LIST_DIR}/DiscreetLedgerDependencies.cmake" OPTIONAL)
if(TARGET PkgConfig::discreet_sqlite3)
  include("${CMAKE_CURRENT_LIST_DIR}/discreetLedgerTargets.cmake" OPTIONAL)
endif()

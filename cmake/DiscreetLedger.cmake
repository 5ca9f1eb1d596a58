# The durable budget, a library of its own so that the core does not depend on SQLite.
include(DiscreetLedgerDependencies)
file(GLOB_RECURSE discreet_ledger_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/ledger/*.cpp")
if(NOT DISCREET_POSTGRES)
  message(STATUS "discreet: without PostgreSQL: a ledger is a file, and postgresql:// is refused")
  list(FILTER discreet_ledger_sources EXCLUDE REGEX "/src/ledger/postgres/")
endif()
add_library(discreet_ledger ${discreet_ledger_sources})
add_library(discreet::ledger ALIAS discreet_ledger)
target_link_libraries(discreet_ledger
  PUBLIC discreet
  PRIVATE PkgConfig::discreet_sqlite3 PkgConfig::discreet_libsodium Threads::Threads)
if(DISCREET_POSTGRES)
  target_link_libraries(discreet_ledger PRIVATE PkgConfig::discreet_libpq)
  target_compile_definitions(discreet_ledger PRIVATE DISCREET_POSTGRES)
endif()
target_include_directories(discreet_ledger PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src")
target_compile_options(discreet_ledger PRIVATE ${discreet_arithmetic} ${discreet_warnings})
set_target_properties(discreet_ledger PROPERTIES EXPORT_NAME ledger POSITION_INDEPENDENT_CODE ON
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

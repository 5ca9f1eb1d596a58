# What the ledger stands on besides the core: SQLite. Read by the build; an installed discreetConfig.cmake, which may serve
# a consumer that has no SQLite and wants no ledger, only looks whether it is there.
if(DISCREET_LEDGER)
  discreet_find_library(sqlite3 libsqlite3-dev VERSION ">=3.37" WITHOUT "-DDISCREET_LEDGER=OFF -DDISCREET_CLI=OFF builds without it.")
elseif(NOT TARGET PkgConfig::discreet_sqlite3)
  pkg_check_modules(discreet_sqlite3 QUIET IMPORTED_TARGET GLOBAL sqlite3>=3.37)
endif()

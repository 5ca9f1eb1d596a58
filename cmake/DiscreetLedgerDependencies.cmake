# What the ledger stands on besides the core: SQLite, by its pkg-config name. Read by the build and by an installed
# discreetConfig.cmake alike.
if(NOT TARGET PkgConfig::discreet_sqlite3)
  pkg_check_modules(discreet_sqlite3 QUIET IMPORTED_TARGET GLOBAL sqlite3>=3.37)
endif()
if(NOT discreet_sqlite3_FOUND AND NOT TARGET PkgConfig::discreet_sqlite3 AND DISCREET_LEDGER)
  message(FATAL_ERROR "the ledger needs SQLite 3.37 or later; -DDISCREET_LEDGER=OFF builds without it")
endif()

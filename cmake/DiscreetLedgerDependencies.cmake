# What the ledger stands on besides the core: SQLite and, for a ledger on a PostgreSQL server, libpq, of which only the
# header is needed unless DISCREET_LINK_LIBPQ says otherwise. An installed discreetConfig.cmake, which may serve a consumer
# that has no SQLite and wants no ledger, only looks whether what is linked is there.
discreet_find_library(sqlite3 libsqlite3-dev VERSION ">=3.37" WITHOUT "-DDISCREET_LEDGER=OFF -DDISCREET_CLI=OFF builds without it.")
if(DISCREET_POSTGRES)
  discreet_find_library(libpq libpq-dev WITHOUT "-DDISCREET_POSTGRES=OFF builds without it: a ledger is then always a file.")
endif()

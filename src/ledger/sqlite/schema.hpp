#pragma once

#include <span>
#include <string_view>

#include "ledger/sqlite/connection.hpp"

namespace discreet::detail {

/// One object of the database, word for word as SQLite keeps it.
struct SchemaObject {
  std::string_view name;
  std::string_view sql;
};

/// What a ledger's file of one version looks like from inside. Versions may also differ only in what
/// the entries may hold.
struct SchemaVersion {
  int number;
  std::span<const SchemaObject> objects;  ///< by name
  const char* from_before;                ///< makes it of the version before
};

/// Every version that this library reads, oldest first; it writes the last.
using Schema = std::span<const SchemaVersion>;

/// The versions of this library.
[[nodiscard]] Schema current_schema();

/// Fills an empty database; within a transaction.
void create_schema(Connection& connection, Schema schema);

/// Makes sure that a database is a ledger of a version of the schema; within a transaction.
///
/// Throws    Error{ledger} if the file is no ledger, is newer than this program, or has objects of
///           its own.
void require_schema(Connection& connection, Schema schema);

/// Brings a database of an older version up to the last; within a transaction that writes, so that it
/// happens whole, with the first entry of the new version, or not at all.
void bring_up(Connection& connection, Schema schema);

}  // namespace discreet::detail

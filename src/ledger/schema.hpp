#pragma once

#include <span>
#include <string_view>

#include "sqlite.hpp"

namespace discreet::detail {

/// One object of the database, word for word as SQLite keeps it.
struct SchemaObject {
  std::string_view name;
  std::string_view sql;
};

/// How a file of one version becomes one of the next.
struct Migration {
  int from;
  const char* sql;
};

/// What a ledger's file looks like from inside, and how older ones get there.
struct Schema {
  int version;
  std::span<const SchemaObject> objects;  ///< by name
  std::span<const Migration> migrations;
};

/// The schema of this version of the library.
extern const Schema current_schema;

/// Fills an empty database; within a transaction.
void create_schema(Connection& connection, const Schema& schema);

/// Makes sure that a database has the schema, bringing an older one up to it.
///
/// Throws    Error{ledger} if the file is no ledger, is newer than this program, or has objects of
///           its own.
void adopt_schema(Connection& connection, const Schema& schema);

}  // namespace discreet::detail

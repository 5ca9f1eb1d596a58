#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ledger/postgres/connection.hpp"

namespace discreet::detail {

/// A table of the schema, with its columns as the catalog shows them.
struct PostgresTable {
  std::string_view name;
  std::string_view sql;  ///< what is between the brackets of CREATE TABLE
  /// "name type, …", each with ! behind it where it is never null, and "as it is" where it is never compressed.
  std::string_view columns;
};

/// A function of the schema. Those that a granted role may call run with the owner's rights.
struct PostgresFunction {
  enum class For { inside, owner, granted };
  std::string_view name;
  std::string_view arguments;
  std::string_view returns;
  std::string_view body;
  For whom = For::inside;
};

/// What works inside the schema, and what is called from outside.
std::span<const PostgresFunction> postgres_inner_functions();
std::span<const PostgresFunction> postgres_outer_functions();

/// Which schema this program makes and works with.
inline constexpr int postgres_version = 2;

/// What the server says of itself and of the ledger in a transaction.
struct PostgresLook {
  bool there = false;    ///< there is a schema of the ledger's name
  bool ours = false;     ///< it is as this program makes it
  std::string weakness;  ///< why what is committed now might not stay; empty if it does
  std::string encoding;  ///< of the database
  std::string user;      ///< who is connected: session_user
  bool owns = false;     ///< who owns the ledger, or could become so
  int version = 0;       ///< which schema it says it is
};

/// Looks; the first thing in a transaction, whose settings are made for it.
PostgresLook look(PostgresConnection& connection);

/// The same, where there is a ledger of this program's own version.
///
/// Throws    Error{ledger} if not.
PostgresLook require_ledger(PostgresConnection& connection);

/// Lays down the schema; within a transaction that writes.
void create_postgres_schema(PostgresConnection& connection);

}  // namespace discreet::detail

#include "schema.hpp"

#include <array>
#include <string>

#include "discreet/error.hpp"

namespace discreet::detail {
namespace {

// "dscr", in the header of the file.
constexpr std::int64_t application = 0x64736372;

constexpr std::array<SchemaObject, 5> objects{{
    {"entry",
     "CREATE TABLE entry (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, dataset TEXT NOT NULL, "
     "at TEXT NOT NULL, facts TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL) STRICT"},
    {"entry_is_never_changed",
     "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry "
     "BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END"},
    {"entry_is_never_removed",
     "CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry "
     "BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END"},
    {"head",
     "CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), sequence INTEGER NOT NULL, "
     "hash TEXT NOT NULL) STRICT"},
    {"head_is_never_removed",
     "CREATE TRIGGER head_is_never_removed BEFORE DELETE ON head "
     "BEGIN SELECT RAISE(ABORT, 'the head is never removed'); END"},
}};

void require_objects(Connection& connection, const Schema& schema) {
  Statement rows = connection.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name");
  std::size_t count = 0;
  bool same = true;
  while (same && rows.step()) {
    same = count < schema.objects.size() && rows.text(0) == schema.objects[count].name &&
           rows.text(1) == schema.objects[count].sql;
    ++count;
  }
  require(same && count == schema.objects.size(), ErrorKind::ledger,
          "the ledger's tables are not as this program made them");
}

std::int64_t version_of(Connection& connection, const Schema& schema) {
  require(connection.integer("PRAGMA application_id") == application, ErrorKind::ledger,
          "the file is not a ledger");
  const std::int64_t version = connection.integer("PRAGMA user_version");
  require(version >= 1, ErrorKind::ledger, "the file is not a ledger");
  require(version <= schema.version, ErrorKind::ledger,
          "the ledger was written by a newer version of this program");
  return version;
}

void set_version(Connection& connection, int version) {
  connection.run(("PRAGMA user_version = " + std::to_string(version)).c_str());
}

// A step leaves version `from` behind and is followed by the next.
void migrate(Connection& connection, const Schema& schema) {
  Transaction transaction{connection, Transaction::Mode::write};
  // Read again: another process may have been first.
  auto version = static_cast<int>(version_of(connection, schema));
  for (const Migration& step : schema.migrations) {
    if (step.from == version) {
      connection.run(step.sql);
      ++version;
      set_version(connection, version);
    }
  }
  require(version == schema.version, bug, "every older version has a migration");
  require_objects(connection, schema);
  transaction.commit();
}

}  // namespace

const Schema current_schema{1, objects, {}};

void create_schema(Connection& connection, const Schema& schema) {
  connection.run(("PRAGMA application_id = " + std::to_string(application)).c_str());
  set_version(connection, schema.version);
  for (const SchemaObject& object : schema.objects) {
    connection.run(std::string{object.sql}.c_str());
  }
}

void adopt_schema(Connection& connection, const Schema& schema) {
  if (version_of(connection, schema) < schema.version) {
    connection.require_durable();
    migrate(connection, schema);
  }
  const Transaction transaction{connection, Transaction::Mode::read};
  require_objects(connection, schema);
}

}  // namespace discreet::detail

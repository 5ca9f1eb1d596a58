#include "ledger/sqlite/schema.hpp"

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

// All versions have the tables of version 1. Entries of version 2 may state an order that is not the clock's, and a
// witness; those of version 3 a slack, those of version 4 a group, a user beside who asked, and that a dataset was
// closed or its budget lowered; those of version 5 that the ledger moved, and of which one it is a copy; those of version 6 a
// number of steps; those of version 7 a run and its result. An older program would not know what they say.
constexpr std::array<SchemaVersion, 7> versions{{{1, objects, ""},
                                                 {2, objects, ""},
                                                 {3, objects, ""},
                                                 {4, objects, ""},
                                                 {5, objects, ""},
                                                 {6, objects, ""},
                                                 {7, objects, ""}}};

void require_objects(Connection& connection, const SchemaVersion& version) {
  Statement rows = connection.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name");
  std::size_t count = 0;
  bool same = true;
  while (same && rows.step()) {
    same = count < version.objects.size() && rows.text(0) == version.objects[count].name &&
           rows.text(1) == version.objects[count].sql;
    ++count;
  }
  require(same && count == version.objects.size(), ErrorKind::ledger,
          "the ledger's tables are not as this program made them");
}

const SchemaVersion& version_of(Connection& connection, Schema schema) {
  require(connection.integer("PRAGMA application_id") == application, ErrorKind::ledger,
          "the file is not a ledger");
  const std::int64_t number = connection.integer("PRAGMA user_version");
  for (const SchemaVersion& version : schema) {
    if (version.number == number) {
      return version;
    }
  }
  require(number > schema.back().number, ErrorKind::ledger, "the file is not a ledger");
  throw Error{ErrorKind::ledger, "the ledger is of version " + std::to_string(number) +
                                     ", written by a newer program; this one reads up to version " +
                                     std::to_string(schema.back().number)};
}

void set_version(Connection& connection, int number) {
  connection.run(("PRAGMA user_version = " + std::to_string(number)).c_str());
}

}  // namespace

Schema current_schema() { return versions; }

void create_schema(Connection& connection, Schema schema) {
  connection.run(("PRAGMA application_id = " + std::to_string(application)).c_str());
  set_version(connection, schema.back().number);
  for (const SchemaObject& object : schema.back().objects) {
    connection.run(std::string{object.sql}.c_str());
  }
}

void require_schema(Connection& connection, Schema schema) {
  require_objects(connection, version_of(connection, schema));
}

void bring_up(Connection& connection, Schema schema) {
  const int from = version_of(connection, schema).number;
  for (const SchemaVersion& version : schema) {
    if (version.number > from) {
      connection.run(version.from_before);
      set_version(connection, version.number);
    }
  }
  require_objects(connection, schema.back());
}

}  // namespace discreet::detail

#include "ledger/sqlite/connection.hpp"

#include <algorithm>
#include <new>
#include <thread>

#include "discreet/error.hpp"
#include "ledger/sqlite/leftovers.hpp"

namespace discreet::detail {
namespace {

// Longer ones would take the clock past its end.
constexpr std::chrono::milliseconds longest_patience = std::chrono::hours{24};

const char* meaning(int code) {
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "the ledger is locked by another process, for longer than this one waits";
    case SQLITE_READONLY:
      return "the ledger or its directory is read-only";
    case SQLITE_FULL:
      return "the disk of the ledger is full";
    case SQLITE_NOTADB:
      return "the file is not a ledger";
    case SQLITE_CORRUPT:
      return "the ledger's file is damaged";
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return "the ledger, or the journal beside it, cannot be opened";
    case SQLITE_IOERR:
      return "the ledger's file cannot be read or written";
    case SQLITE_TOOBIG:
      return "an entry of the ledger is too large";
    default:
      return "the ledger's file does not hold what a ledger holds";
  }
}

void check(int code) {
  if (code != SQLITE_OK) {
    throw_sqlite(code);
  }
}

}  // namespace

void throw_sqlite(int code) {
  if ((code & 0xFF) == SQLITE_NOMEM) {
    throw std::bad_alloc{};
  }
  throw Error{ErrorKind::ledger, meaning(code)};
}

Statement::Statement(sqlite3* connection, std::string_view sql)
    : statement_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* raw = nullptr;
  check(sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &raw, nullptr));
  statement_.reset(raw);
}

Statement& Statement::bind(int at, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), at, value));
  return *this;
}

Statement& Statement::bind(int at, std::string_view value) {
  check(sqlite3_bind_text64(statement_.get(), at, value.data(), value.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    throw_sqlite(code);
  }
  return code == SQLITE_ROW;
}

std::int64_t Statement::integer(int column) const {
  require(sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER, ErrorKind::ledger,
          "the ledger's file does not hold what a ledger holds");
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
  require(sqlite3_column_type(statement_.get(), column) == SQLITE_TEXT, ErrorKind::ledger,
          "the ledger's file does not hold what a ledger holds");
  const unsigned char* const bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) {
    throw std::bad_alloc{};
  }
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return {reinterpret_cast<const char*>(bytes), size};
}

Connection::Connection(const std::string& path, std::chrono::milliseconds patience)
    : lock_(path, std::min(patience, longest_patience)),
      patience_(std::min(patience, longest_patience)) {
  const ForkPass pass;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE;
  int code = sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr);
  if (code == SQLITE_OK) {
    code = sqlite3_busy_handler(handle_, &Connection::wait, this);
  }
  if (code == SQLITE_OK) {
    // A file from elsewhere must not run code of its own, nor this code write its inner tables.
    code = sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  }
  if (code == SQLITE_OK) {
    code = sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  }
  if (code != SQLITE_OK) {
    sqlite3_close_v2(handle_);
    throw_sqlite(code);
  }
}

Connection::~Connection() {
  // In a forked child this would roll back the parent's transaction, if it has one open.
  if (::getpid() == process_) {
    const ForkPass pass;
    sqlite3_close_v2(handle_);
  }
}

// SQLite's own handler sleeps up to a tenth of a second, in which others could charge dozens of times.
int Connection::wait(void* self, int tries) {
  auto& connection = *static_cast<Connection*>(self);
  const auto now = std::chrono::steady_clock::now();
  if (tries == 0) {
    connection.waiting_since_ = now;
  }
  if (now - connection.waiting_since_ >= connection.patience_) {
    return 0;
  }
  std::this_thread::sleep_for(std::chrono::microseconds{tries < 10 ? 500 : 2500});
  return 1;
}

void Connection::run(const char* sql) {
  check(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr));
}

Statement Connection::prepare(std::string_view sql) { return Statement{handle_, sql}; }

std::int64_t Connection::integer(std::string_view sql) {
  Statement statement = prepare(sql);
  require(statement.step(), ErrorKind::ledger,
          "the ledger's file does not hold what a ledger holds");
  return statement.integer(0);
}

std::string Connection::text(std::string_view sql) {
  Statement statement = prepare(sql);
  require(statement.step(), ErrorKind::ledger,
          "the ledger's file does not hold what a ledger holds");
  return statement.text(0);
}

void Connection::require_durable() {
  constexpr std::int64_t extra = 3;
  run("PRAGMA synchronous = EXTRA");
  run("PRAGMA fullfsync = ON");
  const bool journal = text("PRAGMA journal_mode = DELETE") == "delete";
  require(journal && integer("PRAGMA synchronous") == extra, ErrorKind::ledger,
          "the ledger must keep a rollback journal with synchronous=EXTRA");
}

void Connection::require_own_leftovers() const {
  detail::require_own_leftovers(lock_.file(), path());
}

void Connection::forget() { check(sqlite3_db_release_memory(handle_)); }

Transaction::Transaction(Connection& connection, Mode mode)
    : hold_(connection.lock(),
            mode == Mode::write ? FileLock::Mode::exclusive : FileLock::Mode::shared),
      connection_(connection) {
  connection_.lock().require_one_name();
  connection_.require_own_leftovers();
  connection_.forget();
  if (mode == Mode::write) {
    connection_.require_durable();
  }
  connection_.run(mode == Mode::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() { roll_back(); }

void Transaction::roll_back() noexcept {
  if (open_) {
    open_ = false;
    try {
      connection_.run("ROLLBACK");
    } catch (const std::exception&) {
      // SQLite has rolled back by itself, or will when the connection closes.
      return;
    }
  }
}

void Transaction::commit() {
  connection_.run("COMMIT");
  open_ = false;
}

}  // namespace discreet::detail

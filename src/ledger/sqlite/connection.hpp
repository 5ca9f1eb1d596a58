#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "ledger/sqlite/file_lock.hpp"
#include "ledger/sqlite/fork_gate.hpp"
#include <sys/types.h>
#include <unistd.h>

namespace discreet::detail {

/// Throws what an SQLite result code means for a ledger.
///
/// Throws    Error{ledger}; std::bad_alloc if SQLite ran out of memory.
[[noreturn]] void throw_sqlite(int code);

/// One prepared statement; every return value is read.
class Statement {
 public:
  Statement(sqlite3* connection, std::string_view sql);

  Statement& bind(int at, std::int64_t value);
  Statement& bind(int at, std::string_view value);

  /// Whether there is another row.
  bool step();
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string text(int column) const;

 private:
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement_;
};

/// A connection to an existing database file, with the settings on which durability rests.
///
/// Law       rollback journal, synchronous=EXTRA: when COMMIT returns, the change and the removal of
///           its journal are on disk. Both settings are read back. Waits for locks until the given
///           time has passed. Nothing that was read in an earlier transaction is remembered.
/// Throws    Error{ledger}.
/// Proof     proofs/ledger/charge.md
class Connection {
 public:
  Connection(const std::string& path, std::chrono::milliseconds patience);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  Connection(Connection&&) = delete;
  Connection& operator=(Connection&&) = delete;
  ~Connection();

  void run(const char* sql);
  [[nodiscard]] Statement prepare(std::string_view sql);
  [[nodiscard]] std::int64_t integer(std::string_view sql);
  [[nodiscard]] std::string text(std::string_view sql);

  /// Throws Error{ledger} unless this connection would keep a charge through a power cut.
  void require_durable();

  /// Throws Error{ledger} if SQLite would play back a journal that is not of the file's last transaction.
  void require_own_leftovers() const;

  /// Drops what was read of the file, since a counter in it that has come back to its old value would
  /// make SQLite believe that nothing has changed.
  void forget();

  /// The path by which SQLite knows the file, and what stands beside it.
  [[nodiscard]] std::string path() const { return sqlite3_db_filename(handle_, "main"); }

  [[nodiscard]] const FileLock& lock() const noexcept { return lock_; }
  [[nodiscard]] std::chrono::milliseconds patience() const noexcept { return patience_; }

 private:
  static int wait(void* self, int tries);

  FileLock lock_;
  sqlite3* handle_ = nullptr;
  std::chrono::milliseconds patience_;
  std::chrono::steady_clock::time_point waiting_since_;
  pid_t process_ = ::getpid();
};

/// A transaction that is rolled back unless it was committed, under the file's lock from before its start
/// until after its end.
class Transaction {
 public:
  enum class Mode { read, write };
  Transaction(Connection& connection, Mode mode);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction(Transaction&&) = delete;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  void commit();

  /// Ends it without a commit, if it is not over.
  void roll_back() noexcept;

 private:
  LockHold hold_;  // first, so that it is let go last
  ForkPass pass_;  // after it, so that nobody waits for a lock with a pass in hand
  Connection& connection_;
  bool open_ = true;
};

}  // namespace discreet::detail

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/error.hpp"
#include "ledger/postgres/libpq.hpp"
#include <sys/types.h>
#include <unistd.h>

namespace discreet::detail {

/// The server is gone, or was not reached.
class LostConnection : public Error {
 public:
  using Error::Error;
};

/// What a statement gave.
class PostgresResult {
 public:
  explicit PostgresResult(PGresult* result) : result_(result, libpq().clear) {}

  [[nodiscard]] int rows() const { return libpq().rows(result_.get()); }
  [[nodiscard]] std::optional<std::string> maybe(int row, int column) const;

  /// Throws    Error{ledger} if there is none.
  [[nodiscard]] std::string text(int row, int column) const;
  [[nodiscard]] std::int64_t integer(int row, int column) const;
  [[nodiscard]] bool flag(int row, int column) const { return text(row, column) == "t"; }

  /// The word that the server says a statement was: COMMIT, or ROLLBACK where that was asked for and failed.
  [[nodiscard]] std::string done() const { return libpq().command_status(result_.get()); }

 private:
  std::unique_ptr<PGresult, void (*)(PGresult*)> result_;
};

/// A connection to a server, in UTF-8, that prints nothing.
///
/// Law       what is sent is a text of this program and parameters; no message has the password.
/// Throws    LostConnection, which is an Error{ledger}; Error{over_budget} where the schema says so; else Error{ledger}.
/// Proof     proofs/ledger/postgres_store.md
class PostgresConnection {
 public:
  /// Requires  an address as PostgreSQL has them: postgresql://…
  PostgresConnection(const std::string& address, std::chrono::milliseconds patience);
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;
  PostgresConnection(PostgresConnection&&) = delete;
  PostgresConnection& operator=(PostgresConnection&&) = delete;
  ~PostgresConnection();

  PostgresResult run(const std::string& sql, const std::vector<std::string>& parameters = {});

  /// Begins a transaction with the settings that everything here rests on, whatever the server, the role or the
  /// environment say. A writer reads what was committed last, a reader what was committed at one moment.
  void begin_writing();
  void begin_reading();

  /// Throws    Error{ledger} also if the server had a warning, as of a standby that it did not wait for.
  void commit();

  /// Ends the transaction without a commit, and the connection if that cannot be said.
  void roll_back() noexcept;

  [[nodiscard]] bool lost() const { return libpq().status(connection_) != CONNECTION_OK; }

 private:
  static void note(void* self, const PGresult* notice);
  void begin(const char* sql);
  [[nodiscard]] std::string without_password(std::string text) const;
  [[nodiscard]] std::string reason() const;
  [[noreturn]] void fail(const PGresult* result) const;

  PGconn* connection_ = nullptr;
  std::chrono::milliseconds patience_;
  std::string password_;  // to be kept out of messages
  bool warned_ = false;
  pid_t process_ = ::getpid();
};

}  // namespace discreet::detail

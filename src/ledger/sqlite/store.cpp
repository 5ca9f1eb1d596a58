#include "ledger/sqlite/store.hpp"

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/files.hpp"
#include "ledger/sqlite/connection.hpp"
#include "ledger/sqlite/run_lock.hpp"
#include "ledger/sqlite/schema.hpp"
#include "ledger/sqlite/settled_file.hpp"
#include "ledger/sqlite/unfinished_file.hpp"

namespace discreet::detail {
namespace {

Entry read_entry(const Statement& row) {
  return {row.integer(0), row.text(1), row.text(2), row.text(3),
          row.text(4),    row.text(5), row.text(6)};
}

class SqliteTransaction : public StoreTransaction {
 public:
  SqliteTransaction(Connection& connection, Transaction::Mode mode)
      : connection_(connection), mode_(mode) {
    transaction_.emplace(connection, mode);
  }

  std::vector<Head> heads() override {
    Statement row = connection_.prepare("SELECT sequence, hash, one FROM head");
    if (!row.step()) {
      return {Head{}};
    }
    const Head out{row.integer(0), row.text(1)};
    require(row.integer(2) == 1 && !row.step(), ErrorKind::ledger,
            "the ledger has more than one head");
    return {out};
  }

  [[nodiscard]] std::string stream_of(const std::string& /*dataset*/) const override { return {}; }

  std::optional<std::string> hash_at(const std::string& /*stream*/,
                                     std::int64_t sequence) override {
    Statement row = connection_.prepare("SELECT hash FROM entry WHERE sequence = ?1");
    row.bind(1, sequence);
    return row.step() ? std::optional{row.text(0)} : std::nullopt;
  }

  std::optional<Entry> entry_at(const std::string& /*stream*/, std::int64_t sequence) override {
    Statement row = connection_.prepare(
        "SELECT sequence, kind, dataset, at, facts, previous, hash FROM entry WHERE sequence = ?1");
    row.bind(1, sequence);
    return row.step() ? std::optional{read_entry(row)} : std::nullopt;
  }

  void each_after(const std::string& /*stream*/, std::int64_t sequence,
                  const Visit& visit) override {
    // Both in one condition would make SQLite read the whole table.
    Statement rows = connection_.prepare(
        "SELECT sequence, kind, dataset, at, facts, previous, hash FROM entry WHERE sequence < 1 "
        "UNION ALL "
        "SELECT sequence, kind, dataset, at, facts, previous, hash FROM entry WHERE sequence > ?1 "
        "ORDER BY sequence");
    rows.bind(1, sequence);
    while (rows.step()) {
      visit(read_entry(rows));
    }
  }

  void append(const Entry& entry) override {
    require(mode_ == Transaction::Mode::write, bug, "a transaction that reads appends nothing");
    if (appended_.empty()) {
      bring_up(connection_, current_schema());
    }
    Statement row = connection_.prepare(
        "INSERT INTO entry (sequence, kind, dataset, at, facts, previous, hash) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    row.bind(1, entry.sequence).bind(2, entry.kind).bind(3, entry.dataset).bind(4, entry.at);
    row.bind(5, entry.facts).bind(6, entry.previous).bind(7, entry.hash);
    row.step();
    Statement head = connection_.prepare(
        "INSERT INTO head (one, sequence, hash) VALUES (1, ?1, ?2) "
        "ON CONFLICT (one) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash");
    head.bind(1, entry.sequence).bind(2, entry.hash);
    head.step();
    appended_ = entry.hash;
  }

  void commit() override {
    transaction_->commit();
    transaction_.reset();
  }

  // A COMMIT that fails may have happened all the same, where only the removal of its journal could not
  // be synced. What is read then was not, so it is never `durable`.
  Outcome outcome() noexcept override {
    transaction_->roll_back();
    try {
      // Reading plays back any hot journal first.
      Statement row = connection_.prepare("SELECT 1 FROM entry WHERE hash = ?1");
      row.bind(1, appended_);
      return row.step() ? Outcome::unknown : Outcome::absent;
    } catch (const std::exception&) {
      return Outcome::unknown;
    }
  }

  void require_undamaged() override {
    require(connection_.text("PRAGMA integrity_check(1)") == "ok", ErrorKind::ledger,
            "the ledger's file is damaged");
  }

 private:
  Connection& connection_;
  Transaction::Mode mode_;
  std::optional<Transaction> transaction_;
  std::string appended_;  // the hash of the last entry
};

class SqliteStore : public Store {
 public:
  SqliteStore(const std::string& path, std::chrono::milliseconds patience)
      : connection_(path, patience), runs_(connection_.lock(), connection_.patience()) {}

  std::unique_ptr<StoreTransaction> begin(Access access) override {
    auto out = std::make_unique<SqliteTransaction>(
        connection_, access == Access::write ? Transaction::Mode::write : Transaction::Mode::read);
    require_schema(connection_, current_schema());
    return out;
  }

  [[nodiscard]] std::string user() const override { return made_visible(user_name()); }

  void grant(const std::string& /*role*/, const std::string& /*dataset*/) override { no_roles(); }
  void revoke(const std::string& /*role*/, const std::string& /*dataset*/) override { no_roles(); }

  std::unique_ptr<RunHold> hold_run(const std::string& dataset, const std::string& id) override {
    return runs_.hold(dataset, id);
  }

  void reserve(std::uint64_t bytes) override { connection_.lock().reserve(bytes); }

  // Before it commits, SQLite writes to the ledger's file what its journal takes back after a crash.
  std::unique_ptr<Settlement> settlement(const std::string& dataset, const std::string& id,
                                         std::uint64_t size) override {
    return SettledFile{connection_.path(), dataset, id}.prepare(size);
  }

  std::optional<std::string> settled(const std::string& dataset, const std::string& id) override {
    return SettledFile{connection_.path(), dataset, id}.read();
  }

  void forget_settled(const std::string& dataset, const std::string& id) override {
    SettledFile{connection_.path(), dataset, id}.remove();
  }

 private:
  [[noreturn]] static void no_roles() {
    throw Error{
        bad_parameter,
        "a file has no roles: who may write it may charge it; a team's ledger is on a server, "
        "postgresql://…"};
  }

  Connection connection_;
  RunLock runs_;
};

// What a new store is made in; a base, so that it outlives the transaction.
struct NewFile {
  NewFile(const std::string& path, std::chrono::milliseconds patience)
      : unfinished(path), connection(std::make_unique<Connection>(unfinished.path(), patience)) {}

  UnfinishedFile unfinished;
  std::unique_ptr<Connection> connection;
};

class SqliteCreation : private NewFile, public SqliteTransaction {
 public:
  SqliteCreation(const std::string& path, std::chrono::milliseconds patience)
      : NewFile(path, patience), SqliteTransaction(*connection, Transaction::Mode::write) {
    create_schema(*connection, current_schema());
  }

  void commit() override {
    SqliteTransaction::commit();
    connection.reset();
    unfinished.publish();
  }

  // The name may or may not have reached the disk; the connection may be gone.
  Outcome outcome() noexcept override { return Outcome::unknown; }
};

}  // namespace

std::unique_ptr<Store> open_sqlite_store(const std::string& path,
                                         std::chrono::milliseconds patience) {
  const std::string plain = plain_path(path);
  require_file(plain);
  return std::make_unique<SqliteStore>(plain, patience);
}

std::unique_ptr<StoreTransaction> create_sqlite_store(const std::string& path,
                                                      std::chrono::milliseconds patience) {
  return std::make_unique<SqliteCreation>(plain_path(path), patience);
}

}  // namespace discreet::detail

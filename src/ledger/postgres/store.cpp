#include "ledger/postgres/store.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "accounting/power_of_ten.hpp"
#include "discreet/error.hpp"
#include "ledger/postgres/connection.hpp"
#include "ledger/postgres/read_entries.hpp"
#include "ledger/postgres/run_hold.hpp"
#include "ledger/postgres/schema.hpp"

namespace discreet::detail {
namespace {

void require_durable(const PostgresLook& found) {
  if (!found.weakness.empty()) {
    throw Error{ErrorKind::ledger, found.weakness};
  }
}

// Asks for an entry on a connection of its own, by its token, since somebody else's may have the same hash. Whoever was writing it has ended when the lock is given, so what is not
// there then never will be; what is there was flushed before it, as all of the log was that the commit here waits for.
Outcome outcome_of(const std::string& address, std::chrono::milliseconds patience,
                   const Entry& entry, const std::string& token) {
  PostgresConnection connection{address, patience};
  connection.begin_writing();
  require_durable(require_ledger(connection));
  connection.run("SELECT discreet.lock()");
  const auto found = connection
                         .run("SELECT discreet.token_at($1, $2::bigint)",
                              {entry.dataset, std::to_string(entry.sequence)})
                         .maybe(0, 0);
  connection.commit();
  return found == token ? Outcome::durable : Outcome::absent;
}

// A sum as the server writes it: decimals, and of charges with many digits more of them than an amount has.
Fraction sum_in(const std::string& written) {
  const std::size_t point = std::min(written.find('.'), written.size());
  std::string digits = written;
  digits.erase(point, 1);
  require(!digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos,
          ErrorKind::ledger, "a sum on the server is no number");
  const auto places = static_cast<long>(digits.size() - point);
  return Fraction{Fraction{mpz_class{digits, 10}} * power_of_ten(-places)};
}

class PostgresTransaction : public StoreTransaction {
 public:
  PostgresTransaction(PostgresConnection& connection, Store::Access access, std::string address,
                      std::chrono::milliseconds patience)
      : connection_(connection),
        access_(access),
        address_(std::move(address)),
        patience_(patience) {
    if (access == Store::Access::write) {
      connection_.begin_writing();
    } else {
      connection_.begin_reading();
    }
  }
  PostgresTransaction(const PostgresTransaction&) = delete;
  PostgresTransaction& operator=(const PostgresTransaction&) = delete;
  PostgresTransaction(PostgresTransaction&&) = delete;
  PostgresTransaction& operator=(PostgresTransaction&&) = delete;
  ~PostgresTransaction() override { connection_.roll_back(); }

  // Refuses what is no ledger, or would not keep what is written; then, to write, waits for its turn.
  void enter() {
    const PostgresLook found = require_ledger(connection_);
    owns_ = found.owns;
    user_ = found.user;
    if (access_ == Store::Access::write) {
      require_durable(found);
      connection_.run("SELECT discreet.lock()");
    }
  }

  [[nodiscard]] const std::string& user() const { return user_; }

  std::vector<Head> heads() override {
    const PostgresResult rows =
        connection_.run("SELECT sequence, hash, dataset FROM discreet.heads()");
    std::vector<Head> out;
    out.reserve(static_cast<std::size_t>(rows.rows()));
    for (int row = 0; row < rows.rows(); ++row) {
      out.push_back({rows.integer(row, 0), rows.text(row, 1), rows.text(row, 2)});
    }
    if (out.empty()) {
      out.emplace_back();
    }
    return out;
  }

  [[nodiscard]] std::string stream_of(const std::string& dataset) const override { return dataset; }

  std::optional<std::string> hash_at(const std::string& stream, std::int64_t sequence) override {
    return connection_
        .run("SELECT discreet.hash_at($1, $2::bigint)", {stream, std::to_string(sequence)})
        .maybe(0, 0);
  }

  std::optional<Entry> entry_at(const std::string& stream, std::int64_t sequence) override {
    return read_postgres_entry(connection_, stream, sequence);
  }

  void each_after(const std::string& stream, std::int64_t sequence, const Visit& visit) override {
    each_postgres_entry(connection_, stream, sequence, visit);
  }

  std::optional<GroupTotal> group_total(const std::string& group) override {
    if (owns_) {
      return std::nullopt;
    }
    const PostgresResult row = connection_.run(
        "SELECT epsilon, delta, rho, slack, steps, charges FROM discreet.total($1)", {group});
    if (row.rows() == 0) {
      return std::nullopt;
    }
    const auto amount = [&](int column) {
      const auto written = row.maybe(0, column);
      return written ? std::optional{sum_in(*written)} : std::nullopt;
    };
    return GroupTotal{{amount(0), amount(1), amount(2), amount(3), amount(4)},
                      static_cast<std::uint64_t>(row.integer(0, 5))};
  }

  [[nodiscard]] bool shows_all() const override { return owns_; }

  void append(const Entry& entry) override {
    require(access_ == Store::Access::write, bug, "a transaction that reads appends nothing");
    token_ = connection_
                 .run("SELECT discreet.append($1::bigint, $2, $3, $4, $5, $6, $7)",
                      {std::to_string(entry.sequence), entry.kind, entry.dataset, entry.at,
                       entry.facts, entry.previous, entry.hash})
                 .text(0, 0);
    appended_ = entry;
  }

  void commit() override { connection_.commit(); }

  // A server that starts again is waited for as another's lock is.
  Outcome outcome() noexcept override {
    connection_.roll_back();
    const auto until = std::chrono::steady_clock::now() + patience_;
    while (true) {
      try {
        return outcome_of(address_, patience_, appended_, token_);
      } catch (const LostConnection&) {
        if (std::chrono::steady_clock::now() >= until) {
          return Outcome::unknown;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
      } catch (const std::exception&) {
        return Outcome::unknown;
      }
    }
  }

  void require_undamaged() override {
    if (owns_) {
      require(!connection_.run("SELECT discreet.differs()").maybe(0, 0), ErrorKind::ledger,
              "the server's sums or runs are not those of its entries");
    }
  }

 protected:
  void set_owner() { owns_ = true; }

 private:
  PostgresConnection& connection_;
  Store::Access access_;
  std::string address_;
  std::chrono::milliseconds patience_;
  bool owns_ = false;
  std::string user_;
  Entry appended_;
  std::string token_;  // which the server gave that entry
};

class PostgresStore : public Store {
 public:
  PostgresStore(std::string address, std::chrono::milliseconds patience)
      : address_(std::move(address)), patience_(patience) {
    const auto reading = try_begin(Access::read);
    user_ = reading->user();
    owns_ = reading->shows_all();
  }

  std::unique_ptr<StoreTransaction> begin(Access access) override {
    try {
      return try_begin(access);
    } catch (const LostConnection&) {
      // The server was started again since; nothing is written yet.
      connection_.reset();
      return try_begin(access);
    }
  }

  [[nodiscard]] std::string user() const override { return user_; }

  // As the server will decide; but before anything is drawn.
  [[nodiscard]] bool may_finish(const std::string& charged) const override {
    return owns_ || charged == user_;
  }

  std::unique_ptr<RunHold> hold_run(const std::string& dataset, const std::string& id) override {
    return hold_postgres_run(address_, patience_, number_of_run(dataset, id));
  }

  // A server takes no room beforehand. An entry is as long for every draw, and is not compressed.
  void reserve(std::uint64_t /*bytes*/) override {}

  void grant(const std::string& role, const std::string& dataset) override {
    decide("SELECT discreet.admit($1, $2)", role, dataset);
  }
  void revoke(const std::string& role, const std::string& dataset) override {
    decide("SELECT discreet.dismiss($1, $2)", role, dataset);
  }

 private:
  std::unique_ptr<PostgresTransaction> try_begin(Access access) {
    if (!connection_ || connection_->lost()) {
      connection_ = std::make_unique<PostgresConnection>(address_, patience_);
    }
    auto out = std::make_unique<PostgresTransaction>(*connection_, access, address_, patience_);
    out->enter();
    return out;
  }

  void decide(const char* sql, const std::string& role, const std::string& dataset) {
    const auto transaction = begin(Access::write);
    connection_->run(sql, {role, dataset});
    transaction->commit();
  }

  std::string address_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<PostgresConnection> connection_;
  std::string user_;  // set once, since threads may ask
  bool owns_ = false;
};

// What a new schema is made on; a base, so that it outlives the transaction.
struct NewConnection {
  PostgresConnection fresh;
};

// A new schema is seen by nobody before it is committed.
class PostgresCreation : private NewConnection, public PostgresTransaction {
 public:
  PostgresCreation(const std::string& address, std::chrono::milliseconds patience)
      : NewConnection{{address, patience}},
        PostgresTransaction(fresh, Store::Access::write, address, patience) {
    const PostgresLook found = look(fresh);
    require(!found.there, ErrorKind::ledger, "the database has a ledger; it is never overwritten");
    require(found.encoding == "UTF8", ErrorKind::ledger,
            "the encoding of the database must be UTF8");
    require_durable(found);
    create_postgres_schema(fresh);
    set_owner();
  }

  void commit() override {
    fresh.run(
        "UPDATE discreet.ledger SET state = 'open' WHERE NOT EXISTS (SELECT FROM discreet.entry "
        "WHERE dataset = '' AND sequence = 1 AND discreet.fact(facts, 'copy-of') IS NOT NULL)");
    PostgresTransaction::commit();
  }

  // The schema may or may not be there.
  Outcome outcome() noexcept override { return Outcome::unknown; }
};

}  // namespace

std::unique_ptr<Store> open_postgres_store(const std::string& address,
                                           std::chrono::milliseconds patience) {
  return std::make_unique<PostgresStore>(address, patience);
}

std::unique_ptr<StoreTransaction> create_postgres_store(const std::string& address,
                                                        std::chrono::milliseconds patience) {
  return std::make_unique<PostgresCreation>(address, patience);
}

}  // namespace discreet::detail

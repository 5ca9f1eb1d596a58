#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/accounting/amount.hpp"
#include "ledger/entry.hpp"

namespace discreet::detail {

/// The last entry of a chain.
struct Head {
  std::int64_t sequence = 0;  ///< 0 if there is none yet
  std::string hash;
  std::string stream = {};  ///< the name of the chain; empty for the ledger's own
};

/// What was charged to a group in all.
struct GroupTotal {
  Amounts spent;
  std::uint64_t charges = 0;
};

/// What became of the entries of a transaction whose commit() threw.
enum class Outcome {
  absent,   ///< the store was asked for them, and they are not there and never will be
  durable,  ///< it was asked for them, and they are there to stay
  unknown,  ///< neither can be said
};

/// One look at the chains of a store, or one change of them; rolled back unless it was committed. A store keeps one
/// chain, or one of the ledger's own and one of each dataset.
///
/// Requires  to be used by one thread, and to end before its store does.
/// Throws    Error{ledger} if the store cannot be read, written or trusted.
class StoreTransaction {
 public:
  using Visit = std::function<void(const Entry&)>;

  StoreTransaction() = default;
  StoreTransaction(const StoreTransaction&) = delete;
  StoreTransaction& operator=(const StoreTransaction&) = delete;
  StoreTransaction(StoreTransaction&&) = delete;
  StoreTransaction& operator=(StoreTransaction&&) = delete;
  virtual ~StoreTransaction() = default;

  /// What was appended last to each chain that may be seen, in order of creation: the ledger's own is the first, and
  /// there even if it is empty.
  [[nodiscard]] virtual std::vector<Head> heads() = 0;

  /// The chain that entries about a dataset belong to.
  [[nodiscard]] virtual std::string stream_of(const std::string& dataset) const = 0;

  /// The hash of the entry of a number in a chain; nothing if there is none.
  [[nodiscard]] virtual std::optional<std::string> hash_at(const std::string& stream,
                                                           std::int64_t sequence) = 0;

  /// The entry of a number in a chain; nothing if there is none.
  [[nodiscard]] virtual std::optional<Entry> entry_at(const std::string& stream,
                                                      std::int64_t sequence) = 0;

  /// Visits every entry of a chain, in order of its number, but for those from 1 to the given one: also what has a
  /// number that no entry should have.
  virtual void each_after(const std::string& stream, std::int64_t sequence, const Visit& visit) = 0;

  /// What was charged to a group in all, where some of its datasets may not be seen; nothing where all may.
  ///
  /// Law       no less than the exact sums.
  [[nodiscard]] virtual std::optional<GroupTotal> group_total(const std::string& /*group*/) {
    return std::nullopt;
  }

  /// Whether every chain of the ledger may be seen.
  [[nodiscard]] virtual bool shows_all() const { return true; }

  /// Adds an entry to the chain of its dataset and makes it the head. That it continues the chain is for the chain to say.
  ///
  /// Throws    Error{bug} if the transaction only reads.
  virtual void append(const Entry& entry) = 0;

  /// Makes what was appended durable, and lets others go on.
  virtual void commit() = 0;

  /// After commit() threw: what became of what was appended.
  [[nodiscard]] virtual Outcome outcome() noexcept = 0;

  /// Throws Error{ledger} if the store is damaged where no entry is read from.
  virtual void require_undamaged() = 0;
};

/// While this lives, nobody else holds the run it is of; it goes with the process, however that ends.
///
/// Requires  to end before its store does.
class RunHold {
 public:
  RunHold() = default;
  RunHold(const RunHold&) = delete;
  RunHold& operator=(const RunHold&) = delete;
  RunHold(RunHold&&) = delete;
  RunHold& operator=(RunHold&&) = delete;
  virtual ~RunHold() = default;
};

/// Where the result of a run gets its place before it is stored.
class Settlement {
 public:
  Settlement() = default;
  Settlement(const Settlement&) = delete;
  Settlement& operator=(const Settlement&) = delete;
  Settlement(Settlement&&) = delete;
  Settlement& operator=(Settlement&&) = delete;
  virtual ~Settlement() = default;

  /// Makes these bytes, durably, what Store::settled() gives for the run. Within a transaction that writes.
  ///
  /// Law       before it is settled nobody else can read any of it, whatever happens to the process or the machine.
  /// Requires  as many bytes as were said.
  /// Throws    Error{ledger} where it is not settled, or is and may not last.
  virtual void settle(const std::string& bytes) = 0;
};

/// A SHA-256 in hex that stands for a run of a dataset, and for no other.
std::string digest_of_run(const std::string& dataset, const std::string& id);

/// A number of 60 bits that stands for a run of a dataset where a store locks numbers.
std::int64_t number_of_run(const std::string& dataset, const std::string& id);

/// Where the chains of a ledger are kept.
///
/// Law       1. Writers of all processes go one after the other: from begin(Access::write) until that
///              transaction ends nobody else changes the store, and it reads what was committed last.
///           2. What a transaction reads does not change while it lasts, but by what it appends.
///           3. What was appended is there, whole, when commit() has returned, whatever happens to the
///              process or the machine, and is not there if the transaction ended otherwise.
///           4. If commit() throws, outcome() is `absent` or `durable` only if that is so for good.
///           5. begin(Access::write) refuses where 3 would not hold, as the store is set up now; begin()
///              refuses a store that is not as this program made it.
///           A store of an older version is brought up to the current one with its next entry, or refused by its number.
/// Throws    Error{ledger}; also if the store stays locked for longer than the patience.
/// Proof     proofs/ledger/sqlite_store.md, proofs/ledger/postgres_store.md
class Store {
 public:
  enum class Access { read, write };

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  Store(Store&&) = delete;
  Store& operator=(Store&&) = delete;
  virtual ~Store() = default;

  [[nodiscard]] virtual std::unique_ptr<StoreTransaction> begin(Access access) = 0;

  /// Who writes here, as the store knows them, whatever they say of themselves.
  [[nodiscard]] virtual std::string user() const = 0;

  /// Whether who writes here may store the result of a run that this user was charged for.
  [[nodiscard]] virtual bool may_finish(const std::string& /*charged*/) const { return true; }

  /// Lets a role of the store charge a dataset and see its chain, or ends that.
  ///
  /// Throws    Error{bad_parameter} if the store has no roles, or not that one, or no such dataset, or it was not granted.
  virtual void grant(const std::string& role, const std::string& dataset) = 0;
  virtual void revoke(const std::string& role, const std::string& dataset) = 0;

  /// Holds a run of a dataset, waiting for as long as the patience lasts. Threads may call it, also while a
  /// transaction is under way.
  ///
  /// Law       at most one holder among all threads of all processes, but where a store cannot keep that: if it loses a
  ///           holder, as with a connection, others may hold the run, and the chain still takes only one result.
  virtual std::unique_ptr<RunHold> hold_run(const std::string& dataset, const std::string& id) = 0;

  /// Takes room for entries of so many bytes, where the store can: a full disk is then met before a charge.
  ///
  /// Throws    Error{ledger} if there is none.
  virtual void reserve(std::uint64_t bytes) = 0;

  /// Takes room for settling so many bytes as the result of a run; null where nobody can read of the store what a
  /// transaction has appended and not committed, so that nothing is settled before it is stored.
  ///
  /// Throws    Error{ledger} if there is none, or no way to settle anything.
  virtual std::unique_ptr<Settlement> settlement(const std::string& /*dataset*/,
                                                 const std::string& /*id*/,
                                                 std::uint64_t /*size*/) {
    return nullptr;
  }

  /// What was settled as the result of a run, once it is durable; nothing where nothing was, or it was forgotten.
  ///
  /// Throws    Error{ledger} if that cannot be said.
  virtual std::optional<std::string> settled(const std::string& /*dataset*/,
                                             const std::string& /*id*/) {
    return std::nullopt;
  }

  /// Forgets what was settled, if that is possible.
  ///
  /// Requires  the run's result is stored durably.
  virtual void forget_settled(const std::string& /*dataset*/, const std::string& /*id*/) {}
};

/// Opens the store at an address: a path, or a postgresql:// address of a database.
///
/// Throws    Error{ledger} if there is none; Error{bad_parameter} if this build has no such store, and what
///           require_address throws.
std::unique_ptr<Store> open_store(const std::string& address, std::chrono::milliseconds patience);

/// A transaction in a new, empty store, which has its address, durably, when commit() has returned.
///
/// Throws    Error{ledger}, commit() too, if something has that address: nothing is overwritten.
///           Error{bad_parameter} if this build has no such store, and what require_address throws.
std::unique_ptr<StoreTransaction> create_store(const std::string& address,
                                               std::chrono::milliseconds patience);

}  // namespace discreet::detail

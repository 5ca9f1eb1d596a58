#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "ledger/chain.hpp"
#include "ledger/naming.hpp"
#include "ledger/store.hpp"
#include <unistd.h>

namespace discreet::detail {

/// Thrown within an action where a run is there already: nothing is to be written.
class RunThere : public std::exception {};

/// What the clock says, in seconds since 1970.
std::int64_t read_clock(const LedgerOptions& options);

/// A ledger's store and the verified chain that it holds.
///
/// Proof     proofs/ledger/charge.md
class OpenLedger {
 public:
  /// Messages name the address as it was given, but for a password.
  OpenLedger(const std::string& address, const LedgerOptions& options);

  /// Runs an action on the chain as it now stands in the store.
  template <class Action>
  std::invoke_result_t<Action> read(Action action, const Chain::Visit& visit = {}) {
    return read_store([&](StoreTransaction&) { return action(); }, visit);
  }

  /// Appends the record that an action makes of the chain as it now stands, and returns when that was read
  /// back, is durable and is witnessed.
  Entry write(const std::function<Record()>& action);

  /// Within an action: the filter of a dataset.
  ///
  /// Throws    Error{bad_parameter} if there is none.
  DatasetFilter& filter(const std::string& dataset);

  /// The same of a dataset that was not closed.
  ///
  /// Throws    Error{bad_parameter} also if it was.
  DatasetFilter& open_filter(const std::string& dataset);

  /// The filter of a group that was not closed.
  ///
  /// Throws    Error{bad_parameter} if there is none, or it was.
  GroupFilter& open_group(const std::string& group);

  /// Within an action: what a request costs its dataset, and its group if there is one.
  ///
  /// Throws    what Ledger::charge() throws; RunThere if its run was charged before.
  Charge admit(const ChargeRequest& request);

  /// Within an action: refuses to go on without the witness that the ledger has.
  void require_witness() const;

  /// Throws Error{ledger} if somebody else has to store the result of a run that was charged so.
  void require_finisher(const Charge& charge) const;

  /// A run as it now stands in the store; null if nothing was charged for it.
  RunIndex::Run find_run(const std::string& dataset, const std::string& id);

  /// An entry of the verified chain that a dataset's belong to.
  Entry entry_at(const std::string& dataset, std::int64_t sequence);

  /// What Store::hold_run and Store::reserve say; others may use the ledger meanwhile.
  std::unique_ptr<RunHold> hold_run(const std::string& dataset, const std::string& id);
  void reserve(std::uint64_t bytes);

  /// What Store::settlement, settled and forget_settled say.
  std::unique_ptr<Settlement> settlement(const std::string& dataset, const std::string& id,
                                         std::uint64_t size);
  std::optional<std::string> settled(const std::string& dataset, const std::string& id);
  void forget_settled(const std::string& dataset, const std::string& id);

  /// Within a transaction: refuses to copy a ledger while a result is settled that it does not hold.
  void require_settled_stored() const;

  /// Copies every entry into a new store, and verifies what that holds.
  void back_up(const std::string& address);

  /// Copies every entry into a new ledger elsewhere, closes this one, and opens the other; finishes what an earlier
  /// call began.
  ///
  /// Proof     proofs/ledger/copy.md
  void move_to(const std::string& address);

  /// From now on the witness of this ledger, unless it was opened with one.
  void adopt_witness(const std::string& path);

  /// Who writes here, as the store knows them.
  [[nodiscard]] std::string user() const { return store_->user(); }

  /// Lets a role of the store charge a dataset, or ends that.
  void set_granted(const std::string& role, const std::string& dataset, bool granted);

  Chain& chain() { return chain_; }

 private:
  template <class Action>
  auto read_store(Action action, const Chain::Visit& visit) {
    return naming(address_, [&] {
      require_own_process();
      const std::scoped_lock hold{mutex_};
      const auto transaction = store_->begin(Store::Access::read);
      refresh(*transaction, visit);
      return action(*transaction);
    });
  }

  // A store's locks and connections belong to the process that opened it. Asked before the mutex is taken,
  // which a thread that the child does not have may hold for good.
  void require_own_process() const {
    require(::getpid() == process_, ErrorKind::ledger,
            "a ledger is not carried over a fork: the child opens its own");
  }

  void refresh(StoreTransaction& store, const Chain::Visit& visit);
  [[nodiscard]] Chain read_back(StoreTransaction& store) const;
  Entry write_one(const std::function<Record()>& action);
  void commit_appended(StoreTransaction& store);
  [[nodiscard]] MoveRecord copied_to(const std::string& address,
                                     const std::vector<Entry>& entries) const;
  void finish_copy(const std::string& address, const std::vector<Entry>& entries) const;

  std::mutex mutex_;
  std::string address_;
  LedgerOptions options_;
  std::unique_ptr<Store> store_;
  Chain chain_;
  pid_t process_ = ::getpid();
};

}  // namespace discreet::detail

#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "ledger/chain.hpp"
#include "ledger/naming.hpp"
#include "ledger/sqlite/connection.hpp"
#include <unistd.h>

namespace discreet {

namespace detail {
/// What the clock says, in seconds since 1970.
std::int64_t read_clock(const LedgerOptions& options);
}  // namespace detail

/// A connection to a ledger's file and the verified chain that it holds.
///
/// Proof     proofs/ledger/charge.md
class Ledger::Implementation {
 public:
  /// The name is the path as it was given, for messages.
  Implementation(const std::string& path, std::string name, const LedgerOptions& options);

  /// Runs an action on the chain as it now stands in the file.
  template <class Action>
  std::invoke_result_t<Action> read(Action action, const detail::Chain::Visit& visit = {}) {
    return detail::naming(name_, [&] {
      require_own_process();
      const std::scoped_lock hold{mutex_};
      const detail::Transaction transaction{connection_, detail::Transaction::Mode::read};
      refresh(visit);
      return action();
    });
  }

  /// Runs an action that appends one entry, and returns when that was read back, is on disk and is
  /// witnessed.
  detail::Entry write(const std::function<detail::Entry()>& action);

  /// Within an action: an entry at the end of the file.
  detail::Entry append(const char* kind, const std::string& dataset, const detail::Facts& facts);

  /// Within an action: the filter of a dataset.
  ///
  /// Throws    Error{bad_parameter} if there is none.
  Filter& filter(const std::string& dataset);

  /// Within an action: what a request costs.
  ///
  /// Throws    what Ledger::charge() throws.
  Amounts admit(const ChargeRequest& request);

  /// Within an action: refuses to go on without the witness that the ledger has.
  void require_witness() const;

  /// Within an action: a copy of the file as it stands, in an empty file.
  void copy_to(const std::string& path);

  /// From now on the witness of this ledger, unless it was opened with one.
  void adopt_witness(const std::string& path);

  detail::Chain& chain() { return chain_; }

 private:
  // SQLite's locks belong to the process that opened the file. Asked before the mutex is taken, which
  // a thread that the child does not have may hold for good.
  void require_own_process() const {
    require(::getpid() == process_, ErrorKind::ledger,
            "a ledger is not carried over a fork: the child opens its own");
  }

  void refresh(const detail::Chain::Visit& visit);
  [[nodiscard]] detail::Chain read_back();
  void commit(detail::Transaction& transaction, const detail::Entry& entry);
  [[nodiscard]] bool is_absent(const detail::Entry& entry) noexcept;

  detail::Entry write_one(const std::function<detail::Entry()>& action);

  std::mutex mutex_;
  std::string name_;
  LedgerOptions options_;
  detail::Connection connection_;
  detail::Chain chain_;
  pid_t process_ = ::getpid();
};

}  // namespace discreet

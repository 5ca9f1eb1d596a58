#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/dataset.hpp"
#include "discreet/release/account.hpp"

namespace discreet {

namespace detail {
class OpenLedger;
}  // namespace detail

/// How a ledger is opened.
struct LedgerOptions {
  /// How long to wait for another process that holds the lock; at most a day.
  std::chrono::milliseconds patience{10'000};
  /// A file that keeps the last hash elsewhere, and so catches an older copy. A ledger that has one takes
  /// no charge without it.
  std::optional<std::string> witness;
  /// Seconds since 1970; the system's clock if empty.
  std::function<std::int64_t()> clock;
};

/// A file with the budgets of datasets and every charge ever made, chained by hash; or the same in a database of a
/// PostgreSQL server, postgresql://…, where each dataset has a chain of its own.
///
/// Law       charge() returns only after the charge is on disk: whoever draws bits after it has
///           returned never releases what is not charged, whatever happens to the process or the
///           machine. Charges of all processes and threads together never pass a budget.
///           What is written was read back and verified before it was committed.
/// Requires  a file system with working locks and fsync, also of the server; one name for the file, on the mount of
///           its directory. One object may be shared by threads; after a fork the child opens its own.
/// Throws    Error{ledger} if the file cannot be opened, read, written or trusted, if it stays locked,
///           or if it no longer holds what this object has read or written; nothing is charged then.
///           Error{charge_unknown} if the commit, or the witness after it, failed: the charge may be on
///           disk, and released nothing.
/// Proof     proofs/ledger/charge.md
class Ledger {
 public:
  /// Creates the file, readable by its owner only, with its first dataset.
  ///
  /// Throws    Error{ledger} also if the path or the witness exists: nothing is overwritten, and nothing
  ///           is left behind. Error{bad_parameter} for what checked_dataset refuses.
  static Ledger create(const std::string& path, const Dataset& dataset,
                       const LedgerOptions& options = {});

  /// Opens an existing file and verifies its chain.
  static Ledger open(const std::string& path, const LedgerOptions& options = {});

  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  ~Ledger();

  /// Adds a dataset, to its group if it names one.
  ///
  /// Throws    Error{bad_parameter} if there is one of that name, for what checked_dataset refuses, for a group that is
  ///           not there, was closed, or whose datasets have another unit or other neighbours.
  void add_dataset(const Dataset& dataset);

  /// Adds a group, for datasets that are yet to be added.
  ///
  /// Throws    Error{bad_parameter} if there is one of that name, and for what make_dataset_group refuses.
  void add_group(const DatasetGroup& group);

  /// From now on nothing is charged to the dataset. What was promised of what was released stays.
  ///
  /// Requires  a reason of 1 to 200 bytes of UTF-8 that hides nothing.
  /// Throws    Error{bad_parameter} if not, and for a dataset that is not there or was closed.
  void close_dataset(const std::string& dataset, const std::string& reason);

  /// From now on the dataset spends no more than this in all; what is not said stays as it is.
  ///
  /// Law       charges end earlier, and the promise stays the one of the budget that was promised.
  /// Requires  no amount above the present one, nor below what is spent; a reason as for close_dataset.
  /// Throws    Error{bad_parameter} if not, and for a dataset that is not there or was closed.
  void lower_budget(const std::string& dataset, const Amounts& budget, const std::string& reason);

  /// The same of a group, and so of what its datasets may spend together; none is added to one that was closed.
  void close_group(const std::string& group, const std::string& reason);
  void lower_group(const std::string& group, const Amounts& budget, const std::string& reason);

  /// Spends budget, durably.
  ///
  /// Law       the charge is admitted if the dataset's filter, and its group's if it has one, admit it after
  ///           every charge that any process made before. It names the system's user beside who asked.
  /// Throws    Error{over_budget} if it is not, or the dataset or its group was closed; Error{bad_parameter} for an unknown
  ///           dataset or a cost that its accountant, or its group's, cannot add.
  Receipt charge(const ChargeRequest& request);

  /// Throws what charge() or run() would throw now, and changes nothing.
  void preview(const ChargeRequest& request);

  /// Charges for the run of the request, draws, stores the text of what was drawn, and only then delivers it.
  ///
  /// Law       nothing found: a new run. Charged, and no result: nothing was ever delivered, so it is drawn again under
  ///           the same charge; but what was settled beside the ledger's file by a process that was then cut off is
  ///           stored and delivered, and is stored before a backup or a copy is made. A result: that is delivered, and
  ///           nothing is drawn or charged. From the charge to the stored result this process holds the run; others
  ///           that ask for it wait, as patience allows.
  /// Requires  a text of at most the run's room, whatever is drawn; an id of 1 to 200 bytes that hides nothing.
  /// Throws    Error{bad_parameter} if not, and if the run was asked for otherwise before; what charge() throws. After
  ///           the charge Error{charge_unknown} where the result may be stored or not: nothing was delivered, and who
  ///           repeats the run gets it.
  /// Proof     proofs/ledger/runs.md
  RunResult run(const ChargeRequest& request, const DrawText& draw);

  /// What run() would deliver without a draw: the stored result; nothing where there is none yet.
  ///
  /// Throws    Error{bad_parameter} if the run was asked for otherwise before.
  [[nodiscard]] std::optional<RunResult> stored_result(const std::string& dataset,
                                                       const RunRequest& run);

  /// Every run, in order of their charges.
  [[nodiscard]] std::vector<RunState> runs();

  /// The run of that id; nothing where there is none.
  ///
  /// Throws    Error{bad_parameter} for an unknown dataset.
  [[nodiscard]] std::optional<RunState> find_run(const std::string& dataset, const std::string& id);

  /// Where a dataset stands.
  ///
  /// Throws    Error{bad_parameter} for an unknown dataset.
  [[nodiscard]] DatasetState state(const std::string& dataset);

  /// Every dataset, in order of creation.
  [[nodiscard]] std::vector<DatasetState> states();

  /// Every group, in order of creation.
  [[nodiscard]] std::vector<GroupState> groups();

  /// Every charge, oldest first.
  [[nodiscard]] std::vector<Charge> charges();

  /// All of it, verified, at one moment.
  [[nodiscard]] LedgerContents contents();

  /// Writes a witness of the ledger as it stands, which the ledger remembers and from now on asks for.
  ///
  /// Throws    Error{ledger} if the file exists.
  void write_witness(const std::string& path);

  /// Lets a role of the server charge a dataset and see its entries and what is left of it; revoke() ends that.
  ///
  /// Throws    Error{bad_parameter} for a role or dataset that is not there, or was not granted, and for a file,
  ///           which has no roles; Error{ledger} for who does not own the ledger.
  void grant(const std::string& role, const std::string& dataset);
  void revoke(const std::string& role, const std::string& dataset);

  /// Whom charges name beside who asked: the system's user, or the role of the server's session.
  [[nodiscard]] std::string user() const;

  /// Copies the ledger as it stands, verified, to a new file; others may charge meanwhile.
  ///
  /// Throws    Error{ledger} if the file exists or cannot be written.
  void backup(const std::string& path);

  /// Copies the ledger, entry by entry, to a new one at another address, and closes this one by an entry that names
  /// the new: from then on everything is charged there, and nothing here. What a crash interrupted is finished by the
  /// same call.
  ///
  /// Law       at no moment can both be charged, and what was charged here is charged there. The new one is verified,
  ///           has an id of its own, names this one's, and keeps what each entry says and when.
  /// Throws    Error{ledger} if there is another ledger at the address, if this one moved elsewhere before, or if
  ///           either cannot be read, written or trusted; then either nothing has changed here, or the message says
  ///           that the copy is to be repeated.
  /// Proof     proofs/ledger/copy.md
  void copy_to(const std::string& address);

 private:
  explicit Ledger(std::unique_ptr<detail::OpenLedger> open);

  std::unique_ptr<detail::OpenLedger> self_;
};

/// A dataset of a ledger as who pays for releases.
///
/// Law       charge() is Ledger::charge() on that dataset, for whoever is named.
/// Requires  the ledger outlives it.
/// Throws    what the ledger throws.
class LedgerAccount final : public Account {
 public:
  /// With a run it pays for that alone. Its request is all that the bill says, unless the caller knows more.
  /// What was asked is noted in each charge, behind how the release was made, and whose neighbours that speaks of.
  LedgerAccount(Ledger& ledger, std::string dataset, std::string asked_by,
                std::optional<RunRequest> run = std::nullopt, Parameters asked = {});

  Budget budget() override;
  void preview(const Bill& bill) override;
  Receipt charge(const Bill& bill) override;
  [[nodiscard]] bool has_run() const noexcept override { return run_.has_value(); }
  RunResult run(const Bill& bill, std::uint64_t room, const DrawText& draw) override;

  /// What is asked of the dataset's budget for a bill.
  ///
  /// Throws    Error{bad_parameter} for an unknown dataset.
  [[nodiscard]] ChargeRequest request(const Bill& bill);

 private:
  [[nodiscard]] DatasetState state();

  Ledger* ledger_;
  std::string dataset_;
  std::string asked_by_;
  std::optional<RunRequest> run_;
  Parameters asked_;
  std::optional<Neighbors> neighbors_ = {};  // once they were asked for
};

}  // namespace discreet

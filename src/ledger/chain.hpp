#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "discreet/accounting/budget.hpp"
#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/dataset.hpp"
#include "ledger/entry.hpp"
#include "ledger/moves.hpp"
#include "ledger/run_index.hpp"
#include "ledger/store.hpp"
#include "ledger/witness.hpp"

namespace discreet::detail {

/// Sums of what was charged under a budget that can be lowered and closed.
class DecidedFilter : public Filter {
 public:
  using Filter::Filter;

  [[nodiscard]] const std::optional<Decision>& closed() const noexcept { return closed_; }
  [[nodiscard]] const std::optional<Decision>& lowered_by() const noexcept { return lowered_; }

  /// Nothing more is charged from then on.
  void close(const Decision& decision) { closed_ = decision; }

  /// Takes the decision's budget for its own.
  ///
  /// Throws    what Filter::lowered() throws.
  void lower(const Decision& decision) {
    Filter::operator=(lowered({budget().accountant, decision.budget}));
    lowered_ = decision;
  }

 private:
  std::optional<Decision> closed_;
  std::optional<Decision> lowered_;
};

/// A dataset, and the sums of what was charged to it; its filter's budget is what it may spend, once it was lowered.
class DatasetFilter : public DecidedFilter {
 public:
  explicit DatasetFilter(Dataset dataset)
      : DecidedFilter(budget_of(dataset)), dataset_(std::move(dataset)) {}

  [[nodiscard]] const Dataset& dataset() const noexcept { return dataset_; }

 private:
  Dataset dataset_;
};

/// A group, its datasets, and the sums of what was charged to those of them that are seen.
class GroupFilter : public DecidedFilter {
 public:
  explicit GroupFilter(DatasetGroup group)
      : DecidedFilter(group.budget), group_(std::move(group)) {}

  [[nodiscard]] const DatasetGroup& group() const noexcept { return group_; }
  [[nodiscard]] const std::vector<std::string>& datasets() const noexcept { return datasets_; }

  /// Whether the dataset has the unit and the neighbours of those that the group has already.
  [[nodiscard]] bool suits(const Dataset& dataset) const {
    return datasets_.empty() || (dataset.unit == unit_ && dataset.neighbors == neighbors_);
  }

  void take(const Dataset& dataset) {
    unit_ = dataset.unit;
    neighbors_ = dataset.neighbors;
    datasets_.push_back(dataset.name);
  }

  /// Takes what was charged in all, also to datasets that are not seen.
  void set_total(const GroupTotal& total) {
    total_ = Filter{budget()};
    Amounts spent = total.spent;
    // A store adds up nothing to 0; without a share of delta for thresholds none of it is spent.
    if (spent.slack == Fraction{0}) {
      spent.slack.reset();
    }
    total_->add(spent);
    charges_ = total.charges;
  }

  /// The sums of all that was charged, by which charges are decided.
  [[nodiscard]] const Filter& whole() const noexcept { return total_ ? *total_ : *this; }

  /// How many charges there are in all, and how many of them are seen.
  [[nodiscard]] std::uint64_t charges_seen() const noexcept { return Filter::charges(); }
  [[nodiscard]] std::uint64_t charges() const noexcept {
    return charges_.value_or(Filter::charges());
  }

 private:
  DatasetGroup group_;
  std::vector<std::string> datasets_;
  std::string unit_;
  Neighbors neighbors_ = Neighbors::add_remove;
  std::optional<Filter> total_;
  std::optional<std::uint64_t> charges_;
};

/// What an entry is to say.
struct Record {
  std::string kind;
  std::string dataset;
  Facts facts;
};

/// The end of a verified prefix of one chain.
struct Tip {
  std::int64_t sequence = 0;
  std::string hash{no_hash};
  std::int64_t time = std::numeric_limits<std::int64_t>::min();
};

/// A verified prefix of each chain of a ledger and what they add up to.
///
/// Requires  to be used by one thread at a time.
/// Proof     proofs/ledger/chain.md
class Chain {
 public:
  using Visit = StoreTransaction::Visit;

  /// Verifies and takes in what the store holds beyond this prefix.
  ///
  /// Law       every entry taken in follows the one before of its chain by number, hash and order, and the first of
  ///           a dataset's chain the first of the ledger's; it hashes to what it says, and is a record that this library
  ///           writes; a dataset's budget is one that make_dataset proves, and is only ever lowered; a charge was
  ///           admitted by its dataset's filter and that of its group, and neither was closed; a closed group has the
  ///           charges that it was closed with; a run has one charge, and at most one result, which follows it; each head of the store is the last entry of its chain.
  /// Throws    Error{ledger} that names the first broken link; the prefix before it stays taken in.
  void extend(StoreTransaction& store, const Visit& visit = {});

  /// Throws Error{ledger} unless the store holds the last entry of each prefix, and so all of it.
  void require_prefix(StoreTransaction& store) const;

  /// Appends an entry to the store; the prefix takes it in with the next extend(). Where the clock stands
  /// before the entry before, the entry states both.
  Entry append(StoreTransaction& store, const Record& record, std::int64_t now) const;

  /// Throws Error{ledger} unless this chain contains what the witness at a path has seen.
  void require_witnessed(StoreTransaction& store, const std::string& witness) const;

  /// How many entries were taken in.
  [[nodiscard]] std::int64_t entries() const noexcept;

  /// What names all of them: the last hash, or where there are several chains that of all their ends.
  [[nodiscard]] std::string hash() const;

  /// What a witness of them has seen.
  [[nodiscard]] std::vector<WitnessMark> marks() const;

  [[nodiscard]] const std::string& id() const noexcept { return moves_.identity().id; }
  [[nodiscard]] std::vector<DatasetFilter>& filters() noexcept { return filters_; }

  /// The end of a chain.
  [[nodiscard]] Tip tip_of(const std::string& stream) const;

  /// Where the ledger came from and where it went.
  [[nodiscard]] const Moves& moves() const noexcept { return moves_; }

  /// Whether somebody keeps a witness of this ledger.
  [[nodiscard]] bool has_witness() const noexcept { return has_witness_; }

  /// The filter of a dataset; null if there is none.
  [[nodiscard]] DatasetFilter* find(const std::string& dataset);

  [[nodiscard]] const std::vector<GroupFilter>& groups() const noexcept { return groups_; }

  /// The filter of a group; null if there is none.
  [[nodiscard]] GroupFilter* find_group(const std::string& group);

  /// What was charged for runs, and what of them is stored.
  [[nodiscard]] const RunIndex& runs() const noexcept { return runs_; }

 private:
  void take(const Entry& entry, const std::string& stream);
  void take_record(const Entry& entry);
  void take_ledger(const Entry& entry);
  void take_dataset(const Entry& entry);
  void take_group(const Entry& entry);
  void take_charge(const Entry& entry);
  void require_new_run(const Charge& charge) const;
  void take_run(const Charge& charge, const Filter& filter);
  void take_result(const Entry& entry);
  void take_decision(const Entry& entry, Decision::Kind kind);
  void take_totals(StoreTransaction& store);
  void take_witness(const Entry& entry);

  std::map<std::string, Tip> tips_;
  std::string root_{no_hash};  // the hash of the ledger's first entry
  Moves moves_;
  bool has_witness_ = false;
  std::vector<DatasetFilter> filters_;
  std::vector<GroupFilter> groups_;
  RunIndex runs_;
};

}  // namespace discreet::detail

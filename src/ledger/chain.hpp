#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "discreet/accounting/budget.hpp"
#include "discreet/ledger/dataset.hpp"
#include "ledger/entry.hpp"
#include "ledger/store.hpp"

namespace discreet::detail {

/// A dataset, and the sums of what was charged to it.
class DatasetFilter : public Filter {
 public:
  explicit DatasetFilter(Dataset dataset)
      : Filter(budget_of(dataset)), dataset_(std::move(dataset)) {}

  [[nodiscard]] const Dataset& dataset() const noexcept { return dataset_; }

 private:
  Dataset dataset_;
};

/// What an entry is to say.
struct Record {
  std::string kind;
  std::string dataset;
  Facts facts;
};

/// A verified prefix of the chain and what it adds up to.
///
/// Requires  to be used by one thread at a time.
/// Proof     proofs/ledger/chain.md
class Chain {
 public:
  using Visit = StoreTransaction::Visit;

  /// Verifies and takes in what the store holds beyond this prefix.
  ///
  /// Law       every entry taken in follows the one before by number, hash and order, hashes to what
  ///           it says, and is a record that this library writes; a dataset's budget is one that
  ///           make_dataset proves; a charge was admitted by its dataset's filter; the store's head is the
  ///           last entry.
  /// Throws    Error{ledger} that names the first broken link; the prefix before it stays taken in.
  void extend(StoreTransaction& store, const Visit& visit = {});

  /// Throws Error{ledger} unless the store holds the last entry of this prefix, and so all of it.
  void require_prefix(StoreTransaction& store) const;

  /// Appends an entry to the store; the prefix takes it in with the next extend(). Where the clock stands
  /// before the entry before, the entry states both.
  Entry append(StoreTransaction& store, const Record& record, std::int64_t now) const;

  /// Throws Error{ledger} unless this chain contains what the witness at a path has seen.
  void require_witnessed(StoreTransaction& store, const std::string& witness) const;

  [[nodiscard]] std::int64_t sequence() const noexcept { return sequence_; }
  [[nodiscard]] const std::string& hash() const noexcept { return hash_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] std::vector<DatasetFilter>& filters() noexcept { return filters_; }

  /// Whether somebody keeps a witness of this ledger.
  [[nodiscard]] bool has_witness() const noexcept { return has_witness_; }

  /// The filter of a dataset; null if there is none.
  [[nodiscard]] DatasetFilter* find(const std::string& dataset);

 private:
  void take(const Entry& entry);
  void take_record(const Entry& entry);
  [[nodiscard]] std::int64_t require_link(const Entry& entry) const;  // the time it is ordered by
  void require_head(StoreTransaction& store) const;

  std::int64_t sequence_ = 0;
  std::string hash_{no_hash};
  std::int64_t time_ = std::numeric_limits<std::int64_t>::min();
  std::string id_;
  bool has_witness_ = false;
  std::vector<DatasetFilter> filters_;
};

}  // namespace discreet::detail

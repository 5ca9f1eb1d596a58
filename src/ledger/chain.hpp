#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "discreet/ledger/filter.hpp"
#include "ledger/entry.hpp"
#include "ledger/sqlite/connection.hpp"

namespace discreet::detail {

/// A verified prefix of the chain and what it adds up to.
///
/// Requires  to be used by one thread at a time, extend() and append() within a transaction.
/// Proof     proofs/ledger/chain.md
class Chain {
 public:
  using Visit = std::function<void(const Entry&)>;

  /// Verifies and takes in what the file holds beyond this prefix.
  ///
  /// Law       every entry taken in follows the one before by number, hash and order, hashes to what
  ///           it says, and is a record that this library writes; a dataset's budget is one that
  ///           make_dataset proves; a charge was admitted by its dataset's filter; the file's only head
  ///           is the last entry.
  /// Throws    Error{ledger} that names the first broken link; the prefix before it stays taken in.
  void extend(Connection& connection, const Visit& visit = {});

  /// Throws Error{ledger} unless the file holds the last entry of this prefix, and so all of it.
  void require_prefix(Connection& connection) const;

  /// Writes an entry at the end of the file; the prefix takes it in with the next extend(). Where the
  /// clock stands before the entry before, the entry states both.
  Entry append(Connection& connection, const std::string& kind, const std::string& dataset,
               std::int64_t now, const Facts& facts) const;

  /// Throws Error{ledger} unless this chain contains what the witness at a path has seen.
  void require_witnessed(Connection& connection, const std::string& witness) const;

  [[nodiscard]] std::int64_t sequence() const noexcept { return sequence_; }
  [[nodiscard]] const std::string& hash() const noexcept { return hash_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] std::vector<Filter>& filters() noexcept { return filters_; }

  /// Whether somebody keeps a witness of this ledger.
  [[nodiscard]] bool has_witness() const noexcept { return has_witness_; }

  /// The filter of a dataset; null if there is none.
  [[nodiscard]] Filter* find(const std::string& dataset);

 private:
  void take(const Entry& entry);
  void take_record(const Entry& entry);
  [[nodiscard]] std::int64_t require_link(const Entry& entry) const;  // the time it is ordered by
  void require_head(Connection& connection) const;

  std::int64_t sequence_ = 0;
  std::string hash_{no_hash};
  std::int64_t time_ = std::numeric_limits<std::int64_t>::min();
  std::string id_;
  bool has_witness_ = false;
  std::vector<Filter> filters_;
};

}  // namespace discreet::detail

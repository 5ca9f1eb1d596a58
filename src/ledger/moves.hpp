#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "discreet/ledger/charge.hpp"
#include "ledger/entry.hpp"

namespace discreet::detail {

/// The entries about one dataset, or about none, by themselves: a chain of their own that is the same in every store.
struct Contents {
  std::int64_t entries = 0;
  std::string hash{no_hash};

  void add(const Entry& entry);
  bool operator==(const Contents&) const = default;
};

/// By dataset; under the empty name what is about none, but for the first entry.
using ContentsByDataset = std::map<std::string, Contents>;

/// A move, and all that the old ledger held before the entry that says it.
struct MoveRecord {
  Move move;
  ContentsByDataset contents;
};

/// A move as facts, and back; nothing from facts that no move writes.
Facts move_facts(const MoveRecord& record);
std::optional<MoveRecord> parse_move(const Entry& entry);

/// The facts of the first entry of a ledger, and back: its id, and that of the ledger it is a copy of.
struct Identity {
  std::string id;
  std::optional<std::string> copy_of = {};
};
Facts identity_facts(const Identity& identity);
std::optional<Identity> parse_identity(const Entry& entry);

/// What the entries of a chain say of where the ledger came from and where it went.
///
/// Law       a copy holds the old ledger's entries, and as their last the one that closed it and names the copy; before
///           that one has come, nothing else is written. Of a ledger that moved nothing follows the entry that says so.
/// Proof     proofs/ledger/copy.md
class Moves {
 public:
  void begin(Identity identity) { identity_ = std::move(identity); }

  /// Whether the next entry, this one, came from the old ledger.
  [[nodiscard]] bool is_copied(const Entry& entry) const;

  /// Takes in an entry that is not the first.
  ///
  /// Throws    Error{ledger} if it cannot stand here.
  void take(const Entry& entry);

  /// Throws Error{ledger} if a dataset that may be seen holds less than a move says.
  void require_whole(const std::function<bool(const std::string&)>& may_be_seen) const;

  /// Throws Error{ledger} unless this is where the ledger is kept: not where it has gone from, nor where it has not yet
  /// come to.
  void require_here() const;

  [[nodiscard]] const Identity& identity() const noexcept { return identity_; }
  [[nodiscard]] const ContentsByDataset& contents() const noexcept { return contents_; }
  [[nodiscard]] Contents contents_of(const std::string& dataset) const;

  /// Whether it is a copy whose last entry is still to come.
  [[nodiscard]] bool unfinished() const noexcept { return identity_.copy_of && !arrived_; }

  /// How it came here, and where it went.
  [[nodiscard]] const std::optional<MoveRecord>& arrived() const noexcept { return arrived_; }
  [[nodiscard]] const std::optional<MoveRecord>& left() const noexcept { return left_; }

  /// Where it went, how it came, and whether it is still to come.
  [[nodiscard]] std::tuple<std::optional<Move>, std::optional<Move>, bool> summary() const;

 private:
  void take_move(const Entry& entry);
  void require_said(const std::optional<MoveRecord>& record, const Entry& entry,
                    const std::string& dataset) const;

  Identity identity_;
  ContentsByDataset contents_;
  std::optional<MoveRecord> arrived_;
  std::optional<MoveRecord> left_;
};

}  // namespace discreet::detail

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "abandoned_on_bad_alloc.hpp"
#include "tallies.hpp"
#include "tally_tables.hpp"

namespace discreet::cli {

/// A row of the data.
struct TallyRow {
  std::string_view unit;
  std::string_view item;
  std::string_view group;  ///< empty is no group; not looked at without a list of groups
  std::int64_t value = 0;  ///< not looked at without a clip
};

/// Adds up rows into exact scores, one table for each group, such that one unit has little to do with them.
///
/// Law       a row counts if its item is on the list (is not empty, where there is none) and its group is. Of a unit's
///           groups with such a row keep_by_content keeps groups_per_unit, and only their rows are left. A score is
///           the number of units with the item among the rows left; with a clip it is the sum over those units of
///           the sum of all their values for it, clipped. The limited scores are the same of the
///           items_per_unit of them that keep_by_content keeps for each unit. The tables do not depend on the order
///           of the rows.
/// Map       one unit more moves the tables of at most groups_per_unit groups; in them n by 0 or 1, every score and
///           limited score by 0 or 1 (with a clip by a number from min(low, 0) to max(high, 0)), and at most
///           items_per_unit limited scores in all.
/// Throws    std::bad_alloc, after which nothing more can be added; InputError past 2^32 - 1 units, items or (group,
///           item). Values cannot overflow in fewer than 2^64 rows.
/// Cost      memory grows with the lists and the distinct (unit, group, item) of rows that count, not with the rows.
/// Proof     proofs/cli/tally.md
class Tally {
 public:
  explicit Tally(TallyTerms terms);

  /// Takes one row.
  void add(const TallyRow& row);

  /// The tables of the rows so far, after which no row can be added.
  [[nodiscard]] Tallies finish();

 private:
  void add_to(TallyTables& tables, const TallyRow& row);
  std::optional<std::uint32_t> item_number(TallyTables& tables, std::string_view item) const;
  std::uint32_t cell_number(TallyTables& tables, const Cell& cell);

  TallyTerms terms_;
  AbandonedOnBadAlloc<TallyTables> tables_;
  TallyFacts facts_;
};

}  // namespace discreet::cli

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "discreet/mechanisms/limited_domain.hpp"
#include "mechanisms/graded_table.hpp"

namespace discreet::detail {

/// An item that competes, and how far its count stands above the cut: 1 at least.
struct CompetingItem {
  std::size_t position;
  std::uint64_t above;
};

/// The items with more than the (limit + 1)-th largest count, or than 0 if there are no more than that; at most
/// `limit`, by position.
///
/// Law       counts below 0 count as 0, those above GradedTable::greatest_count as that. No order of ties plays a part.
/// Cost      one read of the counts and memory for a few times the limit, whatever order they have.
/// Proof     proofs/mechanisms/limited_domain.md
std::vector<CompetingItem> items_above_strict_cut(std::span<const std::int64_t> counts,
                                                  std::uint64_t limit);

/// The table of scores for what one unit can do under the metric.
///
/// Throws    Error{bad_parameter} for all that make_limited_domain_top_k refuses of the parameters.
/// Proof     proofs/mechanisms/limited_domain.md
GradedTable graded_table_for(const LimitedDomain& how, UnitDistance metric);

/// What the exponential mechanism selects from.
struct Competition {
  std::vector<std::int64_t>
      scores;  ///< of the items that compete, and last 0, of the end of the list
  std::vector<std::size_t> positions;  ///< of the items
};

/// The items above the cut with the scores of the table, and the end of the list, always.
///
/// Proof     proofs/mechanisms/limited_domain.md
Competition compete(const GradedTable& table, const LimitedDomain& how,
                    std::span<const std::int64_t> counts);

/// The positions of those that won, up to the end of the list if it is among them.
///
/// Proof     proofs/mechanisms/limited_domain.md
std::vector<std::size_t> listed(const Competition& competition, std::span<const std::size_t> won);

}  // namespace discreet::detail

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accounting/range_orders.hpp"
#include "accounting/renyi.hpp"

namespace discreet::detail {

/// So many equal bounded-range steps are composed by one recursion; of more, several are made.
inline constexpr std::uint64_t most_in_a_group = 256;

/// How fine the lattice of a group is that is one of several: see RangeLattice.
inline constexpr int group_fineness = 5;

/// How bounded-range steps are divided: what is equal, or taken for equal, and groups of unequal ones.
struct RangePlan {
  std::vector<Steps> equal;
  std::vector<RangeGroup> groups;
};

/// Divides bounded-range steps so that their account loses little and takes seconds at most.
///
/// Law       each step is in one of the parts once, with its own eta or a greater one. Which division is
///           chosen needs no proof: every one is sound.
/// Proof     proofs/accounting/range_orders.md
RangePlan plan_ranges(std::span<const Steps> ranges);

}  // namespace discreet::detail

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accounting/range_orders.hpp"
#include "accounting/renyi.hpp"

namespace discreet::detail {

/// So many equal bounded-range steps are composed by one recursion; of more, several are made.
inline constexpr std::uint64_t most_in_a_group = 256;

/// A group of unequal steps, and how fine its lattice is: see RangeLattice.
struct PlannedGroup {
  RangeGroup group;
  int fineness;
};

/// How bounded-range steps are divided: what is equal, or taken for equal, groups of unequal ones, and the
/// many small ones.
struct RangePlan {
  std::vector<Steps> equal;
  std::vector<PlannedGroup> groups;
  std::vector<Steps> spread;  // taken together for a Gaussian
};

/// Divides bounded-range steps so that their account loses little and takes seconds at most.
///
/// Law       each step is in one of the parts once, with its own eta or a greater one. Which division is
///           chosen needs no proof: every one is sound.
/// Proof     proofs/accounting/range_orders.md
RangePlan plan_ranges(std::span<const Steps> ranges, double delta);

}  // namespace discreet::detail

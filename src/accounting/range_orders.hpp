#pragma once

#include <cstddef>
#include <vector>

#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// Unequal bounded-range steps, and the ranges that their curve is computed for.
///
/// Each step stands between two neighbours of the grid, and is taken for the one or the other by chance;
/// a grid of the etas themselves leaves nothing to chance.
struct RangeGroup {
  std::vector<double> etas;  // greatest first
  std::vector<double> grid;  // greatest first, from the greatest eta at least to the least at most
  // What a step of each range of the grid weighs, above 0: of a set of steps only its weight is known. If none are
  // given, no two sets weigh the same.
  std::vector<std::size_t> weights{};
  // Further lists of steps, greatest first, each place by place not above etas: they cost little more.
  std::vector<std::vector<double>> more{};
};

/// Upper bounds of a curve at i h for i = 0 to the last, times lattice_scale; they fall.
struct RangeCurve {
  double h;
  std::vector<double> values;
  std::vector<std::vector<double>> more;  // of the further lists
};

/// Where a curve is looked at: the greatest range has 2^fineness cells, or up to twice as many; past where the
/// curve is below `negligible`, nothing is looked at.
struct RangeLattice {
  int fineness;
  double negligible;
};

/// Bounds the worst curve of a group's steps over all strategies and all orders, where what comes next
/// may depend on all that came before.
///
/// Requires  etas and a grid from 1e-100 to 500 as RangeGroup says; a fineness from 0 to 12 and negligible
///           above 1e-290; no more weights of sets than fit into memory.
/// Throws    what progress throws.
/// Cost      for each weight that may be left and each range in it some hundred lattice points, of some twenty
///           nanoseconds each.
/// Proof     proofs/accounting/range_orders.md
RangeCurve range_orders(const RangeGroup& group, const RangeLattice& lattice,
                        const Progress& progress);

}  // namespace discreet::detail

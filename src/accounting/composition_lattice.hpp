#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accounting/renyi.hpp"
#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// Bounds the privacy curve of an adaptive composition, in any order, of many steps on a lattice.
///
/// Law       pure steps by randomized response, steps dominated by Laplace by that pair, bounded-range
///           steps by the curve of a group of them in any order (two_point, range_orders), many small ones
///           by a Gaussian (gaussian_ranges); all composed as lattice pairs.
/// Requires  steps of which none is zCDP, with parameters from 1e-100 to 50 and counts up to 2^24, at least one; a delta
///           above 1e-150 near which the curve will be asked for, as what is far below it is not looked at.
/// Throws    what progress throws.
/// Cost      some 0.1 s, for ten thousand unequal pure steps about a second, for unequal ranges some seconds.
/// Proof     proofs/accounting/lattice_pair.md
class CompositionLattice {
 public:
  CompositionLattice(std::span<const Steps> steps, double delta, const Progress& progress);

  /// An upper bound of the curve at an epsilon that is not negative.
  [[nodiscard]] double delta(double epsilon) const;

  /// An epsilon at which the curve is at most delta; +inf if the lattice shows none.
  [[nodiscard]] double epsilon(double delta) const;

 private:
  double h_;
  std::vector<double> curve_;
};

/// A delta below this is left to the closed bounds.
inline constexpr double least_lattice_delta = 1e-150;

/// Whether a CompositionLattice takes these steps.
bool fits_a_lattice(std::span<const Steps> steps);

}  // namespace discreet::detail

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discreet/accounting/cost.hpp"

namespace discreet {

namespace detail {
struct LatticeCurve;
}  // namespace detail

/// Brackets the privacy curve of k adaptive eta-bounded-range steps on a lattice.
///
/// Law       f_k(x), the greatest delta at epsilon = x over all adaptive strategies: f_1 in closed
///           form, then k - 1 steps of the recursion over two-point steps, x a multiple of eta /
///           cells. Both bounds are proved; their distance falls as 1 / cells^2.
/// Requires  a finite eta of at least 1e-100 and at most 500, k >= 2, cells from 2 to 2^16, 0 <=
///           from and from <= cut; from is the least epsilon that will be asked for. Past cut the
///           curve is taken for 0 from below and for its Rényi bound from above.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      about k cut cells / eta lattice points, some 0.1 to 0.2 microseconds each.
/// Proof     proofs/accounting/two_point_recursion.md
class TwoPointRecursion {
 public:
  struct Lattice {
    std::uint32_t cells;
    double from;
    double cut;
  };

  TwoPointRecursion(double eta, std::uint64_t k, Lattice lattice, const Progress& progress = {});

  /// Bounds of f_k(epsilon).
  ///
  /// Requires  epsilon a number, not below the lattice's from.
  /// Throws    Error{bad_parameter} if not.
  [[nodiscard]] Bracket delta(double epsilon) const;

  /// The upper bound alone, which takes less.
  [[nodiscard]] double upper_delta(double epsilon) const;

  /// An epsilon, not below the lattice's from, with f_k(epsilon) <= delta; +inf if the lattice
  /// shows none.
  [[nodiscard]] double epsilon(double delta) const;

 private:
  [[nodiscard]] detail::LatticeCurve upper_curve() const;
  [[nodiscard]] double lower_delta(double epsilon) const;

  double eta_;
  std::int64_t cells_;
  std::int64_t first_;  // the least index the last stage knows
  std::int64_t last_;   // the greatest index kept
  // Values times 2^512, at index i + cells; what lies beyond last_ is the tail.
  std::vector<double> upper_;
  std::vector<double> lower_before_;  // of stage k - 1
};

}  // namespace discreet

#pragma once

#include <cstdint>
#include <vector>

#include "discreet/accounting/cost.hpp"

namespace discreet {

/// Brackets the privacy curve of k Laplace pairs at distance epsilon_step, which dominate k
/// adaptive rounds of permute-and-flip.
///
/// Law       from above the pair whose curve joins the Laplace curve's values on a lattice of
///           epsilon_step / cells by chords, from below the Laplace pair with its log-ratio known
///           only to two cells; each composed k times.
/// Requires  epsilon_step from 1e-100 to 100; k >= 2; an even number of cells from 2 to 65536;
///           cut not negative. Past cut the curve is taken for 0 from below and for its Rényi bound
///           from above.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      about k cut cells / epsilon_step lattice points, some ten nanoseconds each.
/// Proof     proofs/accounting/laplace_recursion.md
class LaplaceRecursion {
 public:
  LaplaceRecursion(double epsilon_step, std::uint64_t k, std::uint32_t cells, double cut,
                   const Progress& progress = {});

  /// Bounds of the curve at epsilon.
  ///
  /// Requires  epsilon a number, not negative.
  /// Throws    Error{bad_parameter} if not.
  [[nodiscard]] Bracket delta(double epsilon) const;

  /// An epsilon at which the curve is at most delta; +inf if the lattice shows none.
  [[nodiscard]] double epsilon(double delta) const;

 private:
  double step_;
  std::int64_t cells_;
  std::int64_t last_;  // the greatest index kept
  // Values times 2^512, at index i + cells; what lies beyond last_ is the tail.
  std::vector<double> upper_;
  std::vector<double> lower_;
};

}  // namespace discreet

#pragma once

#include <cstdint>
#include <vector>

#include "accounting/two_point_tables.hpp"

namespace discreet::detail {

/// Both bounds of a curve on the lattice: index i is at i + cells, from -cells to the last plus cells.
struct TwoPointBounds {
  std::vector<double> upper;
  std::vector<double> lower;
};

/// One stage of the recursion: the bounds after one more step, at the indices from begin to end.
///
/// Law       upper is not below the supremum over t in [0, eta] of (e^eta - e^t) f(x - t) +
///           (e^t - 1) f(x - t + eta), over e^eta - 1, for any f that is convex in e^x and not above
///           the upper bounds of before; lower is not above it for any f not below the lower ones.
/// Requires  upper bounds of before that fall with their index, from begin - cells to end + cells.
/// Proof     proofs/accounting/two_point_recursion.md
void two_point_stage(const TwoPointTables& tables, std::int64_t cells, std::int64_t begin,
                     std::int64_t end, const TwoPointBounds& before, TwoPointBounds& after);

/// The upper bound of one lattice point: `values[j]` is the bound at distance j from it, for j from -cells to cells.
/// `best` is a guess of the best lattice strategy, and then the one that was found.
double two_point_bound(const TwoPointTables& tables, std::int64_t cells, const double* values,
                       std::int64_t& best);

/// Fills the upper bounds below zero by f(-x) = 1 - e^-x + e^-x f(x), so that they fall with their index.
void mirror_upper(const TwoPointTables& tables, std::int64_t cells, std::vector<double>& upper);

/// The same for both bounds.
void mirror(const TwoPointTables& tables, std::int64_t cells, TwoPointBounds& bounds);

}  // namespace discreet::detail

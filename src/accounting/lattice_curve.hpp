#pragma once

#include <cstdint>
#include <span>

namespace discreet::detail {

/// A curve that is known at the multiples of unit / cells: it falls, and is convex in e^x.
///
/// values[i] is at x = (first + i) unit / cells, times lattice_scale, and falls with i.
struct LatticeCurve {
  double unit;
  std::int64_t cells;
  std::int64_t first;
  std::span<const double> values;
};

/// The greatest index i with (first + i) unit / cells <= x, at most the last one.
///
/// Requires  x a number, not negative.
/// Throws    Error{bad_parameter} if x is below the first point.
std::int64_t cell_of(const LatticeCurve& curve, double x);

/// An upper bound of the curve at x from upper bounds at the points: the chord.
///
/// Proof     proofs/accounting/lattice_curve.md
double chord_above(const LatticeCurve& upper, double x);

/// A lower bound at x from bounds at the points: the line through two points to the right of x.
///
/// Proof     proofs/accounting/lattice_curve.md
double line_below(const LatticeCurve& lower, const LatticeCurve& upper, double x);

/// An x, not before the first point, where the curve is at most delta; +inf if no point shows one.
///
/// Proof     proofs/accounting/lattice_curve.md
double least_x(const LatticeCurve& upper, double delta);

}  // namespace discreet::detail

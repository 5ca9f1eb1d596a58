#pragma once

#include <cstdint>
#include <vector>

#include "accounting/lattice.hpp"

namespace discreet::detail {

/// The weights of one lattice, each for j = 0 to cells, with h = eta / cells.
///
/// Law       upper_stay >= (e^eta - e^jh) / (e^eta - 1) >= lower_stay, the weight of f(x - jh);
///           upper_leap >= (e^jh - 1) / (e^eta - 1) >= lower_leap, the weight of f(x - jh + eta);
///           upper_rise >= tanh(jh / 4) e^eta / (e^eta - 1); upper_fall >= tanh(jh / 4) / (e^eta - 1)
///           >= lower_fall; all with two_point_slack to spare.
/// Requires  1e-103 <= eta <= 500 and 1 <= cells.
/// Proof     proofs/accounting/two_point.md
struct TwoPointTables {
  TwoPointTables(double eta, std::int64_t cells);

  std::vector<double> upper_stay, upper_leap, lower_stay, lower_leap;
  std::vector<double> upper_rise, upper_fall, lower_fall;
};

/// What a table entry is moved outward by: more than three roundings of a double, relatively.
inline constexpr double two_point_slack = 0x1p-50;

/// Makes up for two more roundings, and for underflow, at the end of each lattice point.
inline constexpr Outward two_point_outward{two_point_slack, 0x1p-1000};

/// The mirror of a lattice of eta / cells, for the same.
Mirror two_point_mirror(double eta, std::int64_t cells);

/// One more step at many points of a lattice: some points at a time, whose best strategies are nearly the same.
///
/// The curve of a step is, at x, the supremum over t in [0, eta] of (e^eta - e^t) f(x - t) + (e^t - 1) f(x - t + eta),
/// over e^eta - 1. It is bounded for any f that is convex in e^x, from bounds of f at the points, times lattice_scale.
///
/// Requires  what TwoPointTables requires.
/// Cost      some ten nanoseconds a point for the upper bound, some hundredths of a microsecond for both.
/// Proof     proofs/accounting/two_point.md
class TwoPointRows {
 public:
  TwoPointRows(double eta, std::int64_t cells) : cells_(cells), tables_(eta, cells) {}

  /// Bounds the curves with one more step before them, at the indices from begin to end, where they fall; of bounds that
  /// are empty before, none.
  ///
  /// Requires  bounds before from begin - cells to end + cells.
  void advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
               std::int64_t end);

  /// Upper bounds alone, at the indices from 0 to end, which need not fall.
  ///
  /// Requires  bounds before from -cells to end + cells; both begin at index 0.
  void upper(const double* before, double* after, std::int64_t end);

 private:
  class Row;

  // Finds what strategies between those of the lattice may add, by index from begin - cells to end.
  void find_more(const double* before, std::int64_t begin, std::int64_t end);

  std::int64_t cells_;
  TwoPointTables tables_;
  std::vector<double> more_;  // at index + cells
};

/// An adaptive eta-bounded-range step: f_k is the greatest delta over all adaptive strategies. The
/// distance of the bounds falls as 1 / cells^2.
///
/// Requires  a finite eta of at least 1e-100 and at most 500.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/accounting/two_point.md
class TwoPointStep {
 public:
  static constexpr StepKind kind = StepKind::bounded_range;
  static constexpr bool one_sided = true;

  TwoPointStep(double eta, std::int64_t cells);

  [[nodiscard]] const LatticeBounds& first() const { return first_; }
  [[nodiscard]] const Mirror& mirror() const { return mirror_; }
  void advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
               std::int64_t end) {
    rows_.advance(before, after, begin, end);
  }
  static double lower_delta(const LatticeEnd& end, double epsilon);

 private:
  TwoPointRows rows_;
  Mirror mirror_;
  LatticeBounds first_;
};

using TwoPointRecursion = LatticeRecursion<TwoPointStep>;

}  // namespace discreet::detail

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
///           >= lower_fall; upper_bend >= (1 + e^(jh / 2))^2; all with two_point_slack to spare.
/// Requires  1e-103 <= eta <= 500 and 1 <= cells.
/// Proof     proofs/accounting/two_point.md
struct TwoPointTables {
  TwoPointTables(double eta, std::int64_t cells);

  std::vector<double> upper_stay, upper_leap, lower_stay, lower_leap;
  std::vector<double> upper_rise, upper_fall, lower_fall, upper_bend;
};

/// What a table entry is moved outward by: more than three roundings of a double, relatively.
inline constexpr double two_point_slack = 0x1p-50;

/// Makes up for two more roundings, and for underflow, at the end of each lattice point.
inline constexpr Outward two_point_outward{two_point_slack, 0x1p-1000};

/// The mirror of a lattice of eta / cells, for the same.
Mirror two_point_mirror(double eta, std::int64_t cells);

/// An upper bound of the supremum over t in [0, eta] of (e^eta - e^t) f(x - t) + (e^t - 1) f(x - t + eta),
/// over e^eta - 1, for any f that is convex in e^x.
///
/// `values[j]` bounds f at x + jh from above, times lattice_scale, for j from -cells to cells. `best` is a guess
/// of the best lattice strategy, and then the one that was found.
///
/// Proof     proofs/accounting/two_point.md
double two_point_bound(const TwoPointTables& tables, std::int64_t cells, const double* values,
                       std::int64_t& best);

/// An adaptive eta-bounded-range step: f_k is the greatest delta over all adaptive strategies. The
/// distance of the bounds falls as 1 / cells^2.
///
/// Requires  a finite eta of at least 1e-100 and at most 500.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/accounting/two_point.md
class TwoPointStep {
 public:
  static constexpr StepKind kind = StepKind::bounded_range;

  TwoPointStep(double eta, std::int64_t cells);

  [[nodiscard]] const LatticeBounds& first() const { return first_; }
  [[nodiscard]] const Mirror& mirror() const { return mirror_; }
  void advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
               std::int64_t end);
  static double lower_delta(const LatticeEnd& end, double epsilon);

 private:
  class Rows;

  std::int64_t cells_;
  TwoPointTables tables_;
  Mirror mirror_;
  LatticeBounds first_;
  std::vector<double> more_;  // what strategies between those of the lattice may add, by index
  std::vector<double> none_;  // zeros
};

using TwoPointRecursion = LatticeRecursion<TwoPointStep>;

}  // namespace discreet::detail

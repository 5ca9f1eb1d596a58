#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// The lattice's values are kept times this power of two, out of reach of underflow.
inline constexpr double lattice_scale = 0x1p512;

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
/// Proof     proofs/accounting/lattice.md
double chord_above(const LatticeCurve& upper, double x);

/// A lower bound at x from bounds at the points: the line through two points to the right of x.
///
/// Proof     proofs/accounting/lattice.md
double line_below(const LatticeCurve& lower, const LatticeCurve& upper, double x);

/// An x, not before the first point, where the curve is at most delta; +inf if no point shows one.
///
/// Proof     proofs/accounting/lattice.md
double least_x(const LatticeCurve& upper, double delta);

/// Both bounds of a curve on a lattice, times lattice_scale: index i is at i + cells, from -cells to the
/// last plus cells. Bounds that nobody asked for are empty.
struct LatticeBounds {
  std::vector<double> upper;
  std::vector<double> lower;
};

/// Makes up for the roundings, and the underflow, of what a bound is computed from: by how much it is
/// moved outward, relatively and absolutely.
struct Outward {
  double slack;
  double least;

  [[nodiscard]] constexpr double inf(double value) const { return value * (1 + slack) + least; }
  [[nodiscard]] constexpr double neg_inf(double value) const {
    const double moved = value * (1 - slack) - least;
    return moved > 0 ? moved : 0;
  }
  /// Both, each at the end of its bounds.
  void put(LatticeBounds& bounds, double value) const {
    bounds.upper.push_back(inf(value));
    bounds.lower.push_back(neg_inf(value));
  }
};

/// Fills the indices below zero by f(-x) = 1 - e^-x + e^-x f(x), which holds for every composition.
///
/// Law       the constants are moved outward by growths_outward, the results by `outward`.
/// Proof     proofs/accounting/lattice.md
class Mirror {
 public:
  Mirror(const Reals& real, const BigInterval& h, std::int64_t cells, Outward outward);

  void operator()(LatticeBounds& bounds) const;
  void upper(std::vector<double>& values) const;

 private:
  LatticeBounds gain_;  // of 1 - e^-jh, times lattice_scale, at index j
  LatticeBounds decay_;
  Outward outward_;
};

/// What is read at the end: the last stage's bounds from the least index that is known on, and the lower
/// bounds of the stage before, from minus cells to the last plus cells.
struct LatticeEnd {
  LatticeCurve upper;
  LatticeCurve lower;
  LatticeCurve lower_before;
};

/// One step of a composition, as a recursion on the lattice of parameter / cells.
///
/// `kind` is the step for the Rényi bound past the cut. The constructor takes the parameter and the number
/// of cells and refuses what it cannot do. `first` bounds the curve of one step at 0 to cells, times
/// lattice_scale; `mirror` fills the indices below zero. `advance` bounds the curve of one step more at the
/// indices from begin to end, given bounds from begin - cells to end + cells. `lower_delta` is a lower
/// bound at an epsilon not below where the last stage begins. A step that is `one_sided` does the same with the bounds of
/// one side alone.
template <class Step>
concept LatticeStep = std::constructible_from<Step, double, std::int64_t> &&
                      requires(Step step, const LatticeBounds& before, LatticeBounds& after,
                               std::int64_t index, const LatticeEnd& end, double epsilon) {
                        { Step::kind } -> std::same_as<const StepKind&>;
                        { Step::one_sided } -> std::same_as<const bool&>;
                        { step.first() } -> std::same_as<const LatticeBounds&>;
                        { step.mirror() } -> std::same_as<const Mirror&>;
                        { step.advance(before, after, index, index) } -> std::same_as<void>;
                        { Step::lower_delta(end, epsilon) } -> std::same_as<double>;
                      };

/// Which bounds of a curve are made.
enum class Sides { both, upper, lower };

/// How fine a lattice is; the least epsilon that will be asked for; where the curve is cut; which bounds are made.
struct Lattice {
  std::uint32_t cells;
  double from;
  double cut;
  Sides sides = Sides::both;
};

/// Brackets the privacy curve of k steps on a lattice.
///
/// Law       the curve of one step, then k - 1 steps of the recursion, at the multiples of parameter / cells.
///           Both bounds are proved. Past the cut the curve is taken for 0 from below and for its Rényi
///           bound from above.
/// Requires  a parameter that the step takes; k >= 2; cells from 2 to 2^16; 0 <= from and from <= cut; both sides but for
///           a step that is one-sided.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      about k cut cells / parameter lattice points, some hundredths of a microsecond each for two-point
///           steps, some ten nanoseconds for Laplace.
/// Proof     proofs/accounting/lattice.md
template <class Step>
class LatticeRecursion {
 public:
  LatticeRecursion(double parameter, std::uint64_t k, Lattice lattice,
                   const Progress& progress = {});

  /// Bounds of the curve at epsilon; 0 or 1 on a side that was not made.
  ///
  /// Requires  epsilon a number, not below the lattice's from.
  /// Throws    Error{bad_parameter} if not.
  [[nodiscard]] Bracket delta(double epsilon) const;

  /// The upper bound alone, which takes less.
  [[nodiscard]] double upper_delta(double epsilon) const;

  /// An epsilon, not below the lattice's from, at which the curve is at most delta; +inf if the lattice
  /// shows none.
  [[nodiscard]] double epsilon(double delta) const;

 private:
  // The part of the values that the last stage knows.
  [[nodiscard]] LatticeCurve known(const std::vector<double>& values) const;

  double parameter_;
  std::int64_t cells_;
  std::int64_t first_;  // the least index the last stage knows
  std::int64_t last_;   // the greatest index kept; what lies beyond is the tail
  LatticeBounds bounds_;
  std::vector<double> lower_before_;
};

/// How much work a bracket is worth: the closed bounds, one coarse lattice, or as fine a one as who asks for delta wants,
/// as far as it is affordable.
enum class Effort { closed, coarse, full };

/// A lattice that a search has chosen.
struct Fineness {
  std::uint32_t cells;
  Sides sides;
};

/// How many steps the recursion is run for; more are left to the closed bounds.
inline constexpr std::uint64_t most_recursion_steps = 1000;

/// The lattice points that one run may visit: some two seconds.
inline constexpr double most_lattice_points = 0x1p24;

/// The cells of a first, coarse run, whose bracket tells how many the real one needs. The curve of a
/// few steps has sharper bends, and costs little.
inline std::uint32_t first_cells(std::uint64_t k) { return k <= 30 ? 64 : 8; }

/// The greatest number of cells within the limit of points; 0 if even the coarse run is too long.
inline std::uint32_t affordable_cells(double eta, std::uint64_t k, double cut) {
  const auto steps = static_cast<double>(k);
  const double spans = std::min(steps, cut / eta + 1);
  const double cells = std::min(most_lattice_points / (steps * spans), 4096.0);
  return cells < first_cells(k) ? 0 : static_cast<std::uint32_t>(cells);
}

/// About how much faster than eta, in logarithms, delta grows near epsilon: as if the log-ratios were normal, or where
/// delta has only begun to be above 0, as what eta has beyond that point.
inline double steepness(double eta, std::uint64_t k, double epsilon) {
  const auto steps = static_cast<double>(k);
  const double spread = eta * std::sqrt(steps) / 2;
  const double normal = (epsilon / spread - spread / 2) * (epsilon / spread + spread / 2);
  const double beyond = steps * eta - epsilon;
  return std::max(normal, beyond > 0 ? steps * eta / beyond : 0);
}

/// The number of cells that narrows a bracket of the first run, as it narrows with the square, to five parts in ten
/// thousand (one in a hundred beyond a hundred steps); or, where delta is so steep that this tells more of a step than is
/// asked for, until the step is known to some parts in a hundred thousand (in ten thousand). A power of two, or one and a
/// half, so that a step's last digits do not decide it.
inline std::uint32_t wanted_cells(const Bracket& first, std::uint64_t k, double steep,
                                  std::uint32_t affordable) {
  const double of_delta = k <= 100 ? 5e-4 : 1e-2;
  const double of_step = k <= 30 ? 2.5e-5 : k <= 100 ? 5e-5 : 5e-4;
  const double aim = std::max(of_delta, of_step * std::min(steep, 1000.0));
  const double gap = first.lower > 0 ? std::log(first.upper / first.lower) : 100.0;
  const double cells = std::min(first_cells(k) * std::sqrt(std::max(gap / aim, 1.0)), 4096.0);
  std::uint32_t wanted = first_cells(k);
  while (wanted < cells) {
    wanted = std::has_single_bit(wanted) ? wanted / 2 * 3 : wanted / 3 * 4;
  }
  return std::min(wanted, affordable);
}

/// With fewer cells than this a Laplace recursion is loose, and whole pairs are composed instead.
inline constexpr std::uint32_t enough_laplace_cells = 16;

/// The number of cells for a Laplace recursion, even; 0 if it would take too long. Few steps need
/// more cells and cost less.
inline std::uint32_t affordable_laplace_cells(double step, std::uint64_t k, double cut) {
  const auto steps = static_cast<double>(k);
  const double spans = std::min(steps, cut / step + 1);
  const double cells = std::min(most_lattice_points / (steps * spans), k <= 50 ? 256.0 : 32.0);
  return cells < 4 ? 0 : static_cast<std::uint32_t>(cells) / 2 * 2;
}

/// The number of cells of a coarse run for Laplace; none where even the affordable ones are too few.
inline std::uint32_t coarse_laplace_cells(std::uint64_t k, std::uint32_t affordable) {
  return affordable < enough_laplace_cells ? 0 : k <= 30 ? std::min(affordable, 32U) : 8;
}

}  // namespace discreet::detail

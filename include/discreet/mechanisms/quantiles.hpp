#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "discreet/accounting/cost.hpp"
#include "discreet/accounting/curve.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet {

/// A public grid of values: lower, lower + step, …, upper. Its values are numbered from 0 and called cells.
///
/// The bounds and the step are chosen without the data: what is read from them tells of them.
///
/// Proof     proofs/mechanisms/grid.md
class Grid {
 public:
  [[nodiscard]] const Fraction& lower() const noexcept { return lower_; }
  [[nodiscard]] const Fraction& upper() const noexcept { return upper_; }
  [[nodiscard]] const Fraction& step() const noexcept { return step_; }

  /// How many values it has: from 2 to most_cells.
  [[nodiscard]] std::uint64_t cells() const noexcept { return cells_; }

  static constexpr std::uint64_t most_cells = std::uint64_t{1} << 40;

  /// The value of a cell.
  ///
  /// Throws    Error{bad_parameter} for a cell that there is not.
  [[nodiscard]] Fraction value(std::uint64_t cell) const;

  /// The cell nearest to a value, of two the upper; what lies outside goes to the nearest end.
  ///
  /// Law       floor((value - lower) / step + 1/2), clamped, without rounding.
  /// Throws    Error{bad_parameter} for a denominator of 0.
  [[nodiscard]] std::uint64_t cell(const Fraction& value) const;

  /// The same of what the double is exactly. Infinities go to the ends.
  ///
  /// Throws    Error{bad_parameter} for NaN.
  [[nodiscard]] std::uint64_t cell(double value) const;

  friend bool operator==(const Grid&, const Grid&) = default;

 private:
  friend Grid make_grid(const Fraction& lower, const Fraction& upper, const Fraction& step);

  Grid(Fraction lower, Fraction upper, Fraction step, std::uint64_t cells)
      : lower_(std::move(lower)), upper_(std::move(upper)), step_(std::move(step)), cells_(cells) {}

  Fraction lower_;
  Fraction upper_;
  Fraction step_;
  std::uint64_t cells_;
};

/// The grid with these bounds and this step.
///
/// Requires  lower < upper; a step above 0 of which upper - lower is a multiple; at most 2^40 cells.
/// Throws    Error{bad_parameter} if not, and for a denominator of 0.
/// Proof     proofs/mechanisms/grid.md
[[nodiscard]] Grid make_grid(const Fraction& lower, const Fraction& upper, const Fraction& step);

/// In what the masses of a column are counted: what a full unit weighs.
enum class UnitMass {
  one,     ///< 1: each unit has one value
  shared,  ///< shares_per_unit: a unit with r rows puts floor(shares_per_unit / r) on the cell of each
};

inline constexpr std::uint64_t shares_per_unit = std::uint64_t{1} << 20;

/// 1, or shares_per_unit.
///
/// Throws    Error{bad_parameter} for a value that a cast made and that is neither.
[[nodiscard]] std::uint64_t weight_of(UnitMass unit);

/// A column must have fewer units than this.
inline constexpr std::uint64_t most_units = std::uint64_t{1} << 31;

/// The mass of a column of values by the cells of a grid; what has no mass is left out.
struct MassColumn {
  std::vector<std::uint64_t> cells;   ///< strictly rising
  std::vector<std::uint64_t> masses;  ///< as many, above 0

  friend bool operator==(const MassColumn&, const MassColumn&) = default;
};

/// All columns of a grid with fewer than most_units units, in masses of one kind.
class MassDomain {
 public:
  using Input = const MassColumn&;

  MassDomain(Grid grid, UnitMass unit) : grid_(std::move(grid)), unit_(unit) {}

  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  [[nodiscard]] UnitMass unit() const noexcept { return unit_; }

  [[nodiscard]] bool member(const MassColumn& column) const;

  friend bool operator==(const MassDomain&, const MassDomain&) = default;

 private:
  Grid grid_;
  UnitMass unit_;
};

/// The column of an array with one value for each unit.
///
/// Law       each value adds a mass of 1 to Grid::cell(value); NaN adds none.
/// Requires  fewer than 2^31 numbers; values that do not change meanwhile: if they do, it is the column of some others.
/// Throws    Error{outside_domain} for more; Error{unsound_thread} where the thread's arithmetic is not sound.
/// Cost      one read of the values and four bytes for each cell; with more than 2^24 cells, or more than eight for
///           each value, sixteen bytes for each value and a sort. Values halfway between two cells take longer, and so
///           do all where the lower bound is more than 2^48 steps away from 0.
/// Proof     proofs/mechanisms/count_cells.md
[[nodiscard]] MassColumn count_cells(const Scores& values, const Grid& grid);

/// One of the choices that a release of several quantiles is made of. It finds one quantile of the mass between the
/// boundaries that two choices above it made; what is left of it goes to its left child, the rest to the right one.
struct QuantileNode {
  std::size_t quantile = 0;              ///< which of the quantiles it finds
  Fraction relative;                     ///< where that lies between those of its ends
  std::optional<std::size_t> left = {};  ///< children, by their place among the nodes
  std::optional<std::size_t> right = {};
  std::optional<std::size_t> lower_end =
      {};  ///< the nodes that its ends come from; nothing for those of the grid
  std::optional<std::size_t> upper_end = {};
  std::uint64_t height = 1;  ///< 1 for a leaf
  double scale = 0;          ///< of its noise in units of rank, that is in units, rounded up
  double step = 0;           ///< what one unit costs that lies in it whole, rounded up

  friend bool operator==(const QuantileNode&, const QuantileNode&) = default;
};

/// How quantiles are chosen, and what is proved about it.
struct QuantilePlan {
  Law law = Law::exponential_mechanism;
  std::vector<Fraction> quantiles;
  std::vector<QuantileNode> nodes;  ///< each before its children, the left before the right
  std::uint64_t levels = 0;         ///< the height of the first node
  std::uint64_t cells = 0;          ///< of the grid
  Target cost;  ///< of one unit, in the target's own terms; never more than the target

  /// The scale that each quantile is found with, in the order of the quantiles.
  [[nodiscard]] std::vector<double> scales() const;

  /// A rank error that, with probability 1 - beta, no quantile exceeds, whatever the column. Rounded up.
  ///
  /// Law       one quantile: error_quantile. Several: each choice's own error, which that of the choices above it is
  ///           added to, by the union bound. The rank error of a value is how far q times the number of units is from
  ///           all of what lies between the number below the value and the number not above it.
  /// Requires  beta above 0 and at most 1; for several quantiles the most units that there are, at least 1.
  /// Throws    Error{bad_parameter} if not.
  /// Cost      microseconds for each quantile.
  /// Proof     proofs/mechanisms/quantile_rank_error.md
  [[nodiscard]] double rank_error(double beta, std::optional<std::uint64_t> units = {}) const;
};

/// Plans the release of quantiles with the least noise that is proved to keep to a target.
///
/// Law       a tree of as few levels as there can be: a node takes the quantile nearest to the middle of its ends, of
///           two the outer. Every unit's mass is divided among the nodes of a level, so that a release costs the most
///           that a path does: for epsilon and rho a node takes what is left divided by its height, for (epsilon,
///           delta) all have one step, by the curve of as many selections as there are levels. The law is
///           permute-and-flip for one quantile at an epsilon of at most ten million cells, else the exponential
///           mechanism.
/// Requires  from 1 to 1000 quantiles above 0 and below 1, strictly rising, with a common denominator up to 4096; a
///           finite target above 0, with a delta below 1.
/// Throws    Error{bad_parameter} if not, or if no finite scale keeps to the target; what progress throws.
/// Cost      milliseconds; with a delta that of calibrate_top_k for as many selections as levels.
/// Proof     proofs/mechanisms/quantile_plan.md
[[nodiscard]] QuantilePlan calibrate_quantiles(std::span<const Fraction> quantiles,
                                               const Target& target, Neighbors neighbors,
                                               const Grid& grid, const Progress& progress = {});

/// Builds the measurement that releases the cells of a plan's quantiles, in their order: they never fall.
///
/// Law       the choices of the plan's nodes, parents first, by its law at their scales: a true quantile has the
///           least gap, the less the more of a tie lies on either side of it, so that ties are found exactly. A column
///           without mass gives a cell by chance.
/// Map       d_in units -> the greatest sum over a path of d_in times the range of a node over its scale, rounded up;
///           the ranges are those of the metric's neighbours.
/// Requires  a plan for the domain's grid that calibrate_quantiles could have made, but for its scales and cost.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain or no_entropy.
/// Cost      a sum for each cell with mass, then microseconds for each quantile; by permute-and-flip one pass over all
///           cells of the grid.
/// Proof     proofs/mechanisms/quantile_recursion.md
[[nodiscard]] Measurement<MassDomain, UnitDistance, MaxDivergence, std::vector<std::uint64_t>>
make_quantiles(MassDomain input_domain, UnitDistance input_metric, MaxDivergence output_measure,
               QuantilePlan plan);

/// The same under zero-concentrated divergence.
///
/// Map       the greatest sum over a path of the rho of such a step, by the plan's law.
[[nodiscard]] Measurement<MassDomain, UnitDistance, ZeroConcentratedDivergence,
                          std::vector<std::uint64_t>>
make_quantiles(MassDomain input_domain, UnitDistance input_metric,
               ZeroConcentratedDivergence output_measure, QuantilePlan plan);

/// The same, accounted for by its curve of (epsilon, delta).
///
/// Map       the curve of as many selections as there are levels, each at the greatest such step.
[[nodiscard]] Measurement<MassDomain, UnitDistance, PrivacyProfile, std::vector<std::uint64_t>>
make_quantiles(MassDomain input_domain, UnitDistance input_metric,
               Approximate<MaxDivergence> output_measure, QuantilePlan plan);

}  // namespace discreet

namespace discreet::detail {

/// Throws Error{outside_domain} unless it is a column of a grid with so many cells: cells that are the grid's and
/// strictly rising, as many masses, above 0, of fewer than most_units units in all.
///
/// Proof     proofs/mechanisms/grid.md
void require_column(const MassColumn& column, std::uint64_t cells, UnitMass unit);

}  // namespace discreet::detail

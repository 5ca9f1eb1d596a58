#pragma once

#include <cstdint>
#include <utility>
#include <vector>

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

}  // namespace discreet

namespace discreet::detail {

/// Throws Error{outside_domain} unless it is a column of a grid with so many cells: cells that are the grid's and
/// strictly rising, as many masses, above 0, of fewer than most_units units in all.
///
/// Proof     proofs/mechanisms/grid.md
void require_column(const MassColumn& column, std::uint64_t cells, UnitMass unit);

}  // namespace discreet::detail

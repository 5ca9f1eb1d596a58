#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "decimal_text.hpp"
#include "discreet/mechanisms/quantiles.hpp"

namespace discreet::cli {

/// Where a value stands on a grid.
struct GridPlace {
  /// Whether the nearest step is beyond an end.
  enum class Side { inside, below, above };

  std::uint64_t cell = 0;
  Side side = Side::inside;

  friend bool operator==(const GridPlace&, const GridPlace&) = default;
};

/// Finds the cells of values, as Grid::cell does, from their texts.
///
/// Law       the nearest cell, of two the upper, of exactly the number that was written; what lies outside goes to the
///           nearest end.
/// Cost      integers of 128 bits for numbers of up to 18 digits on grids that allow it; otherwise GMP's, no longer than
///           the text and the grid's own numbers: an exponent of a billion takes no more memory than one of ten.
/// Proof     proofs/cli/grid_reader.md
class GridReader {
 public:
  explicit GridReader(const Grid& grid);

  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }

  [[nodiscard]] GridPlace place(const DecimalText& number) const;
  [[nodiscard]] GridPlace place(std::int64_t number) const;
  [[nodiscard]] GridPlace place(const Fraction& number) const;

 private:
  using Wide = __int128;
  // With A the common denominator of lower and step, the cell of x is floor((floor(2A x) + offset) / width) before it
  // is clamped, offset = A (step - 2 lower), width = 2A step: all of them integers.
  struct Small {
    std::int64_t twice_denominator;
    Wide offset;
    std::int64_t width;
  };

  [[nodiscard]] GridPlace place_of(Wide numerator, std::int64_t denominator) const;
  [[nodiscard]] GridPlace clamped(Wide cell) const;

  Grid grid_;
  std::optional<Small> small_;
  std::int64_t greatest_ = 0;  // numbers of a magnitude above this lie outside
  std::int64_t least_ =
      0;  // numbers of a magnitude up to this stand where the same of this magnitude do
};

}  // namespace discreet::cli

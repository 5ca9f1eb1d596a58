#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "discreet/mechanisms/quantiles.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet::detail {

/// What decides in doubles which cell is nearest to a value, where a proven error leaves no doubt, and exactly where
/// it does.
///
/// Law       with z = (value − lower)·inverse in doubles, clamped to [0, last], the nearest whole number to z is
///           Grid::cell(value) if z is within `sure` of it; settle is Grid::cell(value) of any other value.
/// Requires  sound arithmetic; a grid that outlives the filter.
/// Proof     proofs/mechanisms/count_cells.md
class CellFilter {
 public:
  explicit CellFilter(const Grid& of);

  /// What the roundings of z may amount to, of each of cells + 1 and |lower| / step.
  static constexpr double roundings = 8 * 0x1p-53;

  double lower = 0.0;
  double inverse = 0.0;
  double last = 0.0;
  double sure = -1.0;  ///< nothing is sure where doubles say too little of the grid

  /// The cell of a value that is not sure to be nearest to any; as many as there are cells for NaN.
  ///
  /// Requires  about: the z of the value.
  template <Number T>
  [[nodiscard]] std::uint64_t settle(T value, double about) const {
    if constexpr (Float<T>) {
      if (is_nan(value)) {
        return grid_->cells();
      }
    }
    if (narrow_) {
      const auto below = static_cast<std::int64_t>(about);
      switch (reaches_half_above(below, parts(value))) {
        case Answer::yes:
          return static_cast<std::uint64_t>(below) + 1;
        case Answer::no:
          return static_cast<std::uint64_t>(below);
        case Answer::unsure:
          break;
      }
    }
    if constexpr (Float<T>) {
      return grid_->cell(static_cast<double>(value));
    } else {
      return grid_->cell(exact_fraction(value));
    }
  }

 private:
  using Wide = __int128_t;

  enum class Answer { no, yes, unsure };

  /// whole · 2^exponent.
  struct Parts {
    Wide whole;
    int exponent;
  };

  template <Number T>
  static Parts parts(T value) noexcept {
    if constexpr (Float<T>) {
      const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(value));
      const auto biased = static_cast<int>(bits >> 52U & 0x7ffU);
      std::uint64_t whole = (bits & 0xfffffffffffffU) | std::uint64_t{biased != 0} << 52U;
      const int zeros = whole == 0 ? 0 : std::countr_zero(whole);
      whole >>= static_cast<unsigned>(zeros);
      const int exponent = (biased == 0 ? 1 : biased) - 1075 + zeros;
      return {has_minus_sign(value) ? -Wide{whole} : Wide{whole}, exponent};
    } else {
      return {Wide{value}, 0};
    }
  }

  [[nodiscard]] Answer reaches_half_above(std::int64_t cell, Parts value) const noexcept;

  const Grid* grid_;
  bool narrow_ = false;  ///< whether the numbers below are the grid's, each below 2^61
  Wide denominator_ = 0;
  Wide first_ = 0;  ///< lower · denominator
  Wide step_ = 0;   ///< step · denominator
};

/// Writes the cell of each value; as many as there are cells for NaN.
///
/// Law       out[i] = Grid::cell(values[i]), whatever the vector width. Each value is read once.
/// Requires  room for count cells.
/// Proof     proofs/mechanisms/count_cells.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
void place_cells(const T* values, std::size_t count, const CellFilter& filter, std::uint64_t* out);

}  // namespace discreet::detail

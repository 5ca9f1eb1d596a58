#pragma once

#include <cstdint>
#include <string_view>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet {

/// Whether a change of the data moves all scores the same way, as adding a person to counts does.
enum class Monotonic { yes, no };

/// "yes" or "no", as bills name it.
///
/// Requires  a value that no cast made.
[[nodiscard]] constexpr std::string_view to_string(Monotonic monotonic) noexcept {
  switch (monotonic) {
    case Monotonic::yes:
      return "yes";
    case Monotonic::no:
      return "no";
  }
  return "";
}

/// Which two tables are neighbours.
enum class Neighbors {
  add_remove,  ///< one has one unit more than the other
  replace,     ///< one unit has other rows in the other
};

/// Counting the units that have each candidate: one unit changes each count by at most 1, and all one
/// way unless its rows are replaced, when one count may fall while another rises.
[[nodiscard]] constexpr Monotonic monotonic_counts(Neighbors neighbors) {
  return neighbors == Neighbors::add_remove ? Monotonic::yes : Monotonic::no;
}

std::string_view to_string(Neighbors neighbors) noexcept;

/// The neighbours of that name, add-remove or replace.
///
/// Throws    Error{bad_parameter} if there are none.
Neighbors parse_neighbors(std::string_view name);

}  // namespace discreet

namespace discreet::detail {

/// Refuses what is not a distance: NaN and everything with a minus sign, -0.0 included.
///
/// Throws    Error{bad_distance}.
template <Number T>
void require_distance(T distance) {
  if constexpr (Float<T>) {
    require(!is_nan(distance), bad_distance, "a distance must not be NaN");
    require(!has_minus_sign(distance), bad_distance, "a distance must not be negative");
  } else {
    require(distance >= 0, bad_distance, "a distance must not be negative");
  }
}

}  // namespace discreet::detail

namespace discreet {

/// The largest difference between two scores' changes: max over i, j of (x_i - x'_i) - (x_j -
/// x'_j).
///
/// Two vectors of different length are infinitely far apart.
template <Number T>
struct RangeDistance {
  using Distance = T;
  static constexpr std::string_view name = "RangeDistance";

  /// The range distance of vectors at distance d: d itself.
  ///
  /// Throws    Error{bad_distance} if d is negative, -0.0 or NaN.
  /// Proof     proofs/framework/range_distance.md
  [[nodiscard]] T range_distance(T d) const {
    detail::require_distance(d);
    return d;
  }

  friend constexpr bool operator==(const RangeDistance&, const RangeDistance&) = default;
};

/// The largest change of a single score, max over i of |x_i - x'_i|; if monotonic, changes that go
/// both ways are infinitely far.
///
/// Two vectors of different length are infinitely far apart.
template <Number T>
class LInfDistance {
 public:
  using Distance = T;
  static constexpr std::string_view name = "LInfDistance";

  constexpr LInfDistance() = default;
  constexpr explicit LInfDistance(Monotonic monotonic) : monotonic_(monotonic) {}

  [[nodiscard]] constexpr Monotonic monotonic() const { return monotonic_; }

  /// A bound on the range distance of vectors at distance d: d if monotonic, else d + d rounded up.
  ///
  /// Throws    Error{bad_distance} if d is negative, -0.0 or NaN, or if d + d overflows an integer;
  ///           for a float that is +inf.
  /// Proof     proofs/framework/l_inf_distance.md
  [[nodiscard]] T range_distance(T d) const {
    require_sound_arithmetic();
    detail::require_distance(d);
    return monotonic_ == Monotonic::yes ? d : inf_add(d, d);
  }

  friend constexpr bool operator==(const LInfDistance&, const LInfDistance&) = default;

 private:
  Monotonic monotonic_ = Monotonic::no;
};

/// How many units have to be added or removed, or else replaced, to come from one table to the other.
///
/// What the tables are read as, such as the counts of their items, is another matter: it may well have
/// another length afterwards.
class UnitDistance {
 public:
  using Distance = std::uint64_t;
  static constexpr std::string_view name = "UnitDistance";

  constexpr explicit UnitDistance(Neighbors neighbors) : neighbors_(neighbors) {}

  [[nodiscard]] constexpr Neighbors neighbors() const { return neighbors_; }

  friend constexpr bool operator==(const UnitDistance&, const UnitDistance&) = default;

 private:
  Neighbors neighbors_;
};

}  // namespace discreet

#pragma once

#include <string_view>

#include "discreet/framework/require_distance.hpp"
#include "discreet/numbers/number.hpp"

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

}  // namespace discreet

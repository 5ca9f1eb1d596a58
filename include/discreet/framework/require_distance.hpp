#pragma once

#include "discreet/error.hpp"
#include "discreet/numbers/float_bits.hpp"
#include "discreet/numbers/number.hpp"

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

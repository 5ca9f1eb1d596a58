#pragma once

#include <limits>

#include "discreet/error.hpp"
#include "discreet/numbers/inf_mul.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

namespace detail {
float powi_up(float base, int exponent);
double powi_up(double base, int exponent);
float powi_down(float base, int exponent);
double powi_down(double base, int exponent);
}  // namespace detail

/// The smallest value of T that is not below base to the power of exponent; base^0 is 1.
///
/// Requires  a base that is not NaN; for integers an exponent that is not negative, a power in T.
/// Throws    Error{bad_distance} if not. A float zero of either sign stands for the limit from
///           above, so that 0^-1 is +inf. A power above the largest finite value is +inf, one below
///           the least finite value is that value.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      one power in MPFR for floats, at most 64 products for integers. Zero is +0.0.
/// Proof     proofs/numbers/inf_powi.md
template <Number T>
[[nodiscard]] T inf_powi(T base, int exponent) {
  if constexpr (Float<T>) {
    return detail::powi_up(base, exponent);
  } else {
    require(exponent >= 0, bad_distance, "an integer power needs an exponent that is not negative");
    // Powers of -1, 0 and 1 repeat with period two; all others leave T within 64 steps.
    const bool repeats =
        base == 0 || base == 1 || (std::numeric_limits<T>::is_signed && base == static_cast<T>(-1));
    const int steps = repeats && exponent > 2 ? 2 - exponent % 2 : exponent;
    T power{1};
    for (int i = 0; i < steps; ++i) {
      power = inf_mul(power, base);
    }
    return power;
  }
}

/// The greatest value of T that is not above base to the power of exponent: inf_powi in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_powi(T base, int exponent) {
  if constexpr (Float<T>) {
    return detail::powi_down(base, exponent);
  } else {
    return inf_powi(base, exponent);  // exact
  }
}

}  // namespace discreet

#pragma once

#include <limits>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

namespace detail {
// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
float div_up(float a, float b);
double div_up(double a, double b);

template <Integer T>
T quotient(T a, T b) {
  require(b != 0, bad_distance, "an integer must not be divided by zero");
  if constexpr (std::numeric_limits<T>::is_signed) {
    require(a != std::numeric_limits<T>::min() || b != T{-1}, bad_distance,
            "an integer quotient must fit its type");
  }
  return static_cast<T>(a / b);
}
}  // namespace detail

/// The smallest value of T that is not below a / b; for integers, the quotient rounded up.
///
/// Requires  no NaN; neither 0 / 0 nor inf / inf; for integers a divisor other than zero and a
///           quotient in T.
/// Throws    Error{bad_distance} if not. A float zero of either sign stands for the limit from
///           above, so that 1 / 0 is +inf and -1 / 0 is -inf. A quotient above the largest finite
///           value is +inf, one below the least finite value is that value.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      some twenty operations; MPFR where bits could be lost. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_div.md
template <Number T>
[[nodiscard]] T inf_div(T a, T b) {
  if constexpr (Float<T>) {
    return detail::div_up(a, b);
  } else {
    const T towards_zero = detail::quotient(a, b);
    const bool below = a % b != 0 && (a < 0) == (b < 0);
    return static_cast<T>(towards_zero + (below ? 1 : 0));
  }
}

/// The greatest value of T that is not above a / b: inf_div in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_div(T a, T b) {
  if constexpr (Float<T>) {
    return 0 - detail::div_up(-a, b);  // not a plain minus: a result of zero is +0.0
  } else {
    const T towards_zero = detail::quotient(a, b);
    const bool above = a % b != 0 && (a < 0) != (b < 0);
    return static_cast<T>(towards_zero - (above ? 1 : 0));
  }
}

}  // namespace discreet

#pragma once

#include "discreet/numbers/number.hpp"

namespace discreet {

namespace detail {
float exp_up(float x);
double exp_up(double x);
float exp_down(float x);
double exp_down(double x);
}  // namespace detail

/// The smallest value of T that is not below e^x; e^-inf is 0.
///
/// Requires  an operand that is not NaN.
/// Throws    Error{bad_distance} if it is. Above the largest finite value the result is +inf.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      one exponential in MPFR.
/// Proof     proofs/numbers/inf_exp.md
template <Float T>
[[nodiscard]] T inf_exp(T x) {
  return detail::exp_up(x);
}

/// The greatest value of T that is not above e^x; the largest finite value where that is exceeded.
template <Float T>
[[nodiscard]] T neg_inf_exp(T x) {
  return detail::exp_down(x);
}

}  // namespace discreet

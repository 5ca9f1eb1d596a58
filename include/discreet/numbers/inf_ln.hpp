#pragma once

#include "discreet/numbers/number.hpp"

namespace discreet {

namespace detail {
float ln_up(float x);
double ln_up(double x);
float ln_down(float x);
double ln_down(double x);
}  // namespace detail

/// The smallest value of T that is not below ln x; ln 0 is -inf, for both zeros.
///
/// Requires  an operand that is neither NaN nor negative.
/// Throws    Error{bad_distance} if not.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      one logarithm in MPFR. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_ln.md
template <Float T>
[[nodiscard]] T inf_ln(T x) {
  return detail::ln_up(x);
}

/// The greatest value of T that is not above ln x.
template <Float T>
[[nodiscard]] T neg_inf_ln(T x) {
  return detail::ln_down(x);
}

}  // namespace discreet

#pragma once

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

namespace detail {
// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
float add_up(float a, float b);
double add_up(double a, double b);
}  // namespace detail

/// The smallest value of T that is not below a + b.
///
/// Requires  no NaN; not inf + -inf; an integer sum in T.
/// Throws    Error{bad_distance} if an operand or the integer sum is not so. A float sum above the
///           largest finite value is +inf, one below the least finite value is that value.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      a few additions. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_add.md
template <Number T>
[[nodiscard]] T inf_add(T a, T b) {
  if constexpr (Float<T>) {
    return detail::add_up(a, b);
  } else {
    T sum{};
    require(!__builtin_add_overflow(a, b, &sum), bad_distance, "an integer sum must fit its type");
    return sum;
  }
}

/// The greatest value of T that is not above a + b: inf_add in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_add(T a, T b) {
  if constexpr (Float<T>) {
    return 0 - detail::add_up(-a, -b);  // not a plain minus: a result of zero is +0.0
  } else {
    return inf_add(a, b);  // exact
  }
}

}  // namespace discreet

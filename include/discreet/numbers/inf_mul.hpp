#pragma once

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

namespace detail {
// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
float mul_up(float a, float b);
double mul_up(double a, double b);
}  // namespace detail

/// The smallest value of T that is not below a * b.
///
/// Requires  no NaN; not 0 * inf; an integer product in T.
/// Throws    Error{bad_distance} if an operand or the integer product is not so. A float product
///           above the largest finite value is +inf, one below the least is that value.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      some twenty operations; MPFR where bits could be lost. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_mul.md
template <Number T>
[[nodiscard]] T inf_mul(T a, T b) {
  if constexpr (Float<T>) {
    return detail::mul_up(a, b);
  } else {
    T product{};
    require(!__builtin_mul_overflow(a, b, &product), bad_distance,
            "an integer product must fit its type");
    return product;
  }
}

/// The greatest value of T that is not above a * b: inf_mul in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_mul(T a, T b) {
  if constexpr (Float<T>) {
    return 0 - detail::mul_up(-a, b);  // not a plain minus: a result of zero is +0.0
  } else {
    return inf_mul(a, b);  // exact
  }
}

}  // namespace discreet

#pragma once

#include "discreet/error.hpp"
#include "discreet/numbers/inf_add.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// The smallest value of T that is not below a - b.
///
/// Requires  no NaN; not inf - inf; an integer difference in T.
/// Throws    Error{bad_distance} if an operand or the integer difference is not so. A float
///           difference above the largest finite value is +inf, one below the least finite value is
///           that value.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      a few additions. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_sub.md
template <Number T>
[[nodiscard]] T inf_sub(T a, T b) {
  if constexpr (Float<T>) {
    return inf_add(a, -b);
  } else {
    T difference{};
    require(!__builtin_sub_overflow(a, b, &difference), bad_distance,
            "an integer difference must fit its type");
    return difference;
  }
}

/// The greatest value of T that is not above a - b: inf_sub in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_sub(T a, T b) {
  if constexpr (Float<T>) {
    return neg_inf_add(a, -b);
  } else {
    return inf_sub(a, b);  // exact
  }
}

}  // namespace discreet

#pragma once

#include <cstdint>
#include <type_traits>

#include <gmpxx.h>

#include "discreet/numbers/number.hpp"

namespace discreet {

/// An exact rational number in lowest terms.
using Fraction = mpq_class;

/// The specification documents' name for an exact number.
using FBig = Fraction;

namespace detail {
Fraction fraction_of(double value);
Fraction fraction_of(std::int64_t value);
Fraction fraction_of(std::uint64_t value);
}  // namespace detail

/// The value as a fraction, without rounding; both zeros are 0.
///
/// Requires  a finite value.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/numbers/fraction.md
template <Number T>
[[nodiscard]] Fraction exact_fraction(T value) {
  if constexpr (Float<T>) {
    return detail::fraction_of(static_cast<double>(value));
  } else if constexpr (std::is_signed_v<T>) {
    return detail::fraction_of(std::int64_t{value});
  } else {
    return detail::fraction_of(std::uint64_t{value});
  }
}

}  // namespace discreet

#pragma once

#include <compare>
#include <cstdint>

#include <gmpxx.h>

#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// An exact dyadic number: significand times two to the power of exponent, with an odd significand,
/// or 0 and 0.
///
/// Throws    Error{bug} where an exponent leaves 64 bits.
/// Cost      memory grows with the distance between the greatest and the least binary digit.
/// Proof     proofs/numbers/fbig.md
class FBig {
 public:
  FBig() = default;
  FBig(mpz_class significand, std::int64_t exponent);

  [[nodiscard]] const mpz_class& significand() const noexcept { return significand_; }
  [[nodiscard]] std::int64_t exponent() const noexcept { return exponent_; }

  FBig operator-() const;
  friend FBig operator+(const FBig& x, const FBig& y);
  friend FBig operator-(const FBig& x, const FBig& y);
  friend FBig operator*(const FBig& x, const FBig& y);
  friend bool operator==(const FBig& x, const FBig& y);
  friend std::strong_ordering operator<=>(const FBig& x, const FBig& y);

 private:
  mpz_class significand_;
  std::int64_t exponent_ = 0;
};

/// The same value as a fraction, without rounding.
[[nodiscard]] Fraction exact_fraction(const FBig& value);

namespace detail {
FBig fbig_of(const Fraction& dyadic);
}  // namespace detail

/// The value as a dyadic number, without rounding; both zeros are 0.
///
/// Requires  a finite value.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/numbers/fbig.md
template <Number T>
[[nodiscard]] FBig exact_fbig(T value) {
  return detail::fbig_of(exact_fraction(value));
}

}  // namespace discreet

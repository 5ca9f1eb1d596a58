#pragma once

#include <utility>

#include "discreet/numbers/big_float.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// Two bounds of a real number r, lo <= r <= hi; every operation rounds outward, so that the
/// result bounds the same operation on the reals.
///
/// Requires  bounds that are not NaN; an infinite bound says nothing on its side.
/// Throws    Error{bug} from a division by, or the logarithm of, an interval without a positive
///           number. A result has the greater precision of its operands.
/// Proof     proofs/numbers/big_interval.md
struct BigInterval {
  BigFloat lo;
  BigFloat hi;

  /// An interval of a given precision whose bounds are still NaN, to be set by the caller.
  explicit BigInterval(mpfr_prec_t precision) : lo(precision), hi(precision) {}
  BigInterval(BigFloat lower, BigFloat upper) : lo(std::move(lower)), hi(std::move(upper)) {}

  /// The narrowest interval of that precision that contains the value.
  static BigInterval of(const Fraction& value, mpfr_prec_t precision);

  /// The same, from any finite number; Error{bad_parameter} from others.
  template <Number T>
  static BigInterval of(T value, mpfr_prec_t precision) {
    return of(exact_fraction(value), precision);
  }

  [[nodiscard]] mpfr_prec_t precision() const noexcept;
  [[nodiscard]] bool contains(const BigFloat& value) const;
  [[nodiscard]] bool contains(const Fraction& value) const;
};

BigInterval operator-(const BigInterval& x);
BigInterval operator+(const BigInterval& x, const BigInterval& y);
BigInterval operator-(const BigInterval& x, const BigInterval& y);
BigInterval operator*(const BigInterval& x, const BigInterval& y);
/// The quotient by a positive real; all reals while the divisor's lower bound is not positive.
BigInterval operator/(const BigInterval& x, const BigInterval& y);
BigInterval exp(const BigInterval& x);
/// The logarithm of a positive real; from -inf while the lower bound is not positive.
BigInterval log(const BigInterval& x);

}  // namespace discreet

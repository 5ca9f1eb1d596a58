#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <mpfr.h>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"

namespace discreet::detail {

/// Whether products and quotients of such operands, and all their partial products, are far from
/// overflow and from losing bits below the subnormals.
inline bool in_safe_zone(double x) {
  const double magnitude = x < 0 ? -x : x;
  return magnitude >= 0x1p-450 && magnitude <= 0x1p450;
}

/// a * b - product, without rounding, where product is a * b rounded to nearest.
///
/// Requires  |a * b| from 2^-902 to 2^902, |a| and |b| from 2^-902 to 2^902.
/// Proof     proofs/numbers/two_product.md
inline double product_residual(double a, double b, double product) {
  // Rounds a magnitude to its upper 26 bits, so that both parts have at most 26 bits; a carry runs
  // into the exponent, where it is the next power of two. No libm: fma may be emulated there.
  const auto upper = [](double x) {
    constexpr std::uint64_t half = std::uint64_t{1} << 26U;
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) + half) & ~(2 * half - 1));
  };
  const double a_high = upper(a);
  const double a_low = a - a_high;
  const double b_high = upper(b);
  const double b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

}  // namespace discreet::detail

// A residual that the compiler simplifies, or keeps in a wider register, no longer says on which
// side of the exact result the rounded one lies.
static_assert(FLT_EVAL_METHOD == 0, "float and double must be evaluated in their own precision");

namespace discreet::detail {

/// The same number without a negative zero: an upper bound of 0 must not look like a negative one.
template <Float T>
T unsigned_zero(T x) {
  return x == 0 ? T{0} : x;
}

/// What every directed operation asks for first: arithmetic as the proofs assume it, and no NaN.
template <Float... T>
void check_operands(T... x) {
  require_sound_arithmetic();
  require(!(std::isnan(x) || ...), bad_distance, "an operand of directed rounding must not be NaN");
}

/// Rounds up a result of which `nearest` is the rounding to nearest; `below` says that it is less.
template <Float T>
T round_up_nearest(T nearest, bool below) {
  if (nearest == -std::numeric_limits<T>::infinity()) {
    return std::numeric_limits<T>::lowest();  // finite operands, so the result is a real number
  }
  return unsigned_zero(below ? next_up(nearest) : nearest);
}

/// What MPFR computes from exact operands, rounded once in `rounding` (RNDU or RNDD).
///
/// The 53-bit numbers contain all doubles and floats, so that rounding to them first and to T
/// second, in the same direction, is the same as rounding to T at once.
template <Float T, class Compute>
T directed(mpfr_rnd_t rounding, Compute compute) {
  BigFloat out{DBL_MANT_DIG};
  compute(out.get());
  if constexpr (std::is_same_v<T, float>) {
    return unsigned_zero(mpfr_get_flt(out.get(), rounding));
  } else {
    return unsigned_zero(mpfr_get_d(out.get(), rounding));
  }
}

/// An exact operand for MPFR.
inline BigFloat exact_big(double x) {
  BigFloat out{DBL_MANT_DIG};
  mpfr_set_d(out.get(), x, MPFR_RNDN);
  return out;
}

}  // namespace discreet::detail

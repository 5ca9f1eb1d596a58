#pragma once

#include <bit>
#include <cstdint>

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

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "numbers/interval.hpp"

namespace discreet {

/// How far an end of ln1p_enclosure lies from ln_core's value, relatively: rounding, remainder and
/// the widening product together. tests/numbers/ln_enclosure_core_test.cpp re-derives it.
inline constexpr double ln_slack = 0x1.8p-51;

// The parts of ln_slack. tools/exp_proof.py proves the first with Gappa
// (proofs/numbers/ln_enclosure.gappa), tests/numbers/ln_enclosure_core_test.cpp the second with MPFR.
inline constexpr double ln_evaluation_error = 0x1.9p-52;  // of the polynomial, relative
inline constexpr double ln_remainder = 0x1.7p-55;         // what the polynomial lacks, relative

/// The arguments ln_core accepts, around √½ − 1 to √2 − 1 and away from zero.
inline constexpr double ln_core_least = -0x1.2cp-2;
inline constexpr double ln_core_greatest = 0x1.a9p-2;
inline constexpr double ln_core_tiny = 0x1p-60;

namespace detail {

// 1/3, 1/5, … 1/19 to the nearest double.
inline constexpr double ln_d3 = 0x1.5555555555555p-2;
inline constexpr double ln_d5 = 0x1.999999999999ap-3;
inline constexpr double ln_d7 = 0x1.2492492492492p-3;
inline constexpr double ln_d9 = 0x1.c71c71c71c71cp-4;
inline constexpr double ln_d11 = 0x1.745d1745d1746p-4;
inline constexpr double ln_d13 = 0x1.3b13b13b13b14p-4;
inline constexpr double ln_d15 = 0x1.1111111111111p-4;
inline constexpr double ln_d17 = 0x1.e1e1e1e1e1e1ep-5;
inline constexpr double ln_d19 = 0x1.af286bca1af28p-5;

}  // namespace detail

/// A value near ln(1 + x) = 2 artanh(x / (x + 2)), for a double or a vector of doubles.
///
/// Law       |value / ln(1 + x) − 1| ≤ ln_slack − 2^−53, in this order of plain operations, so that
///           every vector width gives the same bits.
/// Requires  ln_core_least ≤ x ≤ ln_core_greatest and |x| ≥ ln_core_tiny; round-to-nearest.
/// Cost      about twenty-five flops and a division, no branch.
/// Proof     proofs/numbers/ln_enclosure.md
template <class V>
constexpr V ln_core(V x) noexcept {
  using namespace detail;
  const V s = x / (x + 2.0);
  const V y = s * 2.0;
  const V z = s * s;
  const V z2 = z * z;
  const V z4 = z2 * z2;
  const V q0 = (z * ln_d5 + ln_d3) + z2 * (z * ln_d9 + ln_d7);
  const V q1 = (z * ln_d13 + ln_d11) + z2 * (z * ln_d17 + ln_d15);
  const V q = z * (q0 + z4 * (q1 + z4 * ln_d19));
  const V w = y * q;
  return y + w;
}

/// The relative width of ln_enclosure(x) for finite x > 0; re-derived by
/// tests/numbers/ln_core_test.cpp.
inline constexpr double ln_width = 0x1p-47;

namespace detail {

/// ln 2 lies between these neighbours.
inline constexpr Interval ln2 = {0x1.62e42fefa39efp-1, 0x1.62e42fefa39f0p-1};

/// ln(1 + x) for ln_core_least ≤ x ≤ ln_core_greatest, zero and its neighbourhood included.
constexpr Interval ln1p_near(double x) noexcept {
  if (x > -ln_core_tiny && x < ln_core_tiny) [[unlikely]] {
    // x − x² ≤ ln(1 + x) ≤ x, and x² is less than the step to the next double.
    return {x == 0 ? x : next_down(x), x};
  }
  const double value = ln_core(x);
  const double inner = value * (1 - ln_slack);
  const double outer = value * (1 + ln_slack);
  return {std::min(inner, outer), std::max(inner, outer)};
}

}  // namespace detail

/// An interval that contains the natural logarithm of x, free of the platform's libm and of errno.
///
/// Law       lo ≤ ln x ≤ hi, narrower than ln_width · |ln x|, and [0, 0] at 1. At 0 it is what lies
///           below every ln of a positive double, at +∞ what lies above; of a negative number or a
///           NaN nothing is known.
/// Requires  round-to-nearest, subnormals not flushed.
/// Cost      about fifty flops and a division.
/// Proof     proofs/numbers/ln_enclosure.md
constexpr Interval ln_enclosure(double x) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  constexpr double largest = std::numeric_limits<double>::max();
  const bool has_logarithm = x > 0 && x < infinity;
  if (!has_logarithm) [[unlikely]] {
    if (x == 0) {
      return {-infinity, ln_enclosure(smallest).hi};
    }
    return x == infinity ? Interval{ln_enclosure(largest).lo, infinity} : Interval::everything();
  }
  const bool subnormal = x < std::numeric_limits<double>::min();
  const auto bits = std::bit_cast<std::int64_t>(subnormal ? x * 0x1p54 : x);
  // The significand is taken from √½ to √2, so that x near 1 has exponent 0 and nothing cancels.
  const auto exponent = (bits - std::bit_cast<std::int64_t>(0x1.6a09e667f3bcdp-1)) >> 52;
  const auto significand = std::bit_cast<double>(bits - exponent * (std::int64_t{1} << 52));
  const Interval near = detail::ln1p_near(significand - 1);
  const auto twos = exponent - (subnormal ? 54 : 0);
  return twos == 0 ? near : near + detail::ln2 * static_cast<double>(twos);
}

/// An interval that contains ln t for every positive t in x.
///
/// Law       from ln_enclosure(x.lo).lo to ln_enclosure(x.hi).hi, since ln is increasing; −∞ for a
///           lower end that is not positive; everything if x has no positive member.
/// Requires  x an Interval as its type demands.
/// Cost      twice the point's.
/// Proof     proofs/numbers/ln_enclosure.md
constexpr Interval ln_enclosure(Interval x) noexcept {
  if (!(x.hi > 0)) {
    return Interval::everything();
  }
  return {ln_enclosure(std::max(x.lo, 0.0)).lo, ln_enclosure(x.hi).hi};
}

/// The relative width of ln1p_enclosure(x) for x > −1, above the subnormals and below the largest
/// double; re-derived by tests/numbers/ln_core_test.cpp.
inline constexpr double ln1p_width = 0x1p-45;

/// An interval that contains ln(1 + x), as narrow near zero as elsewhere.
///
/// Law       lo ≤ ln(1 + x) ≤ hi, no wider than ln1p_width · |ln(1 + x)| or one smallest double,
///           and [0, 0] at 0. At −1 as ln_enclosure at 0; from the largest double on hi is +∞;
///           below −1 and of a NaN nothing is known.
/// Requires  round-to-nearest, subnormals not flushed.
/// Cost      near zero about thirty flops and a division, elsewhere two ln_enclosures.
/// Proof     proofs/numbers/ln_enclosure.md
constexpr Interval ln1p_enclosure(double x) noexcept {
  if (x >= ln_core_least && x <= ln_core_greatest) [[likely]] {
    return detail::ln1p_near(x);
  }
  if (!(x >= -1)) {
    return Interval::everything();
  }
  return ln_enclosure(1.0 + Interval::point(x));
}

/// An interval that contains ln(1 + t) for every t > −1 in x.
///
/// Law       from ln1p_enclosure(x.lo).lo to ln1p_enclosure(x.hi).hi, since ln is increasing; −∞
///           for a lower end at or below −1; everything if x has no member above −1.
/// Requires  x an Interval as its type demands.
/// Cost      twice the point's.
/// Proof     proofs/numbers/ln_enclosure.md
constexpr Interval ln1p_enclosure(Interval x) noexcept {
  if (!(x.hi > -1)) {
    return Interval::everything();
  }
  return {ln1p_enclosure(std::max(x.lo, -1.0)).lo, ln1p_enclosure(x.hi).hi};
}

}  // namespace discreet

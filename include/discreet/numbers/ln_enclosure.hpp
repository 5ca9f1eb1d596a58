#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "discreet/numbers/interval.hpp"
#include "discreet/numbers/ln_core.hpp"

namespace discreet {

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

}  // namespace discreet

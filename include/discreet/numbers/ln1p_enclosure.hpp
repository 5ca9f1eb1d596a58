#pragma once

#include <algorithm>

#include "discreet/numbers/interval.hpp"
#include "discreet/numbers/ln_core.hpp"
#include "discreet/numbers/ln_enclosure.hpp"

namespace discreet {

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

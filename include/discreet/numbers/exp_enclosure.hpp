#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "discreet/numbers/exp_core.hpp"
#include "discreet/numbers/interval.hpp"

namespace discreet {

namespace detail {

/// 2^k by its bit pattern.
///
/// Requires  −1022 ≤ k ≤ 1023.
constexpr double power_of_two(std::int64_t k) noexcept {
  return std::bit_cast<double>((k + 1023) << 52);
}

/// The part of exp_enclosure whose results may leave the normal range.
constexpr Interval exp_enclosure_far(double x) noexcept {
  if (x != x) {
    return {0, std::numeric_limits<double>::infinity()};
  }
  const ExpCore core = exp_core(std::clamp(x, exp_core_least, exp_core_greatest));
  const auto half = core.exponent / 2;
  const double first = power_of_two(half);
  const double second = power_of_two(core.exponent - half);
  // The first product is exact, the second rounds only below the normal range, where one more
  // step of the smallest double makes up for it; a lower end that overflows is past the largest.
  constexpr double step = std::numeric_limits<double>::denorm_min();
  const double lo = core.value * (1 - exp_slack) * first * second;
  const double hi = core.value * (1 + exp_slack) * first * second;
  return {std::max(std::min(lo, std::numeric_limits<double>::max()) - step, 0.0), hi + step};
}

}  // namespace detail

/// An interval that contains e^x, for a filter: narrow, fast, and free of the platform's libm.
///
/// Law       lo ≤ e^x ≤ hi, with e^−∞ = 0 and e^+∞ = +∞. For |x| ≤ 708 the relative width is at
///           most exp_width; beyond, each end may be one smallest double wider, lo is never below
///           0, and past the largest double hi is +∞. Of a NaN nothing is known: [0, +∞].
/// Requires  round-to-nearest, subnormals not flushed.
/// Cost      about thirty flops, one predictable branch.
/// Proof     proofs/numbers/exp_enclosure.md
constexpr Interval exp_enclosure(double x) noexcept {
  if (x >= -708 && x <= 708) [[likely]] {
    const ExpCore core = exp_core(x);
    const double scale = detail::power_of_two(core.exponent);
    return {core.value * (1 - exp_slack) * scale, core.value * (1 + exp_slack) * scale};
  }
  return detail::exp_enclosure_far(x);
}

/// An interval that contains e^t for every t in x.
///
/// Law       from exp_enclosure(x.lo).lo to exp_enclosure(x.hi).hi, since e^t is increasing.
/// Requires  x an Interval as its type demands.
/// Cost      twice the point's.
/// Proof     proofs/numbers/exp_enclosure.md
constexpr Interval exp_enclosure(Interval x) noexcept {
  return {exp_enclosure(x.lo).lo, exp_enclosure(x.hi).hi};
}

}  // namespace discreet

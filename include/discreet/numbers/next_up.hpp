#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace discreet {

/// The least double above x, subnormals included; +∞ stays.
///
/// Requires  x not NaN.
/// Cost      a few integer instructions, no branch, no libm.
/// Proof     proofs/numbers/interval.md
constexpr double next_up(double x) noexcept {
  // Adding 0.0 makes −0 into +0; then bit patterns count away from zero on either side.
  const auto bits = std::bit_cast<std::int64_t>(x + 0.0);
  const auto step = static_cast<std::uint64_t>((bits >> 63) | 1);
  const auto above = std::bit_cast<double>(static_cast<std::uint64_t>(bits) + step);
  return x < std::numeric_limits<double>::infinity() ? above : x;
}

/// The greatest double below x, subnormals included; −∞ stays.
///
/// Requires  x not NaN.
/// Cost      a few integer instructions, no branch, no libm.
/// Proof     proofs/numbers/interval.md
constexpr double next_down(double x) noexcept { return -next_up(-x); }

}  // namespace discreet

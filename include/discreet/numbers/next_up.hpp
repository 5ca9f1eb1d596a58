#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "discreet/numbers/number.hpp"

namespace discreet {

/// The least value of T above x, subnormals included; +∞ stays.
///
/// Requires  x not NaN.
/// Cost      a few integer instructions, no branch, no libm.
/// Proof     proofs/numbers/interval.md
template <Float T>
constexpr T next_up(T x) noexcept {
  using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  using Pattern = std::make_unsigned_t<Bits>;
  // Adding 0 makes −0 into +0; then bit patterns count away from zero on either side.
  const auto bits = std::bit_cast<Bits>(x + 0);
  const auto step = static_cast<Pattern>((bits >> (8 * sizeof(T) - 1)) | 1);
  const auto above = std::bit_cast<T>(static_cast<Pattern>(bits) + step);
  return x < std::numeric_limits<T>::infinity() ? above : x;
}

/// The greatest value of T below x, subnormals included; −∞ stays.
///
/// Requires  x not NaN.
/// Cost      a few integer instructions, no branch, no libm.
/// Proof     proofs/numbers/interval.md
template <Float T>
constexpr T next_down(T x) noexcept {
  return -next_up(-x);
}

}  // namespace discreet

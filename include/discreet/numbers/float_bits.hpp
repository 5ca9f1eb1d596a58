#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "discreet/numbers/number.hpp"

namespace discreet::detail {

// Templates are compiled with the caller's flags, and under -ffinite-math-only a compiler may take
// std::isnan and x != x for false. What the bits say, no flag can unsay.
template <Float T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <Float T>
inline constexpr BitsOf<T> sign_bit = BitsOf<T>{1} << (8 * sizeof(T) - 1);

template <Float T>
inline constexpr BitsOf<T> infinity_bits =
    sizeof(T) == 4 ? static_cast<BitsOf<T>>(0x7f800000)
                   : static_cast<BitsOf<T>>(0x7ff0000000000000);

template <Float T>
[[nodiscard]] constexpr bool is_nan(T value) noexcept {
  return (std::bit_cast<BitsOf<T>>(value) & ~sign_bit<T>) > infinity_bits<T>;
}

template <Float T>
[[nodiscard]] constexpr bool is_finite(T value) noexcept {
  return (std::bit_cast<BitsOf<T>>(value) & ~sign_bit<T>) < infinity_bits<T>;
}

/// Also of -0.0 and of a NaN with the sign bit set.
template <Float T>
[[nodiscard]] constexpr bool has_minus_sign(T value) noexcept {
  return (std::bit_cast<BitsOf<T>>(value) & sign_bit<T>) != 0;
}

}  // namespace discreet::detail

#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace discreet {

namespace detail {
template <class T, class... Allowed>
concept OneOf = (std::same_as<T, Allowed> || ...);
}  // namespace detail

/// A floating-point type that scores and distances may have: IEEE binary32 or binary64.
template <class T>
concept Float = detail::OneOf<T, float, double> && std::numeric_limits<T>::is_iec559;

/// An integer type that scores and distances may have; bool and characters are not numbers here.
template <class T>
concept Integer = detail::OneOf<T, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                                std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

/// A type that scores and distances may have.
template <class T>
concept Number = Float<T> || Integer<T>;

}  // namespace discreet

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

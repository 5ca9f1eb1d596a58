#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

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

#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

namespace detail {
enum class Toward { up, down };

/// Holds every integer type of the library, with room to step past either end.
using Wide = __int128_t;

// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
Wide whole_from_float(double from, Toward toward);
template <Float To>
To float_from_float(double from, Toward toward);
template <Float To>
To float_from_integer(bool negative, std::uint64_t magnitude, Toward toward);

template <Number To, Number From>
To cast(From from, Toward toward) {
  if constexpr (Integer<To>) {
    Wide whole{};
    if constexpr (Integer<From>) {
      whole = from;
    } else {
      whole = whole_from_float(static_cast<double>(from), toward);
    }
    require(whole >= std::numeric_limits<To>::min() && whole <= std::numeric_limits<To>::max(),
            bad_distance, "a value cast to an integer must be in its range");
    return static_cast<To>(whole);
  } else if constexpr (Integer<From>) {
    const auto bits = static_cast<std::uint64_t>(from);
    const bool negative = std::is_signed_v<From> && from < 0;
    return float_from_integer<To>(negative, negative ? -bits : bits, toward);
  } else {
    return float_from_float<To>(static_cast<double>(from), toward);
  }
}
}  // namespace detail

/// The smallest value of To that is not below `from`: rounded up, never to nearest.
///
/// Requires  a value that is not NaN; for an integer To, one that rounds up into its range.
/// Throws    Error{bad_distance} if not. A float To has +inf for what is above its largest finite
///           value, and its least finite value for a finite number below that.
///           Error{bug} for floats where the thread's arithmetic is not sound.
/// Cost      a few operations. No integer passes through a float type. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_cast.md
template <Number To, Number From>
[[nodiscard]] To inf_cast(From from) {
  return detail::cast<To>(from, detail::Toward::up);
}

/// The greatest value of To that is not above `from`: inf_cast in the mirror.
template <Number To, Number From>
[[nodiscard]] To neg_inf_cast(From from) {
  return detail::cast<To>(from, detail::Toward::down);
}

}  // namespace discreet

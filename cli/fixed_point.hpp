#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace discreet::cli {

/// The most digits behind the point: 10^18 is the greatest power of ten below 2^63.
inline constexpr unsigned most_decimals = 18;

/// A decimal number in units of its last place: with 2 decimals 12.5 is 1250.
///
/// Law       exact, or nothing: for what is not written as an optional minus, digits, and at most `decimals` more
///           behind a point, with a digit on both sides of it; and for what 64 bits cannot hold. A plus, a blank, an
///           exponent, another separator, infinity and NaN are not read, and neither is a number with more places than
///           `decimals`, even if they are zeros.
/// Requires  `decimals` up to most_decimals.
std::optional<std::int64_t> try_fixed_point(std::string_view text, unsigned decimals);

}  // namespace discreet::cli

#pragma once

#include <limits>

namespace discreet {

/// The ends of the doubles, which nearly every test of arithmetic visits.
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double largest = std::numeric_limits<double>::max();
inline constexpr double smallest = std::numeric_limits<double>::denorm_min();

}  // namespace discreet

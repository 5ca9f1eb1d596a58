#pragma once

#include <cmath>
#include <cstddef>

namespace discreet {

/// Statistical tests of this repository raise a false alarm with at most this probability.
inline constexpr double false_alarm = 1e-9;

/// How far a frequency of n trials may stray from its probability; by Hoeffding's inequality it
/// does so with probability at most false_alarm / comparisons.
inline double stray(std::size_t n, std::size_t comparisons = 1) {
  const double tests = 2.0 * static_cast<double>(comparisons);
  return std::sqrt(std::log(tests / false_alarm) / (2.0 * static_cast<double>(n)));
}

}  // namespace discreet

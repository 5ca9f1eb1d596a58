#pragma once

#include <limits>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "support/random_scores.hpp"

namespace discreet::testing {

/// Scales from the least to the greatest double.
inline const std::vector<double> all_scales{
    5e-324, 1e-310, 0x1p-1000, 1e-300,   1e-9,
    0.01,   0.7,    1.0,       3.0,      1e3,
    1e18,   1e100,  1e307,     0x1p1023, std::numeric_limits<double>::max()};

/// A gap of some scales below the reference, where the type has such a score.
template <class T>
T near_reference(RandomScores& random, T reference, double scale, Optimize optimize) {
  const double gap = scale * 40.0 * random.unit() * random.unit();
  const double at = static_cast<double>(reference) + (optimize == Optimize::max ? -gap : gap);
  using Limits = std::numeric_limits<T>;
  if (!(at > static_cast<double>(Limits::lowest()) && at < static_cast<double>(Limits::max()))) {
    return reference;
  }
  const T score = static_cast<T>(at);
  const bool beyond = optimize == Optimize::max ? score > reference : score < reference;
  return beyond ? reference : score;
}

}  // namespace discreet::testing

#pragma once

#include <limits>
#include <vector>

#include "discreet/numbers/number.hpp"

namespace discreet {

/// The scales that every function refuses.
inline const std::vector<double> bad_scales = {-1.0,
                                               -0.0,
                                               -std::numeric_limits<double>::denorm_min(),
                                               std::numeric_limits<double>::infinity(),
                                               -std::numeric_limits<double>::infinity(),
                                               std::numeric_limits<double>::quiet_NaN(),
                                               -std::numeric_limits<double>::quiet_NaN()};

/// Scores as far apart as the type allows, both zeros and both infinities among them.
template <Number T>
std::vector<T> extreme_scores() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> scores = {Limits::lowest(), Limits::max(), T{0}, T{1}, Limits::min()};
  if constexpr (Float<T>) {
    scores.insert(scores.end(), {Limits::infinity(), -Limits::infinity(), -T{0},
                                 Limits::denorm_min(), -Limits::denorm_min()});
  }
  return scores;
}

}  // namespace discreet

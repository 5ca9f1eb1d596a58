#pragma once

#include <cstddef>
#include <span>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/selection/score_view.hpp"

namespace discreet::reference {

/// The best score among the candidates that are left.
///
/// Requires  at least one candidate left.
template <Number T>
T best_of(std::span<const T> scores, std::span<const std::size_t> left, Optimize optimize) {
  T best = finite_score(scores[left.front()]);
  for (const std::size_t i : left) {
    const T score = finite_score(scores[i]);
    if (optimize == Optimize::max ? score > best : score < best) {
      best = score;
    }
  }
  return best;
}

}  // namespace discreet::reference

#pragma once

#include <cstddef>
#include <span>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/score_gap.hpp"
#include "discreet/samplers/decisions.hpp"
#include "discreet/selection/reference/best_of.hpp"
#include "discreet/selection/score_view.hpp"

namespace discreet::reference {

/// One selection by the exponential mechanism: propose a candidate uniformly, keep it with
/// probability e^(-gap to the best), else propose again. Returns a position in `left`.
///
/// Law       position j with probability proportional to e^(y_j / scale).
/// Requires  at least one candidate left; scores without NaN; a finite scale above zero.
/// Cost      one read of what is left, then at most left.size() proposals in expectation.
/// Proof     proofs/selection/reference/exponential_round.md
template <DecisionSource Decide, Number T>
std::size_t exponential_round(Decide& decide, std::span<const T> scores,
                              std::span<std::size_t> left, double scale, Optimize optimize) {
  const T best = best_of<T>(scores, left, optimize);
  for (;;) {
    decide.at(left);
    const std::size_t j = decide.below(left.size());
    if (decide.bernoulli_exp(ScoreGap<T>{best, finite_score(scores[left[j]]), scale})) {
      return j;
    }
  }
}

}  // namespace discreet::reference

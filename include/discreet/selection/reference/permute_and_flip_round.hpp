#pragma once

#include <cstddef>
#include <span>

#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/score_gap.hpp"
#include "discreet/samplers/decisions.hpp"
#include "discreet/samplers/shuffle.hpp"
#include "discreet/selection/reference/best_of.hpp"
#include "discreet/selection/score_view.hpp"

namespace discreet::reference {

/// One selection by permute-and-flip: walk the candidates in a random order and return the first
/// whose coin, heads with probability e^(-gap to the best), shows heads. Returns a position in
/// `left`, which it reorders.
///
/// Law       permute-and-flip, which is the argmax of y_j + Exp(scale).
/// Requires  at least one candidate left; scores without NaN; a finite scale above zero.
/// Cost      one read of what is left, then at most left.size() coins; the best candidate's is
///           always heads.
/// Proof     proofs/selection/reference/permute_and_flip_round.md
template <DecisionSource Decide, Number T>
std::size_t permute_and_flip_round(Decide& decide, std::span<const T> scores,
                                   std::span<std::size_t> left, double scale, Optimize optimize) {
  const T best = best_of<T>(scores, left, optimize);
  for (std::size_t at = 0; at < left.size(); ++at) {
    sample_shuffle_step(decide, left, at);
    if (decide.bernoulli_exp(ScoreGap<T>{best, finite_score(scores[left[at]]), scale})) {
      return at;
    }
  }
  // Only a caller that changes the scores during the release gets here: the best one's gap is 0.
  throw Error{bug, "scores must not change during a release"};
}

}  // namespace discreet::reference

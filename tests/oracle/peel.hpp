#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "numbers/score_gap.hpp"
#include "oracle/shuffle.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "samplers/decisions.hpp"
#include "selection/score_view.hpp"

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

/// One selection by the exponential mechanism: propose a candidate uniformly, keep it with
/// probability e^(-gap to the best), else propose again. Returns a position in `left`.
///
/// Law       position j with probability proportional to e^(y_j / scale).
/// Requires  at least one candidate left; scores without NaN; a finite scale above zero.
/// Cost      one read of what is left, then at most left.size() proposals in expectation.
/// Proof     proofs/selection/reference/exponential_round.md
template <Decisions Decide, Number T>
std::size_t exponential_round(Decide& decide, std::span<const T> scores,
                              std::span<std::size_t> left, double scale, Optimize optimize) {
  const T best = best_of<T>(scores, left, optimize);
  for (;;) {
    decide.checkpoint(left);
    const std::size_t j = decide.below(left.size());
    ExpOfMinus keeps{ScoreGap<T>{best, finite_score(scores[left[j]]), scale}};
    if (decide.less(keeps)) {
      return j;
    }
  }
}

/// One selection by permute-and-flip: walk the candidates in a random order and return the first
/// whose coin, heads with probability e^(-gap to the best), shows heads. Returns a position in
/// `left`, which it reorders.
///
/// Law       permute-and-flip, which is the argmax of y_j + Exp(scale).
/// Requires  at least one candidate left; scores without NaN; a finite scale above zero.
/// Cost      one read of what is left, then at most left.size() coins; the best candidate's is
///           always heads.
/// Proof     proofs/selection/reference/permute_and_flip_round.md
template <Decisions Decide, Number T>
std::size_t permute_and_flip_round(Decide& decide, std::span<const T> scores,
                                   std::span<std::size_t> left, double scale, Optimize optimize) {
  const T best = best_of<T>(scores, left, optimize);
  for (std::size_t at = 0; at < left.size(); ++at) {
    sample_shuffle_step(decide, left, at);
    ExpOfMinus heads{ScoreGap<T>{best, finite_score(scores[left[at]]), scale}};
    if (decide.less(heads)) {
      return at;
    }
  }
  // Only a caller that changes the scores during the release gets here: the best one's gap is 0.
  throw Error{unsound_thread, "scores must not change during a release"};
}

/// One selection by a law.
template <Decisions Decide, Number T>
std::size_t round(Law law, Decide& decide, std::span<const T> scores, std::span<std::size_t> left,
                  double scale, Optimize optimize) {
  switch (law) {
    case Law::exponential_mechanism:
      return exponential_round<Decide, T>(decide, scores, left, scale, optimize);
    case Law::permute_and_flip:
      return permute_and_flip_round<Decide, T>(decide, scores, left, scale, optimize);
  }
  throw Error{bad_parameter, "must specify the law"};
}

/// The straight top-k: select, remove the winner, and select again among what is left.
///
/// Law       k rounds of peeling, each by the law; min(k, n) indices, best first.
/// Requires  scores without NaN; a finite scale above zero.
/// Cost      O(k n); the oracle of the engine, never the default.
/// Proof     proofs/selection/reference/peel.md
template <Decisions Decide, Number T>
std::vector<std::size_t> peel(Decide& decide, std::span<const T> scores, double scale,
                              std::size_t k, Optimize optimize, Law law) {
  std::vector<std::size_t> left(scores.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<std::size_t> winners;
  winners.reserve(std::min(k, left.size()));
  while (winners.size() < k && !left.empty()) {
    const std::size_t j = round<Decide, T>(law, decide, scores, left, scale, optimize);
    winners.push_back(left[j]);
    decide.record_winner(left[j]);
    left[j] = left.back();
    left.pop_back();
  }
  return winners;
}

}  // namespace discreet::reference

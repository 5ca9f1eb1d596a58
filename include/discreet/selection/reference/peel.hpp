#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/samplers/decisions.hpp"
#include "discreet/selection/reference/exponential_round.hpp"
#include "discreet/selection/reference/permute_and_flip_round.hpp"

namespace discreet::reference {

/// The straight top-k: select, remove the winner, and select again among what is left.
///
/// Law       k rounds of peeling, by the exponential mechanism with replacement and by
///           permute-and-flip without; min(k, n) indices, best first.
/// Requires  scores without NaN; a finite scale above zero.
/// Cost      O(k n); the oracle of the engine, never the default.
/// Proof     proofs/selection/reference/peel.md
template <DecisionSource Decide, Number T>
std::vector<std::size_t> peel(Decide& decide, std::span<const T> scores, double scale,
                              std::size_t k, Optimize optimize, Law law) {
  std::vector<std::size_t> left(scores.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<std::size_t> winners;
  winners.reserve(std::min(k, left.size()));
  while (winners.size() < k && !left.empty()) {
    const std::size_t j =
        law == Law::exponential_mechanism
            ? exponential_round<Decide, T>(decide, scores, left, scale, optimize)
            : permute_and_flip_round<Decide, T>(decide, scores, left, scale, optimize);
    winners.push_back(left[j]);
    left[j] = left.back();
    left.pop_back();
  }
  return winners;
}

}  // namespace discreet::reference

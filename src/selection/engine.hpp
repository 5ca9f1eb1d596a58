#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "entropy/bit_source.hpp"
#include "samplers/decisions.hpp"
#include "selection/exponential_mechanism_round.hpp"
#include "selection/flat_round.hpp"
#include "selection/permute_and_flip_round.hpp"
#include "selection/refine.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"
#include "selection/small_pool.hpp"
#include "selection/true_top_k.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// The one place where a law becomes rounds: calls the round of that law. Left to itself g++ compiles
/// the rounds of small inputs apart, which costs a tenth of their instructions.
template <class ExponentialMechanism, class PermuteAndFlip>
[[gnu::always_inline]] inline std::size_t by_law(Law law,
                                                 ExponentialMechanism exponential_mechanism,
                                                 PermuteAndFlip permute_and_flip) {
  switch (law) {
    case Law::exponential_mechanism:
      return exponential_mechanism();
    case Law::permute_and_flip:
      return permute_and_flip();
  }
  throw Error{bad_parameter, "must specify the law"};
}

/// The engine's peel for inputs so small that they need no tree, by a rule of the scale whose reference means nothing yet.
template <class S, class Decide, Number T>
void small_top_k(Decide& decide, std::span<const T> scores, const WeightRule<T>& rule, double scale,
                 std::size_t k, Law law, std::vector<std::size_t>& winners) {
  SmallPool<T, S> pool{scores, rule, scale, law};
  while (winners.size() < k) {
    const std::size_t j = by_law(
        law, [&] { return pool.exponential_mechanism(decide); },
        [&] { return pool.permute_and_flip(decide); });
    winners.push_back(pool.index(j));
    decide.record_winner(winners.back());
    if (winners.size() < k) {
      pool.remove(j);
    }
  }
}

/// What a peel's rounds use again.
template <Number T, class S>
struct RoundRoom {
  FlatDraws<T, S> draws;
  Tried tried;
  std::vector<std::size_t> arrivals;
};

/// One selection from scores that were read: by asking at random, and where that finds none in the tree.
template <class S, class Decide, Number T>
std::size_t tree_round(Decide& decide, WeightTree<T, S>& tree, Law law, Refinement& refinement,
                       RoundRoom<T, S>& room) {
  room.tried.clear();
  if (const auto found = flat_round(decide, tree, law, refinement, room.draws, room.tried)) {
    return *found;
  }
  return by_law(
      law, [&] { return exponential_mechanism_round(decide, tree, refinement); },
      [&] { return permute_and_flip_round(decide, tree, refinement, room.tried, room.arrivals); });
}

/// The engine's peel on scores that were read: a round per winner on what is left.
template <class S, class Decide, Number T>
void tree_top_k(Decide& decide, WeightTree<T, S>& tree, std::size_t k, Law law,
                std::vector<std::size_t>& winners) {
  Refinement refinement;
  RoundRoom<T, S> room;
  while (winners.size() < k) {
    refinement.begin_round(k - winners.size());
    winners.push_back(tree_round<S>(decide, tree, law, refinement, room));
    decide.record_winner(winners.back());
    if (winners.size() < k) {
      tree.remove(winners.back());
      if (Refinement::must_rebase(tree)) {
        tree.rebase();
        // What openings gained above the old reference says nothing of those below the new one.
        refinement = Refinement{};
      }
    }
  }
}

/// The top-k that every release runs: one read of the scores, then a few proposals per winner.
///
/// Law       k rounds of peeling, each by the law; min(k, n) indices, best first.
/// Requires  a finite scale above zero.
/// Throws    Error{outside_domain} if a score is NaN, before any decision is asked for.
/// Cost      no allocation but the result for S::small scores or fewer, outside the exact path.
/// Proof     proofs/selection/engine.md
template <class S, class Decide, Number T>
std::vector<std::size_t> engine_top_k(Decide& decide, const ScoreView<T>& scores, double scale,
                                      std::size_t k, Optimize optimize, Law law, unsigned threads) {
  std::vector<std::size_t> winners;
  const std::size_t n = scores.size();
  if (n == 0) {
    return winners;
  }
  const std::size_t rounds = std::min(k, n);
  winners.reserve(rounds);
  if (n <= S::small) {
    std::array<T, S::small> buffer;
    const std::span<const T> all{scores.piece(0, n, buffer.data()), n};
    const WeightRule<T> rule{T{}, scale, S::bits_for(n), optimize};
    small_top_k<S>(decide, all, rule, scale, rounds, law, winners);
  } else {
    const Source source = source_of(n * sizeof(T));
    const Keep keep =
        S::template keeps_one<T>(source == Source::memory, rounds) ? Keep::one : Keep::two;
    WeightTree<T, S> tree{scores, scale, optimize, source, keep, threads};
    tree_top_k<S>(decide, tree, rounds, law, winners);
  }
  return winners;
}

/// noisy_top_k with the bits named, which only a test may bring.
///
/// Law       as noisy_top_k.
/// Throws    as noisy_top_k.
/// Proof     proofs/selection/noisy_top_k.md
template <BitSource Bits>
std::vector<std::size_t> top_k_from_bits(Bits& bits, const Scores& scores, const Selection& how) {
  require_sound_arithmetic();
  require_scale(how.scale);
  require_optimize(how.optimize);
  require_law(how.law);
  return ScoresInside::visit(scores, [&]<Number T>(const ScoreView<T>& view) {
    if (how.scale == 0.0) {
      return true_top_k(view, how.k, how.optimize);
    }
    DrawnDecisions<Bits> decide{bits};
    return engine_top_k<DefaultShape<T>>(decide, view, how.scale, how.k, how.optimize, how.law,
                                         how.threads.count);
  });
}

}  // namespace discreet::detail

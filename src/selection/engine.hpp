#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
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
#include "selection/near_round.hpp"
#include "selection/near_slots.hpp"
#include "selection/permute_and_flip_round.hpp"
#include "selection/refine.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"
#include "selection/skipped_draws.hpp"
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
  NearSlots<T, S> near;
  NearDraws<T, S> near_draws;
  Tried tried;
  SkippedDraws skipped;
};

/// What is known of a reference that has drifted away is forgotten; whether it has.
template <Number T, class S>
bool rebase_if_far(WeightTree<T, S>& tree, Refinement& refinement) {
  const bool far = Refinement::must_rebase(tree);
  if (far) {
    tree.rebase();
    // What openings gained above the old reference says nothing of those below the new one.
    refinement.forget_openings();
  }
  return far;
}

/// The list of those near the best ends, and the tree knows all winners again.
template <Number T, class S>
void leave_list(WeightTree<T, S>& tree, Refinement& refinement, RoundRoom<T, S>& room) {
  room.near.leave(tree);
  room.near_draws.drop();
  if (rebase_if_far(tree, refinement)) {
    refinement.begin_again();
  }
}

/// Goes on with the list of those near the best where it is still of use, or begins one of scores.
template <Number T, class S>
void begin_with_list(WeightTree<T, S>& tree, Refinement& refinement, RoundRoom<T, S>& room) {
  if (!room.near.stands() && refinement.lists().template lists_scores<S>()) {
    room.near.list_scores(tree, std::min(refinement.lists().rounds_left(), S::near_most));
    refinement.lists().record_scores_listed(room.near.stands());
    room.draws.drop();
  }
  if (room.near.stands() && !room.near.settle(tree)) {
    leave_list(tree, refinement, room);
  }
}

/// One selection from a list of those near the best, where there is one or one seems to pay, or by asking all at random; or
/// nothing where the tree is to go on.
template <class S, class Decide, Number T>
std::optional<std::size_t> listed_round(Decide& decide, WeightTree<T, S>& tree, Law law,
                                        Refinement& refinement, RoundRoom<T, S>& room) {
  begin_with_list(tree, refinement, room);
  do {
    if (!room.near.stands() && refinement.template lists_blocks<S>()) {
      room.near.list_blocks(tree, refinement.lists().rounds_left());
      refinement.lists().record_blocks_listed(room.near.stands());
      room.draws.drop();
      if (room.near.stands() && !room.near.settle(tree)) {
        leave_list(tree, refinement, room);
      }
    }
    if (room.near.stands()) {
      const auto found = near_round(decide, tree, law, room.near, refinement, room.near_draws,
                                    room.tried, room.skipped);
      if (!found || refinement.lists().asks_in_vain()) {
        leave_list(tree, refinement, room);
      }
      if (found) {
        return found;
      }
    } else if (const auto found =
                   flat_round(decide, tree, law, refinement, room.draws, room.tried)) {
      return found;
    }
  } while (refinement.template lists_blocks<S>());
  return std::nullopt;
}

/// One selection from scores that were read: from a list or by asking at random, and where that finds none in the tree.
template <class S, class Decide, Number T>
std::size_t tree_round(Decide& decide, WeightTree<T, S>& tree, Law law, Refinement& refinement,
                       RoundRoom<T, S>& room) {
  room.tried.clear();
  std::optional<std::size_t> found;
  if constexpr (S::near_gain == 0) {
    found = flat_round(decide, tree, law, refinement, room.draws, room.tried);
  } else {
    found = listed_round(decide, tree, law, refinement, room);
  }
  if (found) {
    return *found;
  }
  const std::size_t winner = by_law(
      law, [&] { return exponential_mechanism_round(decide, tree, refinement); },
      [&] { return permute_and_flip_round(decide, tree, refinement, room.tried, room.skipped); });
  refinement.lists().record_tree_win(tree.score(winner) == tree.best());
  return winner;
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
    if (winners.size() == k) {
      return;
    }
    if (room.near.keeps_winners()) {
      room.near.remove(winners.back());
      room.near_draws.drop();
    } else {
      tree.remove(winners.back());
      rebase_if_far(tree, refinement);
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

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "discreet/numbers/number.hpp"
#include "numbers/interval.hpp"
#include "numbers/score_gap.hpp"
#include "selection/exponential_mechanism_round.hpp"
#include "selection/flat_round.hpp"
#include "selection/flip_all.hpp"
#include "selection/openings.hpp"
#include "selection/proposal.hpp"
#include "selection/refine.hpp"
#include "selection/skipped_draws.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// The coin of a round in the tree: a score shows heads where its offset and fraction are below size·e^−gap, for its gap to
/// the best in play, and tails where they are below the size.
///
/// Law       size ≤ L = W·e^−lead, for the gap of the best in play to the reference, and mostly hardly less: W where there
///           is none; share·L ≤ size.
/// Proof     proofs/selection/permute_and_flip_round.md
struct Coin {
  std::uint64_t size;
  double share;

  template <Number T, class S>
  static Coin of(const WeightTree<T, S>& tree) {
    const WeightRule<T>& rule = tree.rule();
    const std::uint64_t all = std::uint64_t{1} << rule.bits;
    if (rule.reference == tree.best()) {
      return {all, 1.0};
    }
    ExpOfMinus<ScoreGap<T>> fallen{ScoreGap<T>{rule.reference, tree.best(), tree.scale()}};
    const Interval most = fallen.quick() * static_cast<double>(all);
    const auto size = static_cast<std::uint64_t>(most.lo);
    return {size, (Interval::point(static_cast<double>(size)) / most.hi).lo};
  }
};

/// Whether offset + fraction lies below size·e^−gap, the gap being that to the best in play and the fraction a fresh bit
/// string that is drawn only where the offset alone does not tell.
///
/// Law       true with probability size·e^−gap − offset clamped to [0, 1].
/// Requires  the tree's own coin.
/// Proof     proofs/selection/permute_and_flip_round.md
template <class Decide, Number T, class S>
bool below_coin(Decide& decide, const WeightTree<T, S>& tree, const Coin& coin, T score,
                std::uint64_t offset) {
  const std::uint64_t weight = tree.weight(score);
  if (offset >= weight) {
    return false;
  }
  // 2^-50 of the bound is more than the roundings here can add.
  const auto lower = static_cast<double>(WeightRule<T>::lower_bound(weight));
  if (static_cast<double>(offset) + 1.0 < coin.share * lower * (1.0 - 0x1p-50)) {
    return true;
  }
  ExponentialExcess<T> excess{ScoreGap<T>{tree.best(), score, tree.scale()}, coin.size, offset};
  return decide.less(excess);
}

/// One selection by permute-and-flip: propose a position, and keep its score if its coin shows heads and no draw that the
/// tree has skipped has asked it before; else it is out for the round, and another is proposed.
///
/// Law       permute-and-flip on the scores in play but for those of `tried`, with gaps to the best in play.
/// Requires  at least one score in play, and a best one that was not tried.
/// Cost      no more proposals than the exponential mechanism takes on average, drawn in growing batches, and a number for
///           each of them where a score shows heads that is not the best.
/// Proof     proofs/selection/permute_and_flip_round.md
template <class Decide, Number T, class S>
std::size_t permute_and_flip_round(Decide& decide, WeightTree<T, S>& tree, Refinement& refinement,
                                   Tried& tried, SkippedDraws& skipped) {
  Coin coin = Coin::of(tree);
  if (coin.size == 0) {
    tree.rebase();
    coin = Coin::of(tree);
  }
  tree.forget_openings();
  skipped.clear();
  const auto unnamed = [&](std::size_t i, std::size_t openings) {
    return coin.size - std::min(coin.size, owned(tree, i, openings));
  };
  const auto was_skipped = [&](std::size_t i) {
    return skipped.asked(decide, [&](std::size_t openings) { return unnamed(i, openings); });
  };
  std::array<Proposal, S::batch> proposals;
  std::size_t batch = 1;
  for (double spent = 0.0; spent < S::flip_patience; batch = std::min(2 * batch, S::batch)) {
    decide.checkpoint(tree, refinement, tried, skipped, batch, spent);
    const std::uint64_t total = tree.total();
    spent += S::flip_spent(batch, static_cast<double>(coin.size) / static_cast<double>(total));
    propose_all(tree, std::span{proposals}.first(batch), [&] { return decide.below(total); });
    for (std::size_t j = 0; j < batch; ++j) {
      skipped.record(total, tree.openings().count());
      const std::optional<Candidate> named = resolve(tree, proposals[j]);
      if (!named || named->offset >= coin.size || !tree.in_play(named->index) ||
          tried.contains(named->index)) {
        continue;
      }
      if (below_coin(decide, tree, coin, tree.score(named->index), named->offset) &&
          !was_skipped(named->index)) {
        return named->index;
      }
      tried.add(named->index);
    }
    for (std::size_t j = 0; j < batch; ++j) {
      refinement.record_rejection(tree, proposals[j]);
    }
  }
  return flip_all(
      decide, tree, tree.best(), tried, skipped, [&](std::size_t i) { return tree.in_play(i); },
      unnamed);
}

}  // namespace discreet::detail

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "numbers/score_gap.hpp"
#include "selection/flat_round.hpp"
#include "selection/near_lists.hpp"
#include "selection/shape.hpp"
#include "selection/skipped_draws.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// Whether the best in play of each block is as good as the tree thinks: no, nearly always, where the scores have changed.
template <Number T, class S>
bool bests_stand(const WeightTree<T, S>& tree) {
  const auto& level = tree.pyramid().level(0);
  for (std::size_t block = 0; block < level.count; ++block) {
    std::optional<T> best;
    for (std::size_t j = 0; j < tree.pyramid().size_of(0, block); ++j) {
      const std::size_t i = Layout<S>::index(block, j);
      if (tree.in_play(i)) {
        best = better_score(tree.score(i), best.value_or(tree.score(i)), tree.rule().optimize);
      }
    }
    if (best && *best != finite_score(level.first[block])) {
      return false;
    }
  }
  return true;
}

/// The end of a permute-and-flip round that has drawn so often that the scores may have changed: everyone in play who was
/// not asked tosses a coin, and one of the heads wins. `unnamed(i, structure)` is how many of a score's pairs the
/// structure does not name.
///
/// Law       permute-and-flip on the scores in play that were not asked, given what `tried` and `skipped` know of that.
/// Throws    Error{unsound_thread} if none of them is as good as the best, or a block's best is not what it was.
/// Cost      a read of all scores, and a number for each of them and each slot, of which each answer yes makes one more: no
///           round of a release gets here but by a chance below e^−64, unless the scores have changed.
/// Proof     proofs/selection/skipped_draws.md
template <class Decide, Number T, class S, class InPlay, class Unnamed>
std::size_t flip_all(Decide& decide, const WeightTree<T, S>& tree, T best, const Tried& tried,
                     SkippedDraws& skipped, InPlay in_play, Unnamed unnamed) {
  const auto is_left = [&](std::size_t i) { return in_play(i) && !tried.contains(i); };
  bool sound = false;
  for (std::size_t i = 0; i < tree.size() && !sound; ++i) {
    sound = tree.score(i) == best && is_left(i);
  }
  sound = sound && bests_stand(tree);
  require(sound, unsound_thread, "scores must not change during a release");
  std::vector<std::size_t> heads;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    decide.checkpoint(tree, tried, skipped, i, heads);
    const auto own = [&](std::size_t structure) { return unnamed(i, structure); };
    if (is_left(i) && !skipped.asked(decide, own)) {
      ExpOfMinus<ScoreGap<T>> chance{ScoreGap<T>{best, tree.score(i), tree.scale()}};
      if (decide.less(chance)) {
        heads.push_back(i);
      }
    }
  }
  require(!heads.empty(), unsound_thread, "scores must not change during a release");
  return heads[decide.below(heads.size())];
}

}  // namespace discreet::detail

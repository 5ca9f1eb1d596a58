#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/exponential_mechanism_round.hpp"
#include "selection/flat_draws.hpp"
#include "selection/refine.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// Whether a score that a round of the law has asked is not asked again in it.
[[nodiscard]] constexpr bool asks_once(Law law) noexcept {
  switch (law) {
    case Law::exponential_mechanism:
      return false;
    case Law::permute_and_flip:
      return true;
  }
  return true;
}

/// One selection by asking scores at random, or nothing where that does not pay or a list of the near ones may pay more.
///
/// Law       given that it selects: of the exponential mechanism as its round has it; of permute-and-flip, that a random
///           order is walked and the first score whose coin shows heads wins. If it selects none, `tried` has those who
///           may not win this round any more: whose coins showed tails (permute-and-flip).
/// Requires  at least one score in play; `tried` has those whose coins showed tails in this round before; draws of no
///           other scores.
/// Proof     proofs/selection/flat_round.md
template <class Decide, Number T, class S>
std::optional<std::size_t> flat_round(Decide& decide, WeightTree<T, S>& tree, Law law,
                                      Refinement& refinement, FlatDraws<T, S>& draws,
                                      Tried& tried) {
  // Beside the best in play, W·e^−gap / W is the coin's chance.
  const WeightRule<T> rule = tree.rule().around(tree.best());
  draws.weigh_by(rule);
  draws.begin_round();
  const bool flips = asks_once(law);
  while (refinement.proposes_flatly(tree) && !refinement.template lists_blocks<S>()) {
    decide.checkpoint(tree, refinement, tried, draws.left());
    if (draws.empty()) {
      draws.draw(decide, tree.scores(), EverySlot{tree.size()}, rule, refinement.flat_count<S>());
    }
    std::size_t in_vain = 0;
    for (; draws.next_near(in_vain); draws.take()) {
      const std::size_t i = draws.index();
      const std::uint64_t offset = draws.offset() + decide.below(draws.rest());
      const bool heads = below_exponential(decide, rule, tree.scale(), tree.score(i), offset);
      if (heads && tree.in_play(i) && !(flips && (tried.contains(i) || draws.asked(i)))) {
        draws.take();
        refinement.record_flat_win(tree, in_vain);
        return i;
      }
      ++in_vain;
    }
    if (flips) {
      draws.hand_over(tried);
    }
    refinement.record_flat_rejections(tree, in_vain);
  }
  draws.drop();
  return std::nullopt;
}

}  // namespace discreet::detail

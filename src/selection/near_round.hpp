#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/exponential_mechanism_round.hpp"
#include "selection/flat_round.hpp"
#include "selection/flip_all.hpp"
#include "selection/near_slots.hpp"
#include "selection/refine.hpp"
#include "selection/skipped_draws.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// The slots of a round: those of the scores near the best, and behind them one for all that are not.
template <Number T, class S>
struct RoundSlots {
  const NearSlots<T, S>& near;

  [[nodiscard]] std::size_t size() const noexcept { return near.size() + 1; }
  [[nodiscard]] std::size_t index(std::size_t slot) const noexcept {
    return slot < near.size() ? near.index(slot) : by_offset;
  }
};

template <Number T, class S>
using NearDraws = FlatDraws<T, S, RoundSlots<T, S>>;

/// Asks slots at random until one is accepted, or so many were in vain that the scores may have changed.
///
/// Proof     proofs/selection/near_round.md
template <class Decide, Number T, class S>
std::optional<std::size_t> ask_near(Decide& decide, WeightTree<T, S>& tree, Law law,
                                    const NearSlots<T, S>& near, const Refinement& refinement,
                                    NearDraws<T, S>& draws, Tried& tried, SkippedDraws& skipped,
                                    std::size_t& in_vain) {
  const WeightRule<T>& rule = near.rule();
  const RoundSlots<T, S> slots{near};
  const std::uint64_t coin = std::uint64_t{1} << rule.bits;
  const std::uint64_t positions = slots.size() * coin;
  const bool flips = asks_once(law);
  // Whoever has a slot is in no draw that was skipped.
  std::size_t recorded = 0;
  const auto was_skipped = [&](std::size_t i) {
    skipped.record(positions, 0, in_vain + 1 - recorded);
    recorded = in_vain + 1;
    return skipped.asked(decide, [&](std::size_t) { return coin - near.owned(tree, i); });
  };
  const auto was_asked = [&](std::size_t i, bool has_slot) {
    return tried.contains(i) || draws.asked(i) || (!has_slot && was_skipped(i));
  };
  while (in_vain < S::near_patience(flips ? slots.size() : 0)) {
    decide.checkpoint(tree, near, refinement, tried, skipped, draws.left(), in_vain, recorded);
    if (draws.empty()) {
      draws.draw(decide, tree.scores(), slots, rule,
                 refinement.lists().template count<S>(!near.keeps_winners()));
    }
    for (; draws.next_near(in_vain); draws.take()) {
      Candidate asked{draws.index(), draws.offset() + decide.below(draws.rest())};
      const bool has_slot = draws.index() != by_offset;
      if (!has_slot) {
        asked = near.owner(tree, asked.offset).value_or(Candidate{tree.size(), 0});
      }
      if (asked.index < tree.size() &&
          below_exponential(decide, rule, tree.scale(), tree.score(asked.index), asked.offset) &&
          tree.in_play(asked.index) && !(flips && was_asked(asked.index, has_slot))) {
        draws.take();
        return asked.index;
      }
      ++in_vain;
      if (flips && !has_slot) {
        tried.add(asked.index);
      }
    }
    if (flips) {
      draws.hand_over(tried);
    }
  }
  skipped.record(positions, 0, in_vain - recorded);
  return std::nullopt;
}

/// One selection by asking those near the best at random; or nothing, by the exponential mechanism only.
///
/// Law       given that it selects: of the law on the scores in play, by permute-and-flip without those of `tried`.
/// Requires  near.settle(); a best one in play that was not tried; draws of these slots and of one more.
/// Cost      as many draws as there are slots for each one that is accepted on average.
/// Proof     proofs/selection/near_round.md
template <class Decide, Number T, class S>
std::optional<std::size_t> near_round(Decide& decide, WeightTree<T, S>& tree, Law law,
                                      const NearSlots<T, S>& near, Refinement& refinement,
                                      NearDraws<T, S>& draws, Tried& tried, SkippedDraws& skipped) {
  skipped.clear();
  draws.weigh_by(near.rule());
  draws.begin_round();
  std::size_t in_vain = 0;
  const std::optional<std::size_t> found =
      ask_near(decide, tree, law, near, refinement, draws, tried, skipped, in_vain);
  refinement.lists().record_asked(in_vain, near.most_in_vain());
  if (found) {
    return found;
  }
  draws.drop();
  if (!asks_once(law)) {
    return std::nullopt;
  }
  const std::uint64_t coin = std::uint64_t{1} << near.rule().bits;
  return flip_all(
      decide, tree, near.rule().reference, tried, skipped,
      [&](std::size_t i) { return near.in_play(tree, i); },
      [&](std::size_t i, std::size_t) { return coin - near.owned(tree, i); });
}

}  // namespace discreet::detail

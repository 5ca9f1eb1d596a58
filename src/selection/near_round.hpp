#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/score_gap.hpp"
#include "selection/exponential_mechanism_round.hpp"
#include "selection/flat_round.hpp"
#include "selection/near_slots.hpp"
#include "selection/permute_and_flip_round.hpp"
#include "selection/refine.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// The slots of a round: those of the scores near the best, and behind them one for all that are not (exponential
/// mechanism), or one for each of those others whose coins showed heads (permute-and-flip).
template <Number T, class S>
struct RoundSlots {
  const NearSlots<T, S>& near;
  std::size_t others;

  [[nodiscard]] std::size_t size() const noexcept { return near.size() + others; }
  [[nodiscard]] std::size_t index(std::size_t slot) const noexcept {
    return slot < near.size() ? near.index(slot) : nobody;
  }
};

template <Number T, class S>
using NearDraws = FlatDraws<T, S, RoundSlots<T, S>>;

/// The scores that are not near and whose coins show heads.
///
/// Law       every score in play that is neither near nor tried is in `heads` with probability e^(−gap to the best),
///           independently.
/// Requires  near.settle(); `heads` is empty.
/// Proof     proofs/selection/near_round.md
template <class Decide, Number T, class S>
void sample_other_heads(Decide& decide, const WeightTree<T, S>& tree, const NearSlots<T, S>& near,
                        const Tried& tried, std::vector<std::size_t>& heads) {
  const WeightRule<T>& rule = near.rule();
  // All of a round's time at once: T·ln(1 / (1 − p)) is at most what a score owns where p·W is.
  const std::uint64_t total = (std::uint64_t{1} << rule.bits) - near.most_weight();
  const Segment whole{1.0, 0.0, total, 1, 0.0};
  for (std::uint64_t left = decide.poisson(1); left > 0; --left) {
    decide.checkpoint(tree, near, tried, left, heads);
    const std::optional<Candidate> other = near.owner(tree, decide.below(total));
    if (!other || tried.contains(other->index)) {
      continue;
    }
    SegmentExcess<T> excess{ScoreGap<T>{rule.reference, tree.score(other->index), tree.scale()},
                            whole, other->offset};
    if (decide.less(excess) && std::find(heads.begin(), heads.end(), other->index) == heads.end()) {
      heads.push_back(other->index);
    }
  }
}

/// One of the near, and of the others whose coins show heads, in a random order until one shows heads: for a round that
/// has asked in vain so often that the scores may have changed.
///
/// Throws    Error{unsound_thread} if nobody shows heads.
template <class Decide, Number T, class S>
std::size_t walk_near(Decide& decide, const WeightTree<T, S>& tree, const NearSlots<T, S>& near,
                      const Tried& tried, const std::vector<std::size_t>& heads) {
  std::vector<std::size_t> left = heads;
  for (std::size_t slot = 0; slot < near.size(); ++slot) {
    const std::size_t i = near.index(slot);
    if (i != nobody && tree.in_play(i) && !tried.contains(i)) {
      left.push_back(i);
    }
  }
  while (!left.empty()) {
    decide.checkpoint(tree, near, tried, heads, left);
    std::swap(left[decide.below(left.size())], left.back());
    const std::size_t i = left.back();
    ExpOfMinus<ScoreGap<T>> chance{ScoreGap<T>{near.rule().reference, tree.score(i), tree.scale()}};
    if (std::find(heads.begin(), heads.end(), i) != heads.end() || decide.less(chance)) {
      return i;
    }
    left.pop_back();
  }
  throw Error{unsound_thread, "scores must not change during a release"};
}

/// Asks slots at random until one is accepted, or so many were in vain that the scores may have changed.
///
/// Proof     proofs/selection/near_round.md
template <class Decide, Number T, class S>
std::optional<std::size_t> ask_near(Decide& decide, WeightTree<T, S>& tree, Law law,
                                    const NearSlots<T, S>& near, const Refinement& refinement,
                                    NearDraws<T, S>& draws, Tried& tried,
                                    const std::vector<std::size_t>& heads, std::size_t& in_vain) {
  const WeightRule<T>& rule = near.rule();
  const bool flips = asks_once(law);
  const RoundSlots<T, S> slots{near, flips ? heads.size() : 1};
  const auto reject = [&](std::size_t i) {
    ++in_vain;
    if (flips && i != nobody) {
      tried.add(i);
    }
  };
  while (in_vain < S::near_patience(flips ? slots.size() : 0)) {
    decide.checkpoint(tree, near, refinement, tried, heads, draws.left(), in_vain);
    if (draws.empty()) {
      draws.draw(decide, tree.scores(), slots, rule, refinement.lists().template count<S>());
    }
    for (; draws.next_near(reject); draws.take()) {
      Candidate asked{draws.index(), draws.offset() + decide.below(draws.rest())};
      if (draws.slot() >= near.size()) {
        if (flips) {
          return heads[draws.slot() - near.size()];
        }
        asked = near.owner(tree, asked.offset).value_or(Candidate{nobody, 0});
      }
      if (asked.index != nobody &&
          below_exponential(decide, rule, tree.scale(), tree.score(asked.index), asked.offset) &&
          tree.in_play(asked.index) && !tried.contains(asked.index)) {
        draws.take();
        return asked.index;
      }
      reject(asked.index);
    }
  }
  return std::nullopt;
}

/// One selection by asking those near the best at random; or nothing, by the exponential mechanism only.
///
/// Law       given that it selects: of the law on the scores in play, by permute-and-flip without those of `tried`.
/// Requires  near.settle(); a best one in play that was not tried; draws of these slots and none beside them. `heads` is a
///           buffer.
/// Cost      as many draws as there are slots for each one that is accepted on average; by permute-and-flip a Poisson
///           number of positions more, which nearly always nobody owns.
/// Proof     proofs/selection/near_round.md
template <class Decide, Number T, class S>
std::optional<std::size_t> near_round(Decide& decide, WeightTree<T, S>& tree, Law law,
                                      const NearSlots<T, S>& near, Refinement& refinement,
                                      NearDraws<T, S>& draws, Tried& tried,
                                      std::vector<std::size_t>& heads) {
  heads.clear();
  if (asks_once(law)) {
    sample_other_heads(decide, tree, near, tried, heads);
  }
  if (!heads.empty()) {
    draws.drop();
  }
  draws.weigh_by(tree.scores(), near.rule());
  std::size_t in_vain = 0;
  const std::optional<std::size_t> found =
      ask_near(decide, tree, law, near, refinement, draws, tried, heads, in_vain);
  if (!found || !heads.empty()) {
    draws.drop();
  }
  refinement.lists().record_asked(in_vain, near.most_in_vain());
  if (!found && asks_once(law)) {
    return walk_near(decide, tree, near, tried, heads);
  }
  return found;
}

}  // namespace discreet::detail

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "samplers/decisions.hpp"
#include "selection/exponential_mechanism_round.hpp"
#include "selection/refine.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// The scores that a permute-and-flip round has asked: their coins showed tails, and are not tossed again.
class Tried {
 public:
  void clear() noexcept { indices_.clear(); }
  void add(std::size_t i) { indices_.push_back(i); }
  [[nodiscard]] bool contains(std::size_t i) const noexcept {
    return std::find(indices_.begin(), indices_.end(), i) != indices_.end();
  }
  [[nodiscard]] std::span<const std::size_t> indices() const noexcept { return indices_; }

 private:
  std::vector<std::size_t> indices_;
};

/// In place of an index, for a slot that no score has.
inline constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

/// A slot for every score: its index.
struct EverySlot {
  std::size_t count;

  [[nodiscard]] std::size_t size() const noexcept { return count; }
  [[nodiscard]] std::size_t index(std::size_t slot) const noexcept { return slot; }
};

/// Slots drawn uniformly, each with the first bits of an offset below W = 2^bits: proposals of a tree in which every
/// score has the same bound, so that no sum is searched. What one round has not looked at is there for the next.
///
/// Law       slots and bits are independent and uniform, and so are those that were not taken yet of all that came before.
/// Requires  the slots and the bits stay as they are, or drop().
/// Cost      half a word, a score and its weight for each, a fifteenth of what a position in the tree takes.
/// Proof     proofs/selection/flat_round.md
template <Number T, class S, class Slots = EverySlot>
class FlatDraws {
 public:
  [[nodiscard]] bool empty() const noexcept { return at_ == count_; }

  void drop() noexcept { at_ = count_; }

  /// What is left, for a walk that tells states apart.
  [[nodiscard]] std::span<const std::uint64_t> left() const noexcept {
    return {positions_.data() + at_, count_ - at_};
  }

  /// Draws so many.
  ///
  /// Requires  empty(); count ≤ S::flat_batch; bits as S::bits_for() so many slots, so that all positions are below 2^63.
  template <class Decide>
  void draw(Decide& decide, const ScoreView<T>& scores, const Slots& slots,
            const WeightRule<T>& rule, std::size_t count) {
    known_ = S::flat_bits(slots.size(), rule.bits);
    ManyBelow<Decide> below{decide, static_cast<std::uint64_t>(slots.size()) << known_};
    for (std::size_t j = 0; j < count; ++j) {
      positions_[j] = below.draw();
      if constexpr (!every) {
        indices_[j] = slots.index(positions_[j] >> known_);
      }
      __builtin_prefetch(scores.at(someone(j)));
    }
    at_ = 0;
    count_ = count;
    weigh_left(scores, rule);
  }

  /// Weighs what is left by another rule, if that is one.
  void weigh_by(const ScoreView<T>& scores, const WeightRule<T>& rule) {
    if (!empty() && rule.reference != reference_) {
      weigh_left(scores, rule);
    }
  }

  /// Goes to the next whose offset may be below its weight, as far as it is known, or whose slot nobody has, and calls
  /// skip() with each before it; answers false where there is none. No other can be accepted.
  template <class Skip>
  bool next_near(Skip skip) {
    // What the loop reads is its own: for all the compiler knows skip() may change the others.
    const std::uint64_t mask = (std::uint64_t{1} << known_) - 1;
    const unsigned rest = rest_;
    const std::size_t count = count_;
    for (std::size_t at = at_; at < count; ++at) {
      if ((positions_[at] & mask) << rest < weights_[at]) {
        at_ = at;
        return true;
      }
      skip(index_of(at));
    }
    at_ = count;
    return false;
  }

  [[nodiscard]] std::size_t slot() const noexcept { return positions_[at_] >> known_; }
  [[nodiscard]] std::size_t index() const noexcept { return index_of(at_); }
  /// The bits that are known of its offset, and 0 for the others.
  [[nodiscard]] std::uint64_t offset() const noexcept {
    return (positions_[at_] & ((std::uint64_t{1} << known_) - 1)) << rest_;
  }
  /// How many values the others have.
  [[nodiscard]] std::uint64_t rest() const noexcept { return std::uint64_t{1} << rest_; }

  void take() noexcept { ++at_; }

 private:
  static constexpr bool every = std::is_same_v<Slots, EverySlot>;

  [[nodiscard]] std::size_t index_of(std::size_t j) const noexcept {
    if constexpr (every) {
      return positions_[j] >> known_;
    } else {
      return indices_[j];
    }
  }
  /// The same, and anybody's where nobody has the slot.
  [[nodiscard]] std::size_t someone(std::size_t j) const noexcept {
    const std::size_t i = index_of(j);
    return every || i != nobody ? i : 0;
  }

  void weigh_left(const ScoreView<T>& scores, const WeightRule<T>& rule) {
    std::array<T, S::flat_batch> drawn;
    for (std::size_t j = at_; j < count_; ++j) {
      drawn[j] = *scores.at(someone(j));
    }
    if (count_ == 1) {
      weights_[0] = rule.weight(drawn[0]);
    } else {
      weigh(drawn.data() + at_, count_ - at_, rule, weights_.data() + at_);
    }
    if constexpr (!every) {
      for (std::size_t j = at_; j < count_; ++j) {
        weights_[j] = indices_[j] == nobody ? std::uint64_t{1} << rule.bits : weights_[j];
      }
    }
    reference_ = rule.reference;
    rest_ = rule.bits - known_;
  }

  std::size_t at_ = 0;
  std::size_t count_ = 0;
  unsigned known_ = 0;  ///< bits of an offset that were drawn
  unsigned rest_ = 0;   ///< and that were not
  T reference_{};
  std::array<std::uint64_t, S::flat_batch> positions_;
  std::array<std::size_t, every ? 0 : S::flat_batch> indices_;
  std::array<std::uint64_t, S::flat_batch> weights_;
};

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
  draws.weigh_by(tree.scores(), rule);
  while (refinement.proposes_flatly(tree) && !refinement.template lists_blocks<S>()) {
    decide.checkpoint(tree, refinement, tried, draws.left());
    if (draws.empty()) {
      draws.draw(decide, tree.scores(), EverySlot{tree.size()}, rule, refinement.flat_count<S>());
    }
    std::size_t in_vain = 0;
    const auto reject = [&](std::size_t i) {
      ++in_vain;
      if (asks_once(law)) {
        tried.add(i);
      }
    };
    for (; draws.next_near(reject); draws.take()) {
      const std::size_t i = draws.index();
      const std::uint64_t offset = draws.offset() + decide.below(draws.rest());
      const bool heads = below_exponential(decide, rule, tree.scale(), tree.score(i), offset);
      if (heads && tree.in_play(i) && !tried.contains(i)) {
        draws.take();
        refinement.record_flat_win(tree, in_vain);
        return i;
      }
      reject(i);
    }
    refinement.record_flat_rejections(tree, in_vain);
  }
  draws.drop();
  return std::nullopt;
}

}  // namespace discreet::detail

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "discreet/numbers/number.hpp"
#include "samplers/decisions.hpp"
#include "samplers/many_below.hpp"
#include "selection/score_view.hpp"
#include "selection/weight_rule.hpp"

namespace discreet::detail {

/// The scores that a permute-and-flip round has asked: their coins showed tails, and are not tossed again.
class Tried {
 public:
  void clear() noexcept { indices_.clear(); }
  void add(std::size_t i) { indices_.push_back(i); }
  /// Adds what is left of each number without its last bits.
  void add_each(std::span<const std::uint64_t> numbers, unsigned bits) {
    const std::size_t before = indices_.size();
    indices_.insert(indices_.end(), numbers.begin(), numbers.end());
    for (std::size_t j = before; j < indices_.size(); ++j) {
      indices_[j] >>= bits;
    }
  }
  [[nodiscard]] bool contains(std::size_t i) const noexcept {
    return std::find(indices_.begin(), indices_.end(), i) != indices_.end();
  }
  [[nodiscard]] std::span<const std::size_t> indices() const noexcept { return indices_; }

 private:
  std::vector<std::size_t> indices_;
};

/// In place of an index, for a slot of which the whole offset says who has it. Nobody has a slot with another index that
/// is not below the number of scores.
inline constexpr std::size_t by_offset = std::numeric_limits<std::size_t>::max();

/// A slot for every score: its index.
struct EverySlot {
  std::size_t count;

  [[nodiscard]] std::size_t size() const noexcept { return count; }
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

  void drop() noexcept { begin_ = at_ = count_; }

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
    below.fill(std::span{positions_}.first(count));
    if constexpr (!every) {
      for (std::size_t j = 0; j < count; ++j) {
        indices_[j] = slots.index(positions_[j] >> known_);
      }
    }
    scores.copy_at(
        count, [this, n = scores.size()](std::size_t j) { return someone(j, n); }, scores_.data());
    begin_ = at_ = 0;
    count_ = count;
    mark_left(rule);
  }

  /// To be told as a round begins whose coins are tossed once: nobody has been asked in it.
  void begin_round() noexcept { begin_ = at_; }

  /// Whether a score was asked in the round by one of this batch, before the present draw.
  [[nodiscard]] bool asked(std::size_t i) const noexcept {
    // Without an end before the last one, which compilers make vectors of.
    bool found = false;
    for (std::size_t j = begin_; j < at_; ++j) {
      found |= index_of(j) == i;
    }
    return found;
  }

  /// Hands over who was asked in the round by this batch, which ends.
  void hand_over(Tried& tried) {
    if constexpr (every) {
      tried.add_each(std::span{positions_}.subspan(begin_, at_ - begin_), known_);
    } else {
      tried.add_each(std::span{indices_}.subspan(begin_, at_ - begin_), 0);
    }
    begin_ = at_;
  }

  /// Weighs what is left by another rule, if that is one.
  void weigh_by(const WeightRule<T>& rule) {
    if (!empty() && rule.reference != reference_) {
      mark_left(rule);
    }
  }

  /// Goes to the next whose offset may be below its weight, as far as it is known, or says who has the slot; answers false
  /// where there is none. No other can be accepted: those that are passed over count as asked in vain.
  bool next_near(std::size_t& in_vain) noexcept {
    std::size_t w = at_ / 64;
    std::uint64_t word = at_ < count_ ? marks_[w] & (~std::uint64_t{0} << (at_ % 64)) : 0;
    while (word == 0 && 64 * (w + 1) < count_) {
      word = marks_[++w];
    }
    const std::size_t found =
        word == 0 ? count_ : 64 * w + static_cast<std::size_t>(std::countr_zero(word));
    in_vain += found - at_;
    at_ = found;
    return found < count_;
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
  /// The same, and anybody's where that is none; without a branch, since it would be foreseen badly.
  [[nodiscard]] std::size_t someone(std::size_t j, std::size_t n) const noexcept {
    const std::size_t i = index_of(j);
    return every ? i : i & (std::size_t{0} - static_cast<std::size_t>(i < n));
  }

  void mark_left(const WeightRule<T>& rule) {
    // Whole words of marks, so that what was taken is marked again.
    const std::size_t from = at_ / 64 * 64;
    mark_below_weight(scores_.data() + from, positions_.data() + from, count_ - from, rule, known_,
                      marks_.data() + from / 64);
    if constexpr (!every) {
      for (std::size_t begin = from; begin < count_; begin += 64) {
        std::uint64_t word = 0;
        for (std::size_t j = begin; j < std::min(begin + 64, count_); ++j) {
          word |= static_cast<std::uint64_t>(indices_[j] == by_offset) << (j % 64);
        }
        marks_[begin / 64] |= word;
      }
    }
    reference_ = rule.reference;
    rest_ = rule.bits - known_;
  }

  std::size_t begin_ = 0;  ///< those before were asked in earlier rounds
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  unsigned known_ = 0;  ///< bits of an offset that were drawn
  unsigned rest_ = 0;   ///< and that were not
  T reference_{};
  std::array<std::uint64_t, S::flat_batch> positions_;
  std::array<std::size_t, every ? 0 : S::flat_batch> indices_;
  std::array<T, S::flat_batch> scores_;
  std::array<std::uint64_t, (S::flat_batch + 63) / 64> marks_;
};

}  // namespace discreet::detail

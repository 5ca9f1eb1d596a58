#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/flat_round.hpp"
#include "selection/near_lists.hpp"
#include "selection/proposal.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// The scores near the best in play, so that these are asked at random and not all. Where many are near, every score of
/// the blocks whose best is; where few are, the best scores of all, in order, of which those near the best are asked.
///
/// Law       after settle(), by rule(), whose reference is the best in play: a score in play has one of the slots 0 …
///           size() − 1, or owns as many of the positions below others() as it weighs, or more; none has both. others() ≤
///           W.
/// Requires  nothing but winners to be taken out of the tree, and none that are kept here.
/// Cost      blocks: a look at their bests. Scores: a read of the blocks that have them; the tree learns of winners only
///           at leave().
/// Proof     proofs/selection/near_slots.md
template <Number T, class S>
class NearSlots {
 public:
  [[nodiscard]] bool stands() const noexcept { return kind_ != Kind::none; }

  [[nodiscard]] std::size_t size() const noexcept { return near_; }
  [[nodiscard]] std::uint64_t others() const noexcept {
    return far() * far_weight_ + n_ * unlisted_weight_;
  }
  [[nodiscard]] const WeightRule<T>& rule() const noexcept { return *rule_; }
  /// More in vain than a round should take: the tree opens few blocks soon, and then takes little.
  [[nodiscard]] std::uint64_t most_in_vain() const noexcept {
    return kind_ == Kind::blocks && blocks_.size() < S::near_few ? S::near_few_in_vain
                                                                 : S::near_in_vain;
  }

  /// Who has the slot; nobody past the end of a short block.
  [[nodiscard]] std::size_t index(std::size_t slot) const noexcept {
    if (kind_ == Kind::scores) {
      return list_[begin_ + slot].index;
    }
    const std::size_t i = Layout<S>::index(blocks_[slot / S::block], slot % S::block);
    return i < n_ ? i : nobody;
  }

  /// Who owns a position, with the offset; nobody where it is past others(), or owned by somebody who is out of play or
  /// has a slot.
  [[nodiscard]] std::optional<Candidate> owner(const WeightTree<T, S>& tree,
                                               std::uint64_t position) const {
    const std::uint64_t listed = far() * far_weight_;
    if (position >= listed + n_ * unlisted_weight_) {
      return std::nullopt;
    }
    if (position < listed) {
      return Candidate{list_[begin_ + near_ + position / far_weight_].index,
                       position % far_weight_};
    }
    const std::uint64_t i = (position - listed) / unlisted_weight_;
    if (is_listed(i, tree.score(i)) || has_won(tree, i)) {
      return std::nullopt;
    }
    return Candidate{i, (position - listed) % unlisted_weight_};
  }

  [[nodiscard]] bool in_play(const WeightTree<T, S>& tree, std::size_t i) const {
    return !has_won(tree, i);
  }

  /// How many offsets a score in play owns: all by its slot, or the positions.
  [[nodiscard]] std::uint64_t owned(const WeightTree<T, S>& tree, std::size_t i) const {
    const std::uint64_t all = std::uint64_t{1} << rule_->bits;
    if (kind_ == Kind::blocks) {
      return is_listed(i, tree.score(i)) ? all : unlisted_weight_;
    }
    const auto from = list_.begin() + static_cast<std::ptrdiff_t>(begin_);
    const auto far = from + static_cast<std::ptrdiff_t>(near_);
    const auto found =
        std::find_if(from, list_.end(), [&](const auto& one) { return one.index == i; });
    return found < far ? all : found != list_.end() ? far_weight_ : unlisted_weight_;
  }

  /// Lists the blocks whose best is near, where asking their scores at random seems to take less than the tree: where
  /// there are not too many for so many rounds, and enough of them have two within two halvings of the best.
  void list_blocks(const WeightTree<T, S>& tree, std::size_t rounds) {
    const auto& level = tree.pyramid().level(0);
    if (level.kept() == Keep::one || 2 * tree.pyramid().whole(0) < level.count) {
      // Nothing is known of a second, or most slots would be nobody's.
      return;
    }
    const T far = score_far_away(tree);
    if (most_are_near(tree, far)) {
      return;
    }
    std::vector<std::uint64_t> marks;
    const T good = score_at_halvings(tree, 2.0);
    T others = far;
    const auto count = [&](const T* scores, std::size_t size, T cut) {
      marks.assign((size + 63) / 64, 0);
      others = mark_near(scores, size, cut, tree.rule().optimize, marks.data());
      return marked(marks);
    };
    const auto pays = [&](std::uint64_t near, std::uint64_t firsts, std::uint64_t seconds) {
      return near <= level.count / S::near_share && near <= S::near_draws * rounds &&
             S::block * near < S::near_gain / 2 * (firsts + (S::block - 1) * seconds);
    };
    // The nodes above say at least how many blocks are near, and at most how many have two that are good; a look at all
    // blocks is the sixtieth part of a read.
    std::uint64_t least = 1;
    if (tree.pyramid().height() > 1) {
      const auto& above = tree.pyramid().level(1);
      least = std::max<std::uint64_t>(count(above.first, above.count, far), 1);
      if (!pays(least, least, S::fan * count(above.second, above.count, good))) {
        return;
      }
    }
    const std::uint64_t seconds = count(level.second, level.count, good);
    if (!pays(least, least, seconds)) {
      return;
    }
    const std::uint64_t firsts = count(level.first, level.count, good);
    const std::uint64_t listed = count(level.first, level.count, far);
    if (!pays(listed, firsts, seconds)) {
      return;
    }
    kind_ = Kind::blocks;
    blocks_ = places_of(marks, listed);
    near_ = blocks_.size() * S::block;
    best_unlisted_ = finite_score(others);
    n_ = tree.size();
  }

  /// Lists the best scores, somewhat more than there are rounds, if all others seem to be so far away that they hardly
  /// matter in any of these rounds.
  void list_scores(const WeightTree<T, S>& tree, std::size_t rounds) {
    const std::size_t wanted = rounds + S::near_margin;
    if (tree.pyramid().level(0).count < S::near_sparse * wanted) {
      // A look at so few blocks costs as much as it may save.
      return;
    }
    KnownBests<T, S> known{tree, wanted};
    const std::optional<T> cut = known.at(wanted - 1);
    const std::optional<T> last = known.at(rounds - 1);
    if (!cut || !last || tree.rule().around(*last).weight(*cut) > most_unlisted(tree)) {
      return;
    }
    if (auto list = list_best_scores(tree, *cut, 4 * wanted); list && !list->empty()) {
      kind_ = Kind::scores;
      list_ = std::move(*list);
      begin_ = near_ = 0;
      best_unlisted_ = finite_score(*cut);
      n_ = tree.size();
    }
  }

  /// Goes to the best in play, to be called as a round begins; answers false where the list is of no use any more.
  bool settle(const WeightTree<T, S>& tree) {
    if (kind_ == Kind::scores && begin_ == list_.size()) {
      return false;
    }
    rule_ = tree.rule().around(kind_ == Kind::scores ? list_[begin_].score : tree.best());
    if (as_good_as(best_unlisted_, rule_->reference)) {
      // Also where all that were listed have won; a better score than the reference has no weight.
      return false;
    }
    unlisted_weight_ = rule_->weight(best_unlisted_);
    far_weight_ = 0;
    const std::uint64_t most = (std::uint64_t{1} << rule_->bits) / 4;
    for (; far() > 0; ++near_) {
      far_weight_ = rule_->weight(list_[begin_ + near_].score);
      if (far_weight_ <= most / far()) {
        break;
      }
    }
    return unlisted_weight_ <= most_unlisted(tree);
  }

  /// Whether winners are kept here, and not taken out of the tree before leave().
  [[nodiscard]] bool keeps_winners() const noexcept { return kind_ == Kind::scores; }

  /// Takes a winner out of play; the slots are others then.
  ///
  /// Requires  keeps_winners().
  void remove(std::size_t i) {
    won_.push_back(i);
    const auto from = list_.begin() + static_cast<std::ptrdiff_t>(begin_);
    const auto found =
        std::find_if(from, list_.end(), [&](const auto& one) { return one.index == i; });
    if (found != list_.end()) {
      near_ -= static_cast<std::size_t>(found - from) < near_ ? 1 : 0;
      std::move_backward(from, found, found + 1);
      ++begin_;
    }
  }

  /// All that rounds to come depend on, for a walk that tells states apart.
  [[nodiscard]] std::vector<std::uint64_t> state() const {
    std::vector<std::uint64_t> out{static_cast<std::uint64_t>(kind_), near_, far_weight_,
                                   unlisted_weight_, won_.size()};
    out.insert(out.end(), won_.begin(), won_.end());
    out.insert(out.end(), blocks_.begin(), blocks_.end());
    for (std::size_t j = begin_; j < list_.size(); ++j) {
      out.push_back(list_[j].index);
    }
    return out;
  }

  /// Ends the list; the tree takes its winners out of play.
  void leave(WeightTree<T, S>& tree) {
    kind_ = Kind::none;
    for (const std::size_t i : won_) {
      tree.remove(i);
    }
    won_.clear();
    list_.clear();
    blocks_.clear();
  }

 private:
  /// How many are listed and have no slot.
  [[nodiscard]] std::uint64_t far() const noexcept {
    return kind_ == Kind::scores ? list_.size() - begin_ - near_ : 0;
  }

  [[nodiscard]] bool is_listed(std::size_t i, T score) const {
    if (kind_ == Kind::blocks) {
      return std::binary_search(blocks_.begin(), blocks_.end(), Layout<S>::block_of(i));
    }
    // Most are worse than all that is listed.
    return as_good_as(score, best_unlisted_) &&
           std::any_of(list_.begin() + static_cast<std::ptrdiff_t>(begin_), list_.end(),
                       [&](const auto& one) { return one.index == i; });
  }

  [[nodiscard]] bool has_won(const WeightTree<T, S>& tree, std::size_t i) const {
    return !tree.in_play(i) || std::find(won_.begin(), won_.end(), i) != won_.end();
  }

  [[nodiscard]] bool as_good_as(T a, T b) const noexcept {
    return by_order(rule_->optimize, [&]<Optimize O>() { return at_least<O>(a, b); });
  }

  /// What a score that is not listed may weigh: all together half of W.
  static std::uint64_t most_unlisted(const WeightTree<T, S>& tree) noexcept {
    return (std::uint64_t{1} << tree.rule().bits) / 2 / (tree.size() + 1);
  }

  /// Whether far more blocks are near than a list may have, by a few of them: a quick no.
  static bool most_are_near(const WeightTree<T, S>& tree, T far) {
    return by_order(tree.rule().optimize, [&]<Optimize O>() {
      const auto& level = tree.pyramid().level(0);
      const std::size_t stride = level.count / 64 + 1;
      std::size_t near = 0;
      for (std::size_t b = 0; b < level.count; b += stride) {
        near += at_least<O>(level.first[b], far) ? 1 : 0;
      }
      return near * stride > 2 * level.count / S::near_share;
    });
  }

  /// A score that weighs less than one that is not listed may, so that the best may fall before the list ends.
  static T score_far_away(const WeightTree<T, S>& tree) noexcept {
    return score_at_halvings(
        tree, static_cast<double>(static_cast<unsigned>(std::bit_width(2 * (tree.size() + 1))) +
                                  S::near_slack));
  }

  /// A score that weighs about so many halvings less than the best.
  static T score_at_halvings(const WeightTree<T, S>& tree, double halvings) noexcept {
    return score_at_gap(tree.best(), halvings * WeightRule<T>::ln2 * tree.scale(),
                        tree.rule().optimize);
  }

  enum class Kind { none, blocks, scores };

  Kind kind_ = Kind::none;
  std::size_t n_ = 0;     ///< scores
  std::size_t near_ = 0;  ///< slots
  std::uint64_t far_weight_ = 0;
  std::uint64_t unlisted_weight_ = 0;
  T best_unlisted_{};  ///< no score that is not listed is better
  std::optional<WeightRule<T>> rule_;
  std::vector<std::size_t> blocks_;
  std::vector<ListedScore<T>> list_;  ///< best first
  std::size_t begin_ = 0;             ///< those before have won
  std::vector<std::size_t> won_;      ///< winners that the tree has in play
};

}  // namespace discreet::detail

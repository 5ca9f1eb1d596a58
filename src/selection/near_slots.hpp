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
#include "selection/near_blocks.hpp"
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
    return kind_ == Kind::blocks && begins_.size() < S::near_few ? S::near_few_in_vain
                                                                 : S::near_in_vain;
  }

  /// Who has the slot; past the end of a short block an index that no score has.
  [[nodiscard]] std::size_t index(std::size_t slot) const noexcept {
    if (kind_ == Kind::scores) {
      return list_[begin_ + slot].index;
    }
    return begins_[slot / S::block] + slot % S::block * S::lanes;
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

  /// Lists the blocks whose best is near, where asking their scores at random seems to take less than the tree.
  void list_blocks(const WeightTree<T, S>& tree, std::size_t rounds) {
    if (auto list = near_blocks(tree, rounds)) {
      kind_ = Kind::blocks;
      begins_ = std::move(list->begins);
      near_ = begins_.size() * S::block;
      best_unlisted_ = finite_score(list->best_unlisted);
      n_ = tree.size();
    }
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
    out.insert(out.end(), begins_.begin(), begins_.end());
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
    begins_.clear();
  }

 private:
  /// How many are listed and have no slot.
  [[nodiscard]] std::uint64_t far() const noexcept {
    return kind_ == Kind::scores ? list_.size() - begin_ - near_ : 0;
  }

  [[nodiscard]] bool is_listed(std::size_t i, T score) const {
    if (kind_ == Kind::blocks) {
      return std::binary_search(begins_.begin(), begins_.end(),
                                Layout<S>::index(Layout<S>::block_of(i), 0));
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

  enum class Kind { none, blocks, scores };

  Kind kind_ = Kind::none;
  std::size_t n_ = 0;     ///< scores
  std::size_t near_ = 0;  ///< slots
  std::uint64_t far_weight_ = 0;
  std::uint64_t unlisted_weight_ = 0;
  T best_unlisted_{};  ///< no score that is not listed is better
  std::optional<WeightRule<T>> rule_;
  std::vector<std::size_t> begins_;   ///< the first index of each block
  std::vector<ListedScore<T>> list_;  ///< best first
  std::size_t begin_ = 0;             ///< those before have won
  std::vector<std::size_t> won_;      ///< winners that the tree has in play
};

}  // namespace discreet::detail

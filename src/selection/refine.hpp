#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "discreet/numbers/number.hpp"
#include "selection/list_policy.hpp"
#include "selection/proposal.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// Decides what a rejected proposal is worth opening.
///
/// Law       looks only at rejected draws and counts rounds, and is asked only between batches: any such policy keeps every
///           law.
/// Cost      a node above the nodes of blocks is opened at its first rejection, and so is a heavy node
///           of blocks. Of the light ones a few are opened to see what that gains; then all are, once
///           the rejections that this would spare, by the rounds so far, cost more than it. A block is
///           opened once blocks have rejected some proposals and its bundle is a sixty-fourth of
///           everything, or once rejections have cost about as much as opening all blocks would.
/// Proof     proofs/selection/refine.md
class Refinement {
 public:
  /// To be told as a round begins how many are left, this one included.
  void begin_round(std::size_t rounds_left) noexcept {
    ++rounds_;
    rounds_left_ = rounds_left;
    lists_.begin_round(rounds_left);
  }

  [[nodiscard]] ListPolicy& lists() noexcept { return lists_; }
  [[nodiscard]] const ListPolicy& lists() const noexcept { return lists_; }

  /// Whether blocks whose best is near may be worth a list; a position of the tree takes as long as eight draws.
  template <class S>
  [[nodiscard]] bool lists_blocks() const noexcept {
    return lists_.lists_blocks<S>(flat_ + 8 * by_nodes_);
  }

  /// The round that has forgotten openings is the first again.
  void begin_again() noexcept {
    rounds_ = 1;
    rounds_left_ = lists_.rounds_left();
  }

  /// Begins to learn again, but for lists.
  void forget_openings() noexcept {
    const ListPolicy lists = lists_;
    *this = Refinement{};
    lists_ = lists;
  }

  template <Number T, class S>
  void record_rejection(WeightTree<T, S>& tree, const Proposal& rejected) {
    if (tree.is_open(rejected.level, rejected.node)) {
      return;
    }
    const std::uint64_t weight = tree.weight_of(rejected.level, rejected.node);
    const bool heavy = weight > tree.total() / 64;
    if (rejected.level > 1) {
      tree.open_node(rejected.level, rejected.node);
    } else if (rejected.level == 1) {
      ++by_nodes_;
      if (heavy || opened_ < S::trial) {
        tree.open_node(1, rejected.node);
        ++opened_;
        before_ += static_cast<double>(weight);
        after_ += static_cast<double>(tree.weight_of(1, rejected.node));
      } else if (opening_all_pays(tree)) {
        tree.open_nodes();
      }
    } else if constexpr (S::opens_blocks) {
      if ((heavy && by_blocks_ >= S::heavy_patience) ||
          by_blocks_ >= S::patience * tree.pyramid().level(0).count) {
        tree.open_block(rejected.node);
      } else {
        ++by_blocks_;
      }
    }
  }

  /// Whether scores are to be asked at random: where the tree's bounds are not that much less in sum than if every score
  /// had the best one's, and few were asked in vain so far.
  template <Number T, class S>
  [[nodiscard]] bool proposes_flatly(const WeightTree<T, S>& tree) const noexcept {
    if constexpr (S::flat_gain == 0) {
      return false;
    } else {
      const std::uint64_t flat_total = static_cast<std::uint64_t>(tree.size()) << tree.rule().bits;
      return flat_debt_ <= flat_patience(tree) && tree.total() > flat_total / S::flat_gain;
    }
  }

  /// How many at once: as many as some rounds seem to take, since what one leaves is there for the next.
  template <class S>
  [[nodiscard]] std::size_t flat_count() const noexcept {
    return ListPolicy::draws_for<S>(flat_, flat_wins_, rounds_left_);
  }

  /// One of them has won the round, after so many in vain since the last were recorded. Of what rounds have saved one may
  /// spend sixteen rounds' patience at most, since it must remember whom it asked.
  template <Number T, class S>
  void record_flat_win(const WeightTree<T, S>& tree, std::size_t in_vain) noexcept {
    ++flat_wins_;
    flat_ += in_vain;
    flat_debt_ += static_cast<std::int64_t>(in_vain) - flat_patience(tree);
    flat_debt_ = std::max(flat_debt_, -16 * flat_patience(tree));
  }

  /// So many were asked in vain, and the round goes on. Beyond what won rounds have paid and the first few the roots are
  /// opened: closer bounds may say that the tree is better.
  template <Number T, class S>
  void record_flat_rejections(WeightTree<T, S>& tree, std::size_t count) {
    constexpr auto trial = static_cast<std::int64_t>(S::flat_trial);
    const std::int64_t before = flat_debt_;
    flat_ += count;
    flat_debt_ += static_cast<std::int64_t>(count);
    if (before < trial && flat_debt_ >= trial) {
      tree.open_high_roots();
    }
  }

  /// All that it has learned: a walk over decisions takes two runs for one only where this agrees too.
  [[nodiscard]] std::array<std::uint64_t, 19> state() const noexcept {
    std::array<std::uint64_t, 19> out{rounds_,
                                      rounds_left_,
                                      by_blocks_,
                                      by_nodes_,
                                      opened_,
                                      flat_,
                                      flat_wins_,
                                      static_cast<std::uint64_t>(flat_debt_),
                                      std::bit_cast<std::uint64_t>(before_),
                                      std::bit_cast<std::uint64_t>(after_)};
    const auto of_lists = lists_.state();
    std::copy(of_lists.begin(), of_lists.end(), out.begin() + 10);
    return out;
  }

  /// Whether the best score in play has fallen so far below the reference that the 1 which every
  /// weight has at least would count.
  template <Number T, class S>
  static bool must_rebase(const WeightTree<T, S>& tree) noexcept {
    return tree.best() != tree.rule().reference &&
           tree.rule().weight(tree.best()) < S::drift * tree.size();
  }

 private:
  template <Number T, class S>
  [[nodiscard]] static std::int64_t flat_patience(const WeightTree<T, S>& tree) noexcept {
    return static_cast<std::int64_t>(S::flat_patience(tree.pyramid().level(0).count));
  }

  /// Opening all nodes in passing costs about a rejection for each.
  template <Number T, class S>
  [[nodiscard]] bool opening_all_pays(const WeightTree<T, S>& tree) const noexcept {
    const double spared = 1.0 - after_ / before_;
    const double to_come = static_cast<double>(by_nodes_) / static_cast<double>(rounds_) *
                           static_cast<double>(rounds_left_);
    return spared * to_come > static_cast<double>(tree.pyramid().level(1).count);
  }

  std::uint64_t rounds_ = 0;
  std::uint64_t rounds_left_ = 1;
  std::uint64_t by_blocks_ = 0;  ///< rejections by closed blocks
  std::uint64_t by_nodes_ = 0;   ///< and by closed nodes right above blocks
  std::uint64_t opened_ = 0;     ///< such nodes opened one by one
  std::uint64_t flat_ = 0;       ///< scores asked at random in vain
  std::uint64_t flat_wins_ = 0;  ///< rounds that such a score has won
  std::int64_t flat_debt_ = 0;   ///< those in vain but for what the rounds won have paid
  double before_ = 0.0;          ///< what they weighed closed
  double after_ = 0.0;           ///< and open
  ListPolicy lists_;
};

}  // namespace discreet::detail

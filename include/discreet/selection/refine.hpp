#pragma once

#include <cstdint>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/proposal.hpp"
#include "discreet/selection/weight_tree.hpp"

namespace discreet::detail {

/// Decides what a rejected proposal is worth opening.
///
/// Law       looks only at rejected draws, and is asked only between batches or segments: any such
///           policy keeps every law.
/// Cost      a node is opened at its first rejection, unless it is light and openings so far have
///           hardly made anything lighter. A block is opened once
///           blocks have rejected some proposals and its bundle is a sixty-fourth of
///           everything, or once rejections have cost about as much as opening all blocks would.
/// Proof     proofs/selection/refine.md
class Refinement {
 public:
  template <Number T, class S>
  void learn(WeightTree<T, S>& tree, const Proposal& rejected) {
    if (tree.is_open(rejected.level, rejected.node)) {
      return;
    }
    const std::uint64_t weight = tree.weight_of(rejected.level, rejected.node);
    const bool heavy = weight > tree.total() / 64;
    if (rejected.level > 0) {
      const bool above_blocks = rejected.level == 1;
      if (heavy || !above_blocks || opened_ < S::trial || after_ < 0.75 * before_) {
        tree.open_node(rejected.level, rejected.node);
        if (above_blocks) {
          ++opened_;
          before_ += static_cast<double>(weight);
          after_ += static_cast<double>(tree.weight_of(rejected.level, rejected.node));
        }
      }
      return;
    }
    if ((heavy && rejections_ >= S::block / 4) ||
        rejections_ >= S::patience * tree.pyramid().level(0).count) {
      tree.open_block(rejected.node);
    } else {
      ++rejections_;
    }
  }

  /// Whether the best score in play has fallen so far below the reference that the 1 which every
  /// weight has at least would count.
  template <Number T, class S>
  static bool must_rebase(const WeightTree<T, S>& tree) noexcept {
    return tree.best() != tree.rule().reference &&
           tree.rule().weight(tree.best()) < S::drift * tree.size();
  }

 private:
  std::uint64_t rejections_ = 0;
  std::uint64_t opened_ = 0;  ///< nodes right above blocks
  double before_ = 0.0;       ///< what they weighed closed
  double after_ = 0.0;        ///< and open
};

}  // namespace discreet::detail

#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "discreet/numbers/number.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"

namespace discreet::detail {

/// The scores of one block side by side. A winner's block is looked at to find it and again to do without it: its lines of
/// memory are gathered once.
///
/// Law       the block's scores as they were when it was copied.
/// Proof     proofs/selection/weight_tree.md
template <Number T, class S>
class BlockCopy {
 public:
  /// The copy, made anew where it is of another block; it stays until the next.
  ///
  /// Requires  a block of so many scores.
  std::span<const T> of(const ScoreView<T>& scores, std::size_t block, std::size_t size) noexcept {
    if (block_ != block) {
      scores.copy_each(Layout<S>::index(block, 0), S::lanes, size, copy_.data());
      block_ = block;
    }
    return {copy_.data(), size};
  }

  void drop() noexcept { block_ = none; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  std::size_t block_ = none;
  std::array<T, S::block> copy_;
};

}  // namespace discreet::detail

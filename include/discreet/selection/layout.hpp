#pragma once

#include <algorithm>
#include <cstddef>

namespace discreet::detail {

/// Which scores a block holds: a group is `block` rows of `lanes` scores, and its blocks are the
/// columns, so that block b holds every lanes-th score of its group.
///
/// Law       index(b, j) over all b < blocks(n) and j < size(b, n) is every index below n once;
///           block_of and place_of invert it. The blocks g·lanes … (g + 1)·lanes − 1 hold the scores
///           g·block·lanes … (g + 1)·block·lanes − 1, as far as there are any.
/// Proof     proofs/selection/read.md
template <class S>
struct Layout {
  static constexpr std::size_t group = S::block * S::lanes;

  /// Whole groups of blocks; the last ones may be short, or empty.
  static constexpr std::size_t blocks(std::size_t n) noexcept {
    return (n + group - 1) / group * S::lanes;
  }
  static constexpr std::size_t block_of(std::size_t i) noexcept {
    return i / group * S::lanes + i % S::lanes;
  }
  static constexpr std::size_t place_of(std::size_t i) noexcept { return i % group / S::lanes; }
  static constexpr std::size_t index(std::size_t block, std::size_t place) noexcept {
    return block / S::lanes * group + place * S::lanes + block % S::lanes;
  }
  static constexpr std::size_t size(std::size_t block, std::size_t n) noexcept {
    const std::size_t first = index(block, 0);
    return first >= n ? 0 : std::min(S::block, (n - first - 1) / S::lanes + 1);
  }
};

}  // namespace discreet::detail

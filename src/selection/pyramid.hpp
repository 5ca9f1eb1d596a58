#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/few_scores.hpp"
#include "selection/read.hpp"
#include "selection/score_view.hpp"
#include "selection/scratch.hpp"
#include "selection/shape.hpp"

namespace discreet::detail {

/// The two best scores of every block, of every group of `fan` blocks, and so on up to one node; or only the best.
///
/// Law       first(l, i) and second(l, i) are the best and second best score, among those in play,
///           of node i on level l; what is missing counts as the worst value of the type. Where one is
///           kept, second(l, i) is first(l, i). A block that has lost one score, whose twin is its best, may not have been
///           updated: then the second is a bound.
/// Cost      two scores per block, or one, and a fraction 1/fan more for the levels above.
/// Proof     proofs/selection/read.md
template <Number T, class S>
class Pyramid {
 public:
  static_assert(S::fan <= 64, "a node's children are the bits of a word");

  struct Level {
    std::size_t count = 0;  ///< nodes
    std::size_t span = 0;   ///< scores below a node, but for the last; above level 0 neighbours
    T* first = nullptr;
    T* second = nullptr;  ///< or first, where only the best is kept

    [[nodiscard]] Keep kept() const noexcept { return first == second ? Keep::one : Keep::two; }
  };

  /// Reads the scores once.
  ///
  /// Requires  at least one score.
  /// Throws    Error{outside_domain} if a score is NaN.
  Pyramid(const ScoreView<T>& scores, Optimize optimize, Source source, Keep keep, unsigned threads)
      : size_(scores.size()), optimize_(optimize) {
    levels_[0].count = Layout<S>::blocks(size_);
    levels_[0].span = S::block;
    std::size_t nodes = levels_[0].count;
    for (; levels_[height_ - 1].count > 1; ++height_) {
      const Level& below = levels_[height_ - 1];
      levels_[height_].count = (below.count + S::fan - 1) / S::fan;
      levels_[height_].span = below.span * S::fan;
      nodes += levels_[height_].count;
    }
    const std::size_t kept = keep == Keep::two ? 2 : 1;
    memory_ = Scratch{ScratchUse::pairs, kept * nodes * sizeof(T)};
    T* next = static_cast<T*>(memory_.data());
    for (std::size_t l = 0; l < height_; ++l) {
      levels_[l].first = next;
      levels_[l].second = next + (kept - 1) * levels_[l].count;
      next += kept * levels_[l].count;
    }
    read_scores(scores, S::block, S::lanes, optimize, source, threads, levels_[0].first,
                levels_[0].second, PairRoom<T>{S::fan, levels_[1].first, levels_[1].second});
    for (std::size_t l = 2; l < height_; ++l) {
      gather(l, 0, levels_[l].count);
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t height() const noexcept { return height_; }
  [[nodiscard]] const Level& level(std::size_t l) const noexcept { return levels_[l]; }

  /// How many scores lie below node i of level l.
  [[nodiscard]] std::size_t size_of(std::size_t l, std::size_t i) const noexcept {
    return l == 0 ? Layout<S>::size(i, size_)
                  : std::min(levels_[l].span, size_ - i * levels_[l].span);
  }

  /// How many nodes of level l, from the left, hold as many scores as they can.
  [[nodiscard]] std::size_t whole(std::size_t l) const noexcept {
    return l == 0 ? size_ / Layout<S>::group * S::lanes : size_ / levels_[l].span;
  }

  /// The best score in play.
  [[nodiscard]] T best() const noexcept { return finite_score(levels_[height_ - 1].first[0]); }

  /// Takes over a block's new pair, neither of which is better than before, and carries the change up.
  void update_block(std::size_t block, T first, T second) {
    if (levels_[0].kept() == Keep::one) {
      second = first;
    }
    std::size_t i = block;
    for (std::size_t l = 0; levels_[l].first[i] != first || levels_[l].second[i] != second; ++l) {
      const Level& level = levels_[l];
      const T own_first = first;
      const T own_second = second;
      const bool goes_up = l + 1 < height_ && is_among(l + 1, i / S::fan, level.first[i]);
      if (goes_up) {
        // Before the new pair is written: a vector that holds what was just written waits for it.
        const std::size_t begin = i / S::fan * S::fan;
        merge_pairs_without(level.first + begin, level.second + begin,
                            std::min(S::fan, level.count - begin), i - begin, optimize_, first,
                            second);
      }
      level.first[i] = own_first;
      level.second[i] = own_second;
      if (!goes_up) {
        return;
      }
      i /= S::fan;
    }
  }

 private:
  /// Whether node i of level l has the score in its pair. A child whose best is not there is worse than both.
  [[nodiscard]] bool is_among(std::size_t l, std::size_t i, T score) const noexcept {
    return score == levels_[l].first[i] || score == levels_[l].second[i];
  }

  /// The pairs of nodes begin … end − 1 of level l from the pairs below.
  void gather(std::size_t l, std::size_t begin, std::size_t end) {
    const Level& above = levels_[l];
    const Level& below = levels_[l - 1];
    const std::size_t from = begin * S::fan;
    merge_pairs(below.first + from, below.second + from, std::min(end * S::fan, below.count) - from,
                S::fan, optimize_, above.first + begin, above.second + begin);
  }

  std::size_t size_;
  Optimize optimize_;
  std::array<Level, S::most_levels> levels_{};
  std::size_t height_ = 1;
  Scratch memory_;
};

}  // namespace discreet::detail

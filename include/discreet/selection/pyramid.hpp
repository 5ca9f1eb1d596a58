#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/read.hpp"
#include "discreet/selection/read_scores.hpp"
#include "discreet/selection/score_view.hpp"
#include "discreet/selection/scores.hpp"

namespace discreet::detail {

/// The two best scores of every block, of every group of `fan` blocks, and so on up to one node.
///
/// Law       first(l, i) and second(l, i) are the best and second best score, among those in play,
///           of node i on level l; what is missing counts as the worst value of the type.
/// Cost      two scores per block, and a fraction 1/fan more for the levels above.
/// Proof     proofs/selection/read.md
template <Number T, class S>
class Pyramid {
 public:
  struct Level {
    std::size_t count = 0;  ///< nodes
    std::size_t span = 0;   ///< scores below a node, but for the last
    T* first = nullptr;
    T* second = nullptr;
  };

  /// Reads the scores once.
  ///
  /// Requires  at least one score.
  /// Throws    Error{outside_domain} if a score is NaN.
  Pyramid(const ScoreView<T>& scores, Optimize optimize, unsigned threads)
      : size_(scores.size()), optimize_(optimize) {
    std::size_t nodes = 0;
    for (std::size_t span = S::block;; span *= S::fan) {
      levels_.push_back({(size_ - 1) / span + 1, span});
      nodes += levels_.back().count;
      if (levels_.back().count == 1) {
        break;
      }
    }
    room_ = std::make_unique_for_overwrite<T[]>(2 * nodes);
    T* next = room_.get();
    for (Level& level : levels_) {
      level.first = next;
      level.second = next + level.count;
      next += 2 * level.count;
    }
    read_scores(scores, S::block, optimize, threads, levels_[0].first, levels_[0].second);
    for (std::size_t l = 1; l < levels_.size(); ++l) {
      gather(l, 0, levels_[l].count);
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t height() const noexcept { return levels_.size(); }
  [[nodiscard]] const Level& level(std::size_t l) const noexcept { return levels_[l]; }

  /// How many scores lie below node i of level l.
  [[nodiscard]] std::size_t size_of(std::size_t l, std::size_t i) const noexcept {
    return std::min(levels_[l].span, size_ - i * levels_[l].span);
  }

  /// The best score in play.
  [[nodiscard]] T best() const noexcept { return finite_score(levels_.back().first[0]); }

  /// Takes over a block's new pair and carries the change up.
  void update_block(std::size_t block, T first, T second) {
    std::size_t i = block;
    levels_[0].first[i] = first;
    levels_[0].second[i] = second;
    for (std::size_t l = 1; l < levels_.size(); ++l) {
      i /= S::fan;
      const T old_first = levels_[l].first[i];
      const T old_second = levels_[l].second[i];
      gather(l, i, i + 1);
      if (levels_[l].first[i] == old_first && levels_[l].second[i] == old_second) {
        break;
      }
    }
  }

 private:
  /// The pairs of nodes begin … end − 1 of level l from the pairs below. The second best of all is
  /// the second best of the firsts or the best of the seconds.
  void gather(std::size_t l, std::size_t begin, std::size_t end) {
    const Level& above = levels_[l];
    const Level& below = levels_[l - 1];
    const std::size_t from = begin * S::fan;
    const std::size_t count = std::min(end * S::fan, below.count) - from;
    std::array<T, 64> spare;
    std::array<T, 64> best_second;
    read_blocks(below.first + from, count, S::fan, optimize_, above.first + begin,
                above.second + begin);
    for (std::size_t i = begin; i < end; i += best_second.size()) {
      const std::size_t nodes = std::min(end - i, best_second.size());
      const std::size_t start = i * S::fan;
      read_blocks(below.second + start, std::min((i + nodes) * S::fan, below.count) - start, S::fan,
                  optimize_, best_second.data(), spare.data());
      for (std::size_t j = 0; j < nodes; ++j) {
        T& second = above.second[i + j];
        if (optimize_ == Optimize::max ? best_second[j] > second : best_second[j] < second) {
          second = best_second[j];
        }
      }
    }
  }

  std::size_t size_;
  Optimize optimize_;
  std::vector<Level> levels_;
  std::unique_ptr<T[]> room_;
};

}  // namespace discreet::detail

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/pyramid.hpp"
#include "discreet/selection/read.hpp"
#include "discreet/selection/removed.hpp"
#include "discreet/selection/score_view.hpp"
#include "discreet/selection/weigh.hpp"
#include "discreet/selection/weight_rule.hpp"

namespace discreet::detail {

/// Integer weights over the scores in play, as running sums on the pyramid's nodes.
///
/// Law       a closed node knows only its two best scores and weighs
///           w(first) + (size − 1) · w(second); an open node weighs what its children weigh
///           together; an open block weighs the sum over its scores in play of their weights.
/// Requires  at least one score.
/// Cost      a sum and a bit per node; opening weighs `fan` nodes or one block.
/// Proof     proofs/selection/weight_tree.md
template <Number T, class S>
class WeightTree {
 public:
  using Rule = WeightRule<T>;

  /// Reads the scores once.
  ///
  /// Throws    Error{outside_domain} if a score is NaN.
  WeightTree(const ScoreView<T>& scores, double scale, Optimize optimize, unsigned threads)
      : scores_(&scores),
        pyramid_(scores, optimize, threads),
        rule_(pyramid_.best(), scale, S::bits_for(scores.size()), optimize),
        scale_(scale) {
    while (pyramid_.level(top_).count > S::roots) {
      ++top_;
    }
    std::size_t sums = 0;
    std::size_t words = 0;
    for (std::size_t l = 0; l <= top_; ++l) {
      sums += pyramid_.level(l).count;
      words += pyramid_.level(l).count / 64 + 1;
    }
    sum_room_ = std::make_unique_for_overwrite<std::uint64_t[]>(sums + words);
    std::uint64_t* next = sum_room_.get();
    for (std::size_t l = 0; l <= top_; ++l) {
      sums_[l] = next;
      open_[l] = next + pyramid_.level(l).count;
      next = open_[l] + pyramid_.level(l).count / 64 + 1;
    }
    close_group(top_, 0, pyramid_.level(top_).count);
  }

  [[nodiscard]] const Rule& rule() const noexcept { return rule_; }
  [[nodiscard]] double scale() const noexcept { return scale_; }
  [[nodiscard]] const Pyramid<T, S>& pyramid() const noexcept { return pyramid_; }
  [[nodiscard]] const ScoreView<T>& scores() const noexcept { return *scores_; }
  [[nodiscard]] std::size_t size() const noexcept { return pyramid_.size(); }
  [[nodiscard]] T best() const noexcept { return pyramid_.best(); }
  [[nodiscard]] T score(std::size_t i) const noexcept { return finite_score(*scores_->at(i)); }
  [[nodiscard]] bool in_play(std::size_t i) const { return !removed_.contains(i); }

  [[nodiscard]] std::size_t top() const noexcept { return top_; }
  [[nodiscard]] const std::uint64_t* sums(std::size_t l) const noexcept { return sums_[l]; }
  [[nodiscard]] std::uint64_t total() const noexcept {
    return sums_[top_][pyramid_.level(top_).count - 1];
  }
  [[nodiscard]] bool is_open(std::size_t l, std::size_t i) const noexcept {
    return ((open_[l][i / 64] >> (i % 64)) & 1) != 0;
  }
  [[nodiscard]] std::uint64_t weight_of(std::size_t l, std::size_t i) const noexcept {
    return sums_[l][i] - (i > group_begin(l, i) ? sums_[l][i - 1] : 0);
  }

  /// The weights of a block's scores, 0 for those out of play; returns how many.
  std::size_t weigh_block(std::size_t block, std::array<std::uint64_t, S::block>& weights) const {
    std::array<T, S::block> room;
    const std::size_t size = pyramid_.size_of(0, block);
    weigh(scores_->piece(block * S::block, size, room.data()), size, rule_, weights.data());
    if (const auto* const mask = removed_.of_block(block)) {
      Removed<S::block>::each(*mask, [&](std::size_t j) { weights[j] = 0; });
    }
    return size;
  }

  /// Replaces a closed node by its children, all closed.
  ///
  /// Requires  l ≥ 1; a node whose parent, if it has one below the roots, is open.
  void open_node(std::size_t l, std::size_t i) {
    const std::size_t begin = i * S::fan;
    const std::size_t end = std::min(begin + S::fan, pyramid_.level(l - 1).count);
    const std::uint64_t weight = close_group(l - 1, begin, end);
    open_[l][i / 64] |= std::uint64_t{1} << (i % 64);
    set_weight(l, i, weight);
  }

  /// Replaces a block's bound by the sum of its scores' weights.
  void open_block(std::size_t block) {
    std::array<std::uint64_t, S::block> weights;
    const std::size_t size = weigh_block(block, weights);
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < size; ++j) {
      sum += weights[j];
    }
    open_[0][block / 64] |= std::uint64_t{1} << (block % 64);
    set_weight(0, block, sum);
  }

  /// Takes a winner out of play.
  ///
  /// Requires  i < size(), in play.
  void remove(std::size_t i) {
    const std::size_t block = i / S::block;
    removed_.insert(i);
    const bool emptied = renew_pair(block);
    // The lowest node above the score that has a weight of its own.
    std::size_t l = top_;
    std::size_t node = i / pyramid_.level(l).span;
    while (l > 0 && is_open(l, node)) {
      --l;
      node = i / pyramid_.level(l).span;
    }
    if (l == 0 && (emptied || is_open(0, block))) {
      open_block(block);
    } else {
      set_weight(l, node, closed_weight(l, node));
    }
  }

  /// Takes the best score in play as the reference and closes everything.
  void rebase() {
    rule_ = Rule{best(), scale_, rule_.bits, rule_.optimize};
    close_group(top_, 0, pyramid_.level(top_).count);
  }

  /// Reads the scores again, for a caller who changes them during a release.
  ///
  /// Throws    Error{outside_domain} if a score is NaN by now.
  void reread() {
    pyramid_ = Pyramid<T, S>{*scores_, rule_.optimize, 1};
    removed_.each_block([&](std::size_t block) { renew_pair(block); });
    rebase();
  }

 private:
  static constexpr std::size_t most_levels = 64;

  /// Siblings share running sums; the roots are siblings too.
  [[nodiscard]] std::size_t group_begin(std::size_t l, std::size_t i) const noexcept {
    return l == top_ ? 0 : i - i % S::fan;
  }
  [[nodiscard]] std::size_t group_end(std::size_t l, std::size_t i) const noexcept {
    const std::size_t count = pyramid_.level(l).count;
    return l == top_ ? count : std::min(i - i % S::fan + S::fan, count);
  }

  void set_weight(std::size_t l, std::size_t i, std::uint64_t weight) noexcept {
    // Modulo 2^64 a fall in weight is added like a rise.
    const std::uint64_t change = weight - weight_of(l, i);
    for (;; i /= S::fan, ++l) {
      const std::size_t end = group_end(l, i);
      for (std::size_t j = i; j < end; ++j) {
        sums_[l][j] += change;
      }
      if (l == top_) {
        return;
      }
    }
  }

  [[nodiscard]] std::uint64_t closed_weight(std::size_t l, std::size_t i) const noexcept {
    const auto& level = pyramid_.level(l);
    return rule_.weight(level.first[i]) +
           (pyramid_.size_of(l, i) - 1) * rule_.weight(level.second[i]);
  }

  /// Closes the siblings begin … end − 1 and returns their weight.
  std::uint64_t close_group(std::size_t l, std::size_t begin, std::size_t end) {
    constexpr std::size_t batch = 64;
    std::array<std::uint64_t, batch> first;
    std::array<std::uint64_t, batch> second;
    const auto& level = pyramid_.level(l);
    std::uint64_t sum = 0;
    for (std::size_t i = begin; i < end; i += batch) {
      const std::size_t nodes = std::min(batch, end - i);
      weigh(level.first + i, nodes, rule_, first.data());
      weigh(level.second + i, nodes, rule_, second.data());
      for (std::size_t j = 0; j < nodes; ++j) {
        sum += first[j] + (pyramid_.size_of(l, i + j) - 1) * second[j];
        sums_[l][i + j] = sum;
      }
    }
    for (std::size_t i = begin; i < end;) {
      if (i % 64 == 0 && end - i >= 64) {
        open_[l][i / 64] = 0;
        i += 64;
      } else {
        open_[l][i / 64] &= ~(std::uint64_t{1} << (i % 64));
        ++i;
      }
    }
    return sum;
  }

  /// Finds the two best of what a block has in play; returns whether nothing is.
  bool renew_pair(std::size_t block) {
    std::array<T, S::block> room;
    const std::size_t size = pyramid_.size_of(0, block);
    const T* const scores = scores_->piece(block * S::block, size, room.data());
    if (scores != room.data()) {
      std::copy_n(scores, size, room.data());
    }
    std::size_t gone = 0;
    Removed<S::block>::each(*removed_.of_block(block), [&](std::size_t j) {
      room[j] = worst_score<T>(rule_.optimize);
      ++gone;
    });
    T first = T{};
    T second = T{};
    read_blocks(room.data(), size, S::block, rule_.optimize, &first, &second);
    pyramid_.update_block(block, first, second);
    return gone == size;
  }

  const ScoreView<T>* scores_;
  Pyramid<T, S> pyramid_;
  Rule rule_;
  double scale_;
  Removed<S::block> removed_;
  std::size_t top_ = 0;
  std::array<std::uint64_t*, most_levels> sums_{};
  std::array<std::uint64_t*, most_levels> open_{};
  std::unique_ptr<std::uint64_t[]> sum_room_;
};

}  // namespace discreet::detail

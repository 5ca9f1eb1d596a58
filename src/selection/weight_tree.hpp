#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/block_copy.hpp"
#include "selection/few_scores.hpp"
#include "selection/openings.hpp"
#include "selection/pyramid.hpp"
#include "selection/read.hpp"
#include "selection/removed.hpp"
#include "selection/running_sums.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"
#include "selection/weight_rule.hpp"

namespace discreet::detail {

/// Integer weights over the scores in play, as running sums on the pyramid's nodes.
///
/// Law       a closed node knows only its best score and a bound of the second and weighs
///           w(first) + (size − 1) · w(second); an open node weighs what its children weigh
///           together; an open block weighs the sum over its scores in play of their weights.
///           A bundle of neighbouring blocks has one sum; what its blocks weigh is found anew.
/// Requires  at least one score.
/// Cost      its running sums; opening weighs `fan` nodes or one block.
/// Proof     proofs/selection/weight_tree.md
template <Number T, class S>
class WeightTree {
 public:
  static_assert(S::block <= 64, "a block's places are the bits of a word");

  using Rule = WeightRule<T>;

  /// Reads the scores once.
  ///
  /// Throws    Error{outside_domain} if a score is NaN.
  WeightTree(const ScoreView<T>& scores, double scale, Optimize optimize, unsigned threads)
      : WeightTree(scores, scale, optimize, source_of(scores.size() * sizeof(T)), Keep::two,
                   threads) {}

  /// The same where the scores are among others that are read in one go, or where less is kept of them.
  WeightTree(const ScoreView<T>& scores, double scale, Optimize optimize, Source source, Keep keep,
             unsigned threads)
      : scores_(&scores),
        pyramid_(scores, optimize, source, keep, threads),
        weigher_(Rule{pyramid_.best(), scale, S::bits_for(scores.size()), optimize}),
        scale_(scale),
        sums_([this](std::size_t l) { return pyramid_.level(l).count; }) {
    close_group(top(), 0, pyramid_.level(top()).count);
  }

  [[nodiscard]] const Rule& rule() const noexcept { return weigher_.rule(); }
  [[nodiscard]] std::uint64_t weight(T score) const noexcept { return weigher_.weight(score); }
  [[nodiscard]] double scale() const noexcept { return scale_; }
  [[nodiscard]] const Pyramid<T, S>& pyramid() const noexcept { return pyramid_; }
  [[nodiscard]] const ScoreView<T>& scores() const noexcept { return *scores_; }
  [[nodiscard]] std::size_t size() const noexcept { return pyramid_.size(); }
  [[nodiscard]] T best() const noexcept { return pyramid_.best(); }
  [[nodiscard]] T score(std::size_t i) const noexcept { return finite_score(*scores_->at(i)); }
  [[nodiscard]] bool in_play(std::size_t i) const {
    return !removed_.contains(Layout<S>::block_of(i), Layout<S>::place_of(i));
  }

  /// Which places of a block are out of play, as bits.
  [[nodiscard]] std::uint64_t lost(std::size_t block) const noexcept {
    return removed_.of_block(block);
  }

  [[nodiscard]] std::size_t top() const noexcept { return sums_.top(); }
  [[nodiscard]] const RunningSums<S>& sums() const noexcept { return sums_; }
  [[nodiscard]] std::uint64_t total() const noexcept { return sums_.total(); }
  [[nodiscard]] bool is_open(std::size_t l, std::size_t i) const noexcept {
    return sums_.is_open(l, i);
  }
  /// What node i of level l weighs, or on level 0 its bundle.
  [[nodiscard]] std::uint64_t weight_of(std::size_t l, std::size_t i) const noexcept {
    return sums_.weight_of(l, i);
  }

  /// The weights of a block's scores, 0 for those out of play; returns how many.
  std::size_t weigh_block(std::size_t block, std::array<std::uint64_t, S::block>& weights) const {
    const std::span<const T> scores = block_scores(block);
    weigher_.weights(scores.data(), scores.size(), weights.data());
    Removed::each(lost(block), [&](std::size_t j) { weights[j] = 0; });
    return scores.size();
  }

  /// A block's scores, until another block's are asked for.
  [[nodiscard]] std::span<const T> block_scores(std::size_t block) const noexcept {
    return copy_.of(*scores_, block, pyramid_.size_of(0, block));
  }

  /// Replaces a closed node by its children, all closed.
  ///
  /// Requires  l ≥ 1; a node whose parent, if it has one below the roots, is open.
  void open_node(std::size_t l, std::size_t i) {
    openings_.record(l, i);
    const std::size_t begin = i * S::fan;
    const std::size_t end = std::min(begin + S::fan, pyramid_.level(l - 1).count);
    sums_.set_weight(l, i, close_group(l - 1, begin, end));
    sums_.set_open(l, i);
  }

  /// Opens the closed roots that stand above other nodes.
  void open_high_roots() {
    for (std::size_t i = 0; top() > 1 && i < pyramid_.level(top()).count; ++i) {
      if (!is_open(top(), i)) {
        open_node(top(), i);
      }
    }
  }

  /// Opens every closed node above the blocks.
  void open_nodes() {
    for (std::size_t l = top(); l > 0; --l) {
      for (std::size_t i = 0; i < pyramid_.level(l).count; ++i) {
        if (!is_open(l, i)) {
          open_node(l, i);
        }
      }
    }
  }

  /// The same for closed roots right above blocks (top() == 1), in one go from the left.
  void open_roots() {
    const std::size_t blocks = pyramid_.level(0).count;
    std::uint64_t sum = 0;
    for (std::size_t i = 0, begin = 0; begin < blocks; ++i, begin += S::fan) {
      const std::uint64_t weight = close_group(0, begin, std::min(begin + S::fan, blocks));
      sum = sums_.write(1, i, 1, sum, [&](std::size_t /*j*/) { return weight; });
      sums_.set_open(1, i);
    }
  }

  /// Replaces a block's bound by the sum of its scores' weights.
  void open_block(std::size_t block) {
    openings_.record(0, block);
    sums_.set_open(0, block);
    renew_bundle(block / S::bundle);
  }

  /// What was opened one by one since forget_openings(), which is to be called as a round begins.
  [[nodiscard]] const Openings& openings() const noexcept { return openings_; }
  void forget_openings() noexcept { openings_.forget(); }

  /// Takes a winner out of play.
  ///
  /// Requires  i < size(), in play.
  /// Cost      the block's scores are read only if it was one of the two best, and not the first that the block loses
  ///           while the other is as good.
  void remove(std::size_t i) {
    const std::size_t block = Layout<S>::block_of(i);
    const std::uint64_t gone = removed_.insert(block, Layout<S>::place_of(i));
    const bool emptied =
        static_cast<std::size_t>(std::popcount(gone)) == pyramid_.size_of(0, block);
    const T score = *scores_->at(i);
    const T first = pyramid_.level(0).first[block];
    const T second = pyramid_.level(0).second[block];
    // The first that a block loses, where another is as good: that one is the best now, and still a bound of the second.
    const bool had_a_twin = S::keeps_twins && pyramid_.level(0).kept() == Keep::two &&
                            first == second && score == first && std::has_single_bit(gone);
    const bool among_two = (score == first || score == second) && !had_a_twin;
    if (among_two) {
      renew_pair(block, gone);
    }
    // The lowest node above the score that has a weight of its own.
    std::size_t l = top();
    while (l > 0 && is_open(l, node_above(l, i))) {
      --l;
    }
    if (l > 0) {
      if (among_two) {
        sums_.set_weight(l, node_above(l, i), closed_weight(l, node_above(l, i)));
      }
      return;
    }
    if (emptied) {
      sums_.set_open(0, block);
    }
    if (among_two || is_open(0, block)) {
      renew_bundle(block / S::bundle);
    }
  }

  /// Takes the best score in play as the reference and closes everything.
  void rebase() {
    openings_.forget();
    weigher_ = Weigher<T>{Rule{best(), scale_, rule().bits, rule().optimize}};
    close_group(top(), 0, pyramid_.level(top()).count);
  }

  /// Reads the scores again, for a caller who changes them during a release.
  ///
  /// Throws    Error{outside_domain} if a score is NaN by now.
  void reread() {
    pyramid_ = Pyramid<T, S>{*scores_, rule().optimize, Source::near, pyramid_.level(0).kept(), 1};
    copy_.drop();
    removed_.each_block([&](std::size_t block, std::uint64_t gone) { renew_pair(block, gone); });
    rebase();
  }

  /// The node of level l that holds score i, on level 0 its block.
  [[nodiscard]] std::size_t node_above(std::size_t l, std::size_t i) const noexcept {
    return l == 0 ? Layout<S>::block_of(i) : i / pyramid_.level(l).span;
  }

 private:
  /// Finds anew what the blocks that share a sum weigh.
  void renew_bundle(std::size_t bundle) {
    const std::size_t begin = bundle * S::bundle;
    const std::size_t end = std::min(begin + S::bundle, pyramid_.level(0).count);
    std::uint64_t sum = 0;
    for (std::size_t block = begin; block < end; ++block) {
      sum += is_open(0, block) ? open_weight(block) : closed_weight(0, block);
    }
    sums_.set_weight(0, begin, sum);
  }

  [[nodiscard]] std::uint64_t open_weight(std::size_t block) const {
    std::array<std::uint64_t, S::block> weights;
    const std::size_t size = weigh_block(block, weights);
    return std::accumulate(weights.data(), weights.data() + size, std::uint64_t{0});
  }

  [[nodiscard]] std::uint64_t closed_weight(std::size_t l, std::size_t i) const noexcept {
    const auto& level = pyramid_.level(l);
    return weight(level.first[i]) + (pyramid_.size_of(l, i) - 1) * weight(level.second[i]);
  }

  /// Whether blocks are closed with quick bounds of their weights, so that a bundle may weigh a little more than its
  /// blocks do. A block alone must not: positions name its scores by division, and would name others past them.
  [[nodiscard]] bool bounds_blocks() const noexcept {
    return S::bundle > 1 && rule().bounds_quickly();
  }

  /// Closes the siblings begin … end − 1 and returns their weight.
  std::uint64_t close_group(std::size_t l, std::size_t begin, std::size_t end) {
    constexpr std::size_t batch = 64 / S::bundle * S::bundle;
    std::array<std::uint64_t, batch> first;
    std::array<std::uint64_t, batch> second;
    const auto& level = pyramid_.level(l);
    std::uint64_t sum = 0;
    for (std::size_t i = begin; i < end; i += batch) {
      const std::size_t nodes = std::min(batch, end - i);
      const bool whole = i + nodes <= pyramid_.whole(l);
      if (l == 0 && whole && bounds_blocks()) {
        weigher_.bounds(level.first + i, level.second + i, nodes, S::block - 1, first.data());
        sum = sums_.write(l, i, nodes, sum, [&](std::size_t j) { return first[j]; });
        continue;
      }
      weigher_.weights(level.first + i, nodes, first.data());
      if (level.kept() == Keep::two) {
        weigher_.weights(level.second + i, nodes, second.data());
      } else {
        std::copy_n(first.data(), nodes, second.data());
      }
      const std::uint64_t others = level.span - 1;
      if (whole) {
        sum = sums_.write(l, i, nodes, sum,
                          [&](std::size_t j) { return first[j] + others * second[j]; });
      } else {
        sum = sums_.write(l, i, nodes, sum, [&](std::size_t j) {
          return first[j] + (pyramid_.size_of(l, i + j) - 1) * second[j];
        });
      }
    }
    return sum;
  }

  /// Finds the two best of what a block has in play, without the places that it has lost.
  void renew_pair(std::size_t block, std::uint64_t gone) {
    const std::span<const T> scores = block_scores(block);
    T first = T{};
    T second = T{};
    if (!best_two_without(scores.data(), scores.size(), gone, rule().optimize, first, second)) {
      // A NaN by now: the caller changes the scores. The pyramid has none, as vectors and scalars may weigh it apart.
      first = second = worst_score<T>(rule().optimize);
    }
    pyramid_.update_block(block, first, second);
  }

  const ScoreView<T>* scores_;
  Pyramid<T, S> pyramid_;
  Weigher<T> weigher_;
  double scale_;
  Removed removed_;
  RunningSums<S> sums_;
  Openings openings_;
  mutable BlockCopy<T, S> copy_;
};

}  // namespace discreet::detail

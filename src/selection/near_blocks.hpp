#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/near_lists.hpp"
#include "selection/shape.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// A score that weighs about so many halvings less than the best.
template <Number T, class S>
T score_at_halvings(const WeightTree<T, S>& tree, double halvings) noexcept {
  return score_at_gap(tree.best(), halvings * WeightRule<T>::ln2 * tree.scale(),
                      tree.rule().optimize);
}

/// A score that weighs less than one that is not listed may, so that the best may fall before the list ends.
template <Number T, class S>
T score_far_away(const WeightTree<T, S>& tree) noexcept {
  return score_at_halvings(
      tree, static_cast<double>(static_cast<unsigned>(std::bit_width(2 * (tree.size() + 1))) +
                                S::near_slack));
}

/// Whether far more blocks are near than a list may have, by a few of them: a quick no.
template <Number T, class S>
bool most_are_near(const WeightTree<T, S>& tree, T far) {
  return by_order(tree.rule().optimize, [&]<Optimize O>() {
    const auto& level = tree.pyramid().level(0);
    // Odd, so that no lane of the groups is left out.
    const std::size_t stride = level.count / 64 | 1;
    std::size_t near = 0;
    for (std::size_t b = 0; b < level.count; b += stride) {
      near += at_least<O>(level.first[b], far) ? 1 : 0;
    }
    return near * stride > 2 * level.count / S::near_share;
  });
}

/// Marks blocks by their bests or seconds, given the nodes above that have a block whose best may be marked: a look at the
/// blocks of these where they are few; of all where no nodes are given.
///
/// Law       as mark_near(scores, count, cut), if no block of another node is at least `cut`; `others` is only that of the
///           blocks looked at.
template <class S, Number T>
Marked<T> mark_blocks(const T* scores, std::size_t count, T cut, Optimize optimize,
                      const std::optional<std::vector<std::size_t>>& above,
                      std::vector<std::uint64_t>& marks) {
  marks.assign((count + 63) / 64, 0);
  if (S::fan % 64 != 0 || !above || 4 * above->size() * S::fan > count) {
    return mark_near(scores, count, cut, optimize, marks.data());
  }
  Marked<T> all{0, worst_score<T>(optimize)};
  for (const std::size_t node : *above) {
    const std::size_t begin = node * S::fan;
    const Marked<T> some = mark_near(scores + begin, std::min(S::fan, count - begin), cut, optimize,
                                     marks.data() + begin / 64);
    all.count += some.count;
    all.others = better_score(all.others, some.others, optimize);
  }
  return all;
}

/// Blocks whose best is near the best in play, each by the index of its first score, and the best of all others.
template <Number T>
struct ListedBlocks {
  std::vector<std::size_t> begins;
  T best_unlisted;
};

/// The blocks whose best is near, or nothing where there are too many for so many rounds, or too few of them have two
/// within two halvings of the best: the tree takes less then.
///
/// Cost      a look at some blocks, and where these do not say no at all bests and seconds, the sixtieth part of a read.
/// Proof     proofs/selection/near_slots.md
template <Number T, class S>
std::optional<ListedBlocks<T>> near_blocks(const WeightTree<T, S>& tree, std::size_t rounds) {
  const auto& level = tree.pyramid().level(0);
  const T far = score_far_away(tree);
  // Nothing is known of a second, or most slots would be nobody's.
  if (level.kept() == Keep::one || 2 * tree.pyramid().whole(0) < level.count ||
      most_are_near(tree, far)) {
    return std::nullopt;
  }
  const Optimize optimize = tree.rule().optimize;
  std::vector<std::uint64_t> marks;
  const auto pays = [&](std::uint64_t near, std::uint64_t firsts, std::uint64_t seconds) {
    return near <= level.count / S::near_share && near <= S::near_draws * rounds &&
           S::block * near < S::near_gain / 2 * (firsts + (S::block - 1) * seconds);
  };
  // The nodes above say at least how many blocks are near, and at most how many have two that are good.
  const T good = score_at_halvings(tree, 2.0);
  std::optional<std::vector<std::size_t>> nodes;
  std::uint64_t least = 1;
  T others = worst_score<T>(optimize);
  if (tree.pyramid().height() > 1) {
    const auto& above = tree.pyramid().level(1);
    marks.assign((above.count + 63) / 64, 0);
    const std::uint64_t seconds =
        mark_near(above.second, above.count, good, optimize, marks.data()).count;
    const Marked<T> near = mark_near(above.first, above.count, far, optimize, marks.data());
    least = std::max<std::uint64_t>(near.count, 1);
    if (!pays(least, least, S::fan * seconds)) {
      return std::nullopt;
    }
    nodes = places_of(marks, near.count);
    others = near.others;
  }
  const auto mark = [&](const T* scores, T cut) {
    return mark_blocks<S>(scores, level.count, cut, optimize, nodes, marks);
  };
  const std::uint64_t seconds = mark(level.second, good).count;
  if (!pays(least, least, seconds)) {
    return std::nullopt;
  }
  const std::uint64_t firsts = mark(level.first, good).count;
  const Marked<T> listed = mark(level.first, far);
  if (!pays(listed.count, firsts, seconds)) {
    return std::nullopt;
  }
  ListedBlocks<T> list{places_of(marks, listed.count),
                       better_score(listed.others, others, optimize)};
  for (std::size_t& block : list.begins) {
    block = Layout<S>::index(block, 0);
  }
  return list;
}

}  // namespace discreet::detail

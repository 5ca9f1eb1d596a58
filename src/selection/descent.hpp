#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "discreet/numbers/number.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// Siblings among which a position falls, counted from the first of them: one closed node, or the
/// bundles of blocks below an open node.
struct Siblings {
  std::size_t level;
  std::size_t begin;
  std::size_t end;
  std::uint64_t position;
};

/// A closed node or a bundle, and a position counted from its own beginning.
struct Owner {
  std::size_t level;
  std::size_t at;
  std::uint64_t position;
};

/// The first of the running sums begin … end − 1 that is above the position, or the last; without a
/// branch, since none would be foreseen.
inline std::size_t first_above(const std::uint64_t* sums, std::size_t begin, std::size_t end,
                               std::uint64_t position) noexcept {
  std::size_t at = begin;
  for (std::size_t left = end - begin; left > 1;) {
    const std::size_t half = left / 2;
    at += sums[at + half - 1] <= position ? half : 0;
    left -= half;
  }
  return at;
}

/// Which of the siblings owns the position.
///
/// Proof     proofs/selection/proposal.md
template <Number T, class S>
Owner find_owner(const WeightTree<T, S>& tree, const Siblings& among) noexcept {
  const std::uint64_t* const sums = tree.sums().of(among.level);
  const std::size_t s = first_above(sums, among.begin, among.end, among.position);
  return {among.level, s, among.position - (s > among.begin ? sums[s - 1] : 0)};
}

/// Goes down from the roots to a closed node or to the last siblings.
///
/// Requires  position < tree.total().
/// Cost      a binary search per open level but the last.
/// Proof     proofs/selection/proposal.md
template <Number T, class S>
Siblings descend(const WeightTree<T, S>& tree, std::uint64_t position) noexcept {
  Siblings among{tree.top(), 0, tree.sums().count(tree.top()), position};
  while (among.level > 0) {
    const Owner owner = find_owner(tree, among);
    if (!tree.is_open(owner.level, owner.at)) {
      return {owner.level, owner.at, owner.at + 1, owner.position};
    }
    const std::size_t below = owner.level - 1;
    const std::size_t begin = owner.at * S::fan / tree.sums().per_sum(below);
    among = {below, begin,
             std::min(begin + S::fan / tree.sums().per_sum(below), tree.sums().count(below)),
             owner.position};
  }
  return among;
}

}  // namespace discreet::detail

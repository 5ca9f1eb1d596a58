#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace discreet::detail {

/// The nodes and blocks of a tree that were opened one by one, in their order: how many they were names the structure that
/// a position was drawn from.
class Openings {
 public:
  [[nodiscard]] std::size_t count() const noexcept { return all_.size(); }
  void forget() noexcept { all_.clear(); }
  void record(std::size_t level, std::size_t node) { all_.push_back({level, node}); }

  /// Whether a node was opened when there were so many already.
  [[nodiscard]] bool later(std::size_t level, std::size_t node, std::size_t count) const noexcept {
    const std::span<const Opened> rest = std::span{all_}.subspan(count);
    return std::any_of(rest.begin(), rest.end(),
                       [&](const Opened& one) { return one.level == level && one.node == node; });
  }

 private:
  struct Opened {
    std::size_t level;
    std::size_t node;
  };

  std::vector<Opened> all_;
};

/// How many offsets score i owned in a weight tree when so many nodes had been opened in the round.
///
/// Requires  i below the tree's size, in play; nothing taken out of play and no reference changed since the round began.
/// Proof     proofs/selection/proposal.md
template <class Tree>
[[nodiscard]] std::uint64_t owned(const Tree& tree, std::size_t i, std::size_t openings) noexcept {
  const std::uint64_t own = tree.weight(tree.score(i));
  std::size_t l = tree.top();
  while (tree.is_open(l, tree.node_above(l, i)) &&
         !tree.openings().later(l, tree.node_above(l, i), openings)) {
    if (l == 0) {
      return own;
    }
    --l;
  }
  const auto& level = tree.pyramid().level(l);
  const std::uint64_t second = tree.weight(level.second[tree.node_above(l, i)]);
  return own > second ? tree.weight(level.first[tree.node_above(l, i)]) : second;
}

}  // namespace discreet::detail

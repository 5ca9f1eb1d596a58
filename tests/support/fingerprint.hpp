#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "selection/flat_round.hpp"
#include "selection/near_slots.hpp"
#include "selection/refine.hpp"
#include "selection/skipped_draws.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::testing {

/// Everything a run's future depends on, at one of its loops: the winners, the tree's structure, all that
/// the refinement has learned, and what the loop itself keeps.
using Fingerprint = std::vector<std::uint64_t>;

inline void describe(Fingerprint& out, std::uint64_t value) { out.push_back(value); }
inline void describe(Fingerprint& out, double value) {
  out.push_back(std::bit_cast<std::uint64_t>(value));
}
inline void describe(Fingerprint& out, const std::vector<std::size_t>& values) {
  // Arrivals are a set: in which order they came does not matter to a uniform choice among them.
  std::vector<std::size_t> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  out.push_back(sorted.size());
  out.insert(out.end(), sorted.begin(), sorted.end());
}
inline void describe(Fingerprint& out, std::span<const std::uint32_t> values) {
  out.insert(out.end(), values.begin(), values.end());
}
inline void describe(Fingerprint& out, std::span<const std::uint64_t> values) {
  out.push_back(values.size());
  out.insert(out.end(), values.begin(), values.end());
}
inline void describe(Fingerprint& out, const ::discreet::detail::Tried& tried) {
  // Whom it holds matters, not how often and in which order.
  std::vector<std::size_t> sorted(tried.indices().begin(), tried.indices().end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  describe(out, sorted);
}
inline void describe(Fingerprint& out, const ::discreet::detail::SkippedDraws& skipped) {
  out.push_back(skipped.runs().size());
  for (const auto& run : skipped.runs()) {
    out.insert(out.end(), {run.slots, run.rate, run.structure});
  }
}
inline void describe(Fingerprint& out, const ::discreet::detail::Refinement& refinement) {
  const auto learned = refinement.state();
  out.insert(out.end(), learned.begin(), learned.end());
}
template <class T, class S>
void describe(Fingerprint& out, const ::discreet::detail::NearSlots<T, S>& near) {
  const auto state = near.state();
  out.push_back(state.size());
  out.insert(out.end(), state.begin(), state.end());
}
template <class T, class S>
void describe(Fingerprint& out, const ::discreet::detail::WeightTree<T, S>& tree) {
  describe(out, static_cast<double>(tree.rule().reference));
  for (std::size_t i = 0; i < tree.size(); ++i) {
    out.push_back(tree.in_play(i) ? 1 : 0);
  }
  // Which structure a name stands for: in what order nodes were opened.
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (std::size_t openings = 0; openings < tree.openings().count(); ++openings) {
      out.push_back(tree.in_play(i) ? ::discreet::detail::owned(tree, i, openings) : 0);
    }
  }
  out.push_back(tree.openings().count());
  // Pairs count below closed nodes too: who opens one meets them, and which bounds they are may depend on who won first.
  for (std::size_t l = 0; l < tree.pyramid().height(); ++l) {
    const auto& level = tree.pyramid().level(l);
    for (std::size_t i = 0; i < level.count; ++i) {
      describe(out, static_cast<double>(level.first[i]));
      describe(out, static_cast<double>(level.second[i]));
    }
  }
  // Sums count where they are visible.
  const auto visit = [&](auto& self, std::size_t l, std::size_t begin, std::size_t end) -> void {
    for (std::size_t i = begin; i < end; ++i) {
      const bool open = tree.is_open(l, i);
      out.push_back(open ? 1 : 0);
      out.push_back(tree.weight_of(l, i));
      if (open && l > 0) {
        self(self, l - 1, i * S::fan,
             std::min((i + 1) * S::fan, tree.pyramid().level(l - 1).count));
      }
    }
  };
  visit(visit, tree.top(), 0, tree.pyramid().level(tree.top()).count);
}

}  // namespace discreet::testing

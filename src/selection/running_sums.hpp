#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "selection/scratch.hpp"

namespace discreet::detail {

/// Weights of nodes as running sums among siblings, and a bit per node that says whether it is open.
///
/// Law       sums(l)[s] is what the siblings up to s weigh together, where s counts nodes, and on
///           level 0 bundles of `bundle` blocks. The nodes of the top level are one group, those
///           below are grouped by `fan`.
/// Cost      a sum per node or bundle and a bit per node.
/// Proof     proofs/selection/weight_tree.md
template <class S>
class RunningSums {
 public:
  /// For levels of so many nodes, the top one being the first of at most S::roots.
  template <class Counts>
  explicit RunningSums(const Counts& counts) {
    while (counts(top_) > S::roots) {
      ++top_;
    }
    std::size_t words = 0;
    for (std::size_t l = 0; l <= top_; ++l) {
      counts_[l] = (counts(l) + per_sum(l) - 1) / per_sum(l);
      words += counts_[l] + counts(l) / 64 + 1;
    }
    memory_ = Scratch{ScratchUse::sums, words * sizeof(std::uint64_t)};
    auto* next = static_cast<std::uint64_t*>(memory_.data());
    for (std::size_t l = 0; l <= top_; ++l) {
      sums_[l] = next;
      open_[l] = next + counts_[l];
      next = open_[l] + counts(l) / 64 + 1;
    }
  }

  [[nodiscard]] std::size_t top() const noexcept { return top_; }
  [[nodiscard]] std::size_t count(std::size_t l) const noexcept { return counts_[l]; }
  [[nodiscard]] const std::uint64_t* of(std::size_t l) const noexcept { return sums_[l]; }
  [[nodiscard]] std::uint64_t total() const noexcept { return sums_[top_][counts_[top_] - 1]; }
  static constexpr std::size_t per_sum(std::size_t l) noexcept { return l == 0 ? S::bundle : 1; }

  /// What node i of level l and those it shares a sum with weigh together.
  [[nodiscard]] std::uint64_t weight_of(std::size_t l, std::size_t i) const noexcept {
    const std::size_t s = i / per_sum(l);
    const bool first = s == (l == top_ ? 0 : s - s % per_group(l));
    return sums_[l][s] - (first ? 0 : sums_[l][s - 1]);
  }

  /// Gives them a new weight and carries the change up.
  void set_weight(std::size_t l, std::size_t i, std::uint64_t weight) noexcept {
    // Modulo 2^64 a fall in weight is added like a rise.
    const std::uint64_t change = weight - weight_of(l, i);
    for (std::size_t s = i / per_sum(l);; s /= per_group(l++)) {
      const std::size_t end =
          l == top_ ? counts_[l] : std::min(s - s % per_group(l) + per_group(l), counts_[l]);
      for (std::size_t j = s; j < end; ++j) {
        sums_[l][j] += change;
      }
      if (l == top_) {
        return;
      }
    }
  }

  /// Writes the sums of siblings begin … begin + nodes − 1, all closed, on top of what those before
  /// them weigh, the j-th of them weight(j); returns the last. It carries nothing up.
  ///
  /// Requires  begin a multiple of per_sum(l).
  template <class Weight>
  std::uint64_t write(std::size_t l, std::size_t begin, std::size_t nodes, std::uint64_t before,
                      Weight weight) noexcept {
    std::uint64_t* next = sums_[l] + begin / per_sum(l);
    const std::size_t bundled = l == 0 && S::bundle > 1 ? nodes / S::bundle * S::bundle : 0;
    for (std::size_t j = 0; j < bundled; j += S::bundle) {
      // Added up apart: only one addition of a bundle has to wait for those before it.
      std::uint64_t together = 0;
      for (std::size_t i = 0; i < S::bundle; ++i) {
        together += weight(j + i);
      }
      before += together;
      *next++ = before;
    }
    for (std::size_t j = bundled; j < nodes; ++j) {
      before += weight(j);
      if (per_sum(l) == 1 || j + 1 == nodes) {
        *next++ = before;
      }
    }
    for (std::size_t i = begin; i < begin + nodes;) {
      if (i % 64 == 0 && begin + nodes - i >= 64) {
        open_[l][i / 64] = 0;
        i += 64;
      } else {
        open_[l][i / 64] &= ~(std::uint64_t{1} << (i % 64));
        ++i;
      }
    }
    return before;
  }

  [[nodiscard]] bool is_open(std::size_t l, std::size_t i) const noexcept {
    return ((open_[l][i / 64] >> (i % 64)) & 1) != 0;
  }
  void set_open(std::size_t l, std::size_t i) noexcept {
    open_[l][i / 64] |= std::uint64_t{1} << (i % 64);
  }

 private:
  static constexpr std::size_t most_levels = S::most_levels;
  static constexpr std::size_t per_group(std::size_t l) noexcept { return S::fan / per_sum(l); }

  std::size_t top_ = 0;
  std::array<std::size_t, most_levels> counts_{};
  std::array<std::uint64_t*, most_levels> sums_{};
  std::array<std::uint64_t*, most_levels> open_{};
  Scratch memory_;
};

}  // namespace discreet::detail

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace discreet::detail {

/// The winners of earlier rounds: a mask for every block that has lost one.
///
/// Cost      memory grows with the number of winners, not with the number of scores.
template <std::size_t Block>
class Removed {
 public:
  using Mask = std::array<std::uint64_t, (Block + 63) / 64>;

  void insert(std::size_t block, std::size_t place) { masks_[block][place / 64] |= bit(place); }

  [[nodiscard]] bool contains(std::size_t block, std::size_t place) const {
    const Mask* const mask = of_block(block);
    return mask != nullptr && ((*mask)[place / 64] & bit(place)) != 0;
  }

  /// The block's mask, or nothing if it is whole.
  [[nodiscard]] const Mask* of_block(std::size_t block) const {
    if (masks_.empty()) {
      return nullptr;
    }
    const auto found = masks_.find(block);
    return found == masks_.end() ? nullptr : &found->second;
  }

  /// Calls f with every block that has lost a score.
  template <class F>
  void each_block(F f) const {
    for (const auto& [block, mask] : masks_) {
      f(block);
    }
  }

  /// Calls f with the place within its block of every score the mask has lost.
  template <class F>
  static void each(const Mask& mask, F f) {
    for (std::size_t word = 0; word < mask.size(); ++word) {
      for (std::uint64_t left = mask[word]; left != 0; left &= left - 1) {
        f(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

 private:
  static constexpr std::uint64_t bit(std::size_t place) noexcept {
    return std::uint64_t{1} << (place % 64);
  }

  std::unordered_map<std::size_t, Mask> masks_;
};

}  // namespace discreet::detail

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace discreet::detail {

/// The winners of earlier rounds: a bit for each place of every block that has lost one.
///
/// Requires  blocks of at most 64 scores.
/// Cost      a multiplication and mostly one look; memory grows with the number of winners, not with the number of scores,
///           and none is asked for for the first 64 blocks.
/// Proof     proofs/selection/weight_tree.md
class Removed {
 public:
  Removed() = default;
  Removed(const Removed&) = delete;
  Removed& operator=(const Removed&) = delete;

  /// Returns all the places that the block has lost by now.
  std::uint64_t insert(std::size_t block, std::size_t place) {
    if (slot_of(block).places == 0) {
      if (2 * (blocks_ + 1) > slots_.size()) {
        grow();
      }
      ++blocks_;
    }
    Slot& slot = slot_of(block);
    slot.block = block;
    slot.places |= std::uint64_t{1} << place;
    return slot.places;
  }

  [[nodiscard]] bool contains(std::size_t block, std::size_t place) const noexcept {
    return ((of_block(block) >> place) & 1) != 0;
  }

  /// The places that the block has lost.
  [[nodiscard]] std::uint64_t of_block(std::size_t block) const noexcept {
    return slot_of(block).places;
  }

  /// Calls f with every block that has lost a score, and its places.
  template <class F>
  void each_block(F f) const {
    for (const Slot& slot : slots_) {
      if (slot.places != 0) {
        f(slot.block, slot.places);
      }
    }
  }

  /// Calls f with each of some places.
  template <class F>
  static void each(std::uint64_t places, F f) {
    for (; places != 0; places &= places - 1) {
      f(static_cast<std::size_t>(std::countr_zero(places)));
    }
  }

 private:
  struct Slot {
    std::size_t block = 0;
    std::uint64_t places = 0;  ///< none in a free slot
  };

  /// The block's slot, or the free one where it would be. At least half of them are free.
  [[nodiscard]] Slot& slot_of(std::size_t block) const noexcept {
    // 2^64 over the golden ratio: blocks at equal distances are spread.
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    const std::size_t last = slots_.size() - 1;
    auto at = static_cast<std::size_t>((block * spread) >> (64 - std::bit_width(last)));
    while (slots_[at].places != 0 && slots_[at].block != block) {
      at = (at + 1) & last;
    }
    return slots_[at];
  }

  void grow() {
    std::vector<Slot> larger(2 * slots_.size());
    const std::span<Slot> old = std::exchange(slots_, std::span{larger});
    for (const Slot& slot : old) {
      if (slot.places != 0) {
        slot_of(slot.block) = slot;
      }
    }
    grown_.swap(larger);
  }

  std::array<Slot, 128> room_{};
  std::vector<Slot> grown_;
  std::span<Slot> slots_{room_};  ///< a power of two of them, in the room or grown
  std::size_t blocks_ = 0;
};

}  // namespace discreet::detail

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace discreet::cli {

/// A set of 64-bit words other than 0.
///
/// Throws    std::bad_alloc, after which the set is as it was.
/// Cost      11 to 22 bytes a word, as the room doubles when it grows; words come many at a time, so that memory is asked
///           for all of them at once.
class WordSet {
 public:
  /// How many words one call takes at most.
  static constexpr std::size_t most_at_once = 128;

  /// Hands the words to `is_new` that were not there yet, and keeps them.
  template <class IsNew>
  void insert(std::span<const std::uint64_t> words, IsNew is_new) {
    make_room(words.size());
    std::size_t
        homes[most_at_once];  // NOLINT(modernize-avoid-c-arrays): left as it is until written
    for (std::size_t i = 0; i < words.size(); ++i) {
      homes[i] = home(words[i], slots_.size());
      __builtin_prefetch(&slots_[homes[i]], 1);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (place(slots_, homes[i], words[i])) {
        ++size_;
        is_new(words[i]);
      }
    }
  }

  [[nodiscard]] bool contains(std::uint64_t word) const {
    if (slots_.empty()) {
      return false;
    }
    std::size_t at = home(word, slots_.size());
    while (slots_[at] != 0 && slots_[at] != word) {
      at = at + 1 == slots_.size() ? 0 : at + 1;
    }
    return slots_[at] == word;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return slots_.size() * sizeof(std::uint64_t); }

 private:
  static std::size_t home(std::uint64_t word, std::size_t slots) {
    // Units differ in the upper bits, items in the lower: every bit moves the upper ones.
    word ^= word >> 32U;
    word *= 0x9E3779B97F4A7C15U;
    word ^= word >> 29U;
    word *= 0xD6E8FEB86659FD93U;
    word ^= word >> 32U;
    return static_cast<std::size_t>(static_cast<__uint128_t>(word) * slots >> 64U);
  }

  // Puts the word into the first free slot from its home on, unless it is met before.
  static bool place(std::vector<std::uint64_t>& slots, std::size_t at, std::uint64_t word) {
    while (slots[at] != 0) {
      if (slots[at] == word) {
        return false;
      }
      at = at + 1 == slots.size() ? 0 : at + 1;
    }
    slots[at] = word;
    return true;
  }

  void make_room(std::size_t more);

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace discreet::cli

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "word_set.hpp"

namespace discreet::cli {

/// Sets of pairs of a unit and a candidate, and of how many pairs each candidate is part: what one thread counts.
///
/// Law       a pair is a word whose lower `place_bits` are the place of its candidate, from 1 on. It is counted when its
///           part has none that equals it.
/// Throws    std::bad_alloc.
class PairSets {
 public:
  PairSets(std::size_t parts, std::size_t candidates, unsigned place_bits)
      : parts_(parts), counts_(candidates), places_((std::uint64_t{1} << place_bits) - 1) {}

  /// Takes some pairs of one part, WordSet::most_at_once at most.
  void settle(std::size_t part, std::span<const std::uint64_t> pairs) {
    parts_[part].insert(pairs, [&](std::uint64_t pair) { ++counts_[(pair & places_) - 1]; });
  }

  [[nodiscard]] const std::vector<std::int64_t>& counts() const noexcept { return counts_; }

 private:
  std::vector<WordSet> parts_;
  std::vector<std::int64_t> counts_;
  std::uint64_t places_;
};

}  // namespace discreet::cli

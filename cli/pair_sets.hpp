#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spill_file.hpp"
#include "word_set.hpp"

namespace discreet::cli {

/// Sets of pairs of a unit and a candidate, and of how many pairs each candidate is part: what one thread counts.
///
/// Law       a pair is a word whose lower `place_bits` are the place of its candidate, from 1 on. It is counted when its
///           part has none that equals it. Once the sets have `most_bytes`, pairs that are not in them go to a file, and
///           are counted by finish(), part after part.
/// Throws    std::bad_alloc, or what SpillFile throws.
class PairSets {
 public:
  PairSets(std::size_t parts, std::size_t candidates, unsigned place_bits, std::size_t most_bytes)
      : parts_(parts),
        counts_(candidates),
        places_((std::uint64_t{1} << place_bits) - 1),
        most_bytes_(most_bytes) {}

  /// Takes some pairs of one part, WordSet::most_at_once at most.
  void settle(std::size_t part, std::span<const std::uint64_t> pairs);

  /// The counts of all pairs, after which none can be taken.
  const std::vector<std::int64_t>& finish();

 private:
  void insert(std::size_t part, std::span<const std::uint64_t> pairs);

  std::vector<WordSet> parts_;
  std::vector<std::int64_t> counts_;
  std::uint64_t places_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::unique_ptr<SpillFile> spilled_;
};

}  // namespace discreet::cli

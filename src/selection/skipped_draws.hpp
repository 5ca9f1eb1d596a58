#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace discreet::detail {

/// The draws that a round of permute-and-flip skips, as far as it must know of them.
///
/// The law asks pairs of a score and an offset below a coin's size, all alike, and passes over whom it has asked. A round
/// draws only positions, which name the pairs that may show heads; of the others, which surely show tails, it must know
/// one thing: whether a score whose coin shows heads was asked by one of them before. Each position that was drawn ends a
/// slot, in which pairs of that score were met at their own rate beside the rate at which the slot ends.
///
/// Law       asked() is true with the probability that a sequence of draws among all pairs, of which the positions are as
///           they were recorded, has a skipped pair of that score, given all that was answered before.
/// Cost      a number below 2^64 for each slot, and none for a score that owns all its offsets.
/// Proof     proofs/selection/skipped_draws.md
class SkippedDraws {
 public:
  /// Slots in a row that end at the same rate, while the structure is the same.
  struct Run {
    std::uint64_t slots;
    std::uint64_t rate;     ///< of positions, and of the pairs of those whom asked() spoke of
    std::size_t structure;  ///< a name of the caller's
  };

  void clear() noexcept { runs_.clear(); }

  /// So many positions were drawn, each of as many as the structure has.
  void record(std::uint64_t positions, std::size_t structure, std::uint64_t slots = 1) {
    if (runs_.empty() || runs_.back().rate != positions || runs_.back().structure != structure) {
      runs_.push_back({0, positions, structure});
    }
    runs_.back().slots += slots;
  }

  /// Whether a score was asked by a draw that was skipped: `skipped(structure)` is how many of its pairs no position of
  /// the structure names.
  ///
  /// Requires  a score of which it was not asked before.
  template <class Decide, class Skipped>
  bool asked(Decide& decide, Skipped skipped) {
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      const std::uint64_t own = skipped(runs_[r].structure);
      if (own == 0) {
        continue;
      }
      const Run run = runs_[r];
      for (std::uint64_t slot = 0; slot < run.slots; ++slot) {
        if (!decide.within(run.rate, run.rate + own)) {
          // Up to here the slots had room for none of its pairs; what is left of this one is like a whole one.
          runs_[r] = {slot + 1, run.rate + own, run.structure};
          runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(r) + 1,
                       {run.slots - slot, run.rate, run.structure});
          return true;
        }
      }
      runs_[r].rate += own;
    }
    return false;
  }

  /// All that answers to come depend on, for a walk that tells states apart.
  [[nodiscard]] std::span<const Run> runs() const noexcept { return runs_; }

 private:
  std::vector<Run> runs_;
};

}  // namespace discreet::detail

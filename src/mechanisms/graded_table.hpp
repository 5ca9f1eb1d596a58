#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discreet/numbers/fraction.hpp"

namespace discreet::detail {

/// The scores of items that nobody listed, by how far they stand above the cut: so low at first that an item may be
/// there or not, and no more than a whole count per count from there on.
///
/// Law       with w(v) = e^(score(v) / (2^16 scale)), w(v) = 0 for v <= 0, r = e^(1/scale) and t = slack / ((1 - slack)
///           tickets): w never falls, and w(v + x) <= r^x w(v) + t for 0 < x <= jump.
/// Requires  a finite scale above 0; a slack above 0 and below 1 with 1 / (1 - slack) <= r; tickets and jump of at
///           least 1; a first score of at least -2^61.
/// Throws    Error{bad_parameter} if not.
/// Cost      one logarithm in MPFR, then some hundred flops per entry: about 11 scale entries, at most 2^20.
/// Proof     proofs/mechanisms/limited_domain.md
class GradedTable {
 public:
  GradedTable(double scale, Fraction slack, std::uint64_t tickets, std::uint64_t jump);

  /// One count, in units of the scores.
  static constexpr std::int64_t count = std::int64_t{1} << 16U;

  /// No more is read of an item's count than this, so that every score fits.
  static constexpr std::int64_t greatest_count = std::int64_t{1} << 46U;

  /// The score of an item that far above the cut; that of the end of the list is 0.
  ///
  /// Requires  1 <= above <= greatest_count.
  [[nodiscard]] std::int64_t score(std::uint64_t above) const noexcept {
    const std::size_t n = entries_.size();
    return above <= n ? entries_[above - 1]
                      : entries_.back() + static_cast<std::int64_t>(above - n) * count;
  }

  /// The least v with a score that is not negative: there an item is as likely as the end of the list, or more.
  [[nodiscard]] std::uint64_t even_odds() const noexcept;

  /// How many scores are written down; from there on a count more is a count more.
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  std::vector<std::int64_t> entries_;  ///< score(1), score(2), …
};

}  // namespace discreet::detail

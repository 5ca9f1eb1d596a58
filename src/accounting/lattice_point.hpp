#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "accounting/two_point.hpp"

namespace discreet::detail {

/// One lattice point of one stage: which strategies are best there.
///
/// Proof     proofs/accounting/two_point.md
class LatticePoint {
 public:
  // The values are those of the stage before, `values[j]` at distance j from the point.
  LatticePoint(const TwoPointTables& tables, std::int64_t cells, const double* values)
      : tables_(tables), cells_(cells), values_(values) {}

  // By how much a strategy between two lattice ones can be better than both.
  [[nodiscard]] double excess(std::int64_t low, std::int64_t high) const {
    const auto width = static_cast<std::size_t>(high - low);
    const double near = values_[-high] - values_[-low];
    const double far = values_[cells_ - high] - values_[cells_ - low];
    // Bounds need not fall as the curve does: not where they turn into the tail or the mirror.
    if (far < 0) [[unlikely]] {
      return tables_.upper_rise[width] * std::max(near, 0.0) - tables_.upper_fall[width] * far;
    }
    const double gain = tables_.upper_rise[width] * near - tables_.lower_fall[width] * far;
    return gain > 0 ? gain : 0;
  }

  // To a strategy whose neighbours are worth no more, from a guess.
  void climb(std::int64_t& best, double& peak) const {
    peak = value(best);
    for (double next = 0; best < cells_ && (next = value(best + 1)) > peak; ++best) {
      peak = next;
    }
    for (double next = 0; best > 0 && (next = value(best - 1)) > peak; --best) {
      peak = next;
    }
  }

 private:
  [[nodiscard]] double value(std::int64_t j) const {
    const auto at = static_cast<std::size_t>(j);
    return tables_.upper_stay[at] * values_[-j] + tables_.upper_leap[at] * values_[cells_ - j];
  }

  const TwoPointTables& tables_;
  std::int64_t cells_;
  const double* values_;
};

}  // namespace discreet::detail

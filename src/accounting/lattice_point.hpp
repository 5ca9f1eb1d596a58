#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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

  // An upper bound; best is a guess of the best lattice strategy, and then the one that was found.
  double bound(std::int64_t& best) const {
    double peak = 0;
    climb(best, peak);
    double bound = peak;
    if (best < cells_) {
      bound = std::max(bound, most({best, best + 1, peak, value(best + 1)}));
    }
    if (best > 0) {
      bound = std::max(bound, most({best - 1, best, value(best - 1), peak}));
    }
    std::array<Span, 128> open;
    std::size_t depth = 0;
    if (best < cells_) {
      open[depth++] = {best, cells_, peak, value(cells_)};
    }
    if (best > 0) {
      open[depth++] = {0, best, value(0), peak};
    }
    while (depth > 0) {
      const Span span = open[--depth];
      const double inside = most(span);
      if (inside <= bound) {
        continue;
      }
      if (span.high - span.low == 1) {
        bound = inside;
        continue;
      }
      const std::int64_t middle = span.low + (span.high - span.low) / 2;
      const double at_middle = value(middle);
      if (at_middle > peak) {
        // The climb began on a plateau or ended on a lower hill.
        peak = at_middle;
        best = middle;
      }
      open[depth++] = {span.low, middle, span.at_low, at_middle};
      open[depth++] = {middle, span.high, at_middle, span.at_high};
    }
    climb(best, peak);
    return two_point_outward.inf(bound);
  }

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
  struct Span {
    std::int64_t low;
    std::int64_t high;
    double at_low;
    double at_high;
  };

  [[nodiscard]] double value(std::int64_t j) const {
    const auto at = static_cast<std::size_t>(j);
    return tables_.upper_stay[at] * values_[-j] + tables_.upper_leap[at] * values_[cells_ - j];
  }

  // What no strategy of a span exceeds.
  [[nodiscard]] double most(const Span& span) const {
    const double better = std::max(span.at_low, span.at_high);
    const double added = excess(span.low, span.high);
    const double bend = tables_.upper_bend[static_cast<std::size_t>(span.high - span.low)] * added;
    const double left = bend - std::abs(span.at_low - span.at_high) * (1 - two_point_slack);
    if (left <= 0) {
      return better;
    }
    // Where bend overflows, the second is not a number, and the first is taken.
    return better + std::min(added, left * (left / (4 * bend)) * (1 + 2 * two_point_slack));
  }

  const TwoPointTables& tables_;
  std::int64_t cells_;
  const double* values_;
};

}  // namespace discreet::detail

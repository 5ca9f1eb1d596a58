#pragma once

#include <algorithm>
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
    // Spans that grow with their distance from the best: most of them hold nothing better, and need not be halved.
    Span right{best, best, peak, peak};
    Span left = right;
    for (std::int64_t width = 1; right.high < cells_ || left.low > 0; width *= 2) {
      if (right.high < cells_) {
        const std::int64_t next = std::min(cells_, right.high + width);
        right = {right.high, next, right.at_high, value(next)};
        cover(right, bound, best, peak);
      }
      if (left.low > 0) {
        const std::int64_t next = std::max<std::int64_t>(0, left.low - width);
        left = {next, left.low, value(next), left.at_low};
        cover(left, bound, best, peak);
      }
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

  // Raises the bound to what no strategy of a span exceeds.
  void cover(const Span& span, double& bound, std::int64_t& best, double& peak) const {
    const double inside = most(span);
    if (inside <= bound) {
      return;
    }
    if (span.high - span.low == 1) {
      bound = inside;
      return;
    }
    const std::int64_t middle = span.low + (span.high - span.low) / 2;
    const double at_middle = value(middle);
    if (at_middle > peak) {
      // The climb began on a plateau or ended on a lower hill.
      peak = at_middle;
      best = middle;
    }
    cover({middle, span.high, at_middle, span.at_high}, bound, best, peak);
    cover({span.low, middle, span.at_low, at_middle}, bound, best, peak);
  }

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

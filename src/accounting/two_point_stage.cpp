#include "accounting/two_point_stage.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace discreet::detail {
namespace {

// One lattice point of one stage.
class Point {
 public:
  // The values are those of the stage before, `values[j]` at distance j from the point.
  Point(const TwoPointTables& tables, std::int64_t cells, const double* values)
      : tables_(tables), cells_(cells), values_(values) {}

  // An upper bound; best is a guess of the best lattice strategy, and then the one that was found.
  double bound(std::int64_t& best) const {
    double peak = value(best);
    climb(best, peak);
    double bound = peak;
    if (best < cells_) {
      bound = std::max(bound, peak + excess(best, best + 1));
    }
    if (best > 0) {
      bound = std::max(bound, peak + excess(best - 1, best));
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
      const double most = std::max(span.at_low, span.at_high) + excess(span.low, span.high);
      if (most <= bound) {
        continue;
      }
      if (span.high - span.low == 1) {
        bound = most;
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
    return inf_settle(bound);
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

  // By how much a strategy between two lattice ones can be better than both.
  [[nodiscard]] double excess(std::int64_t low, std::int64_t high) const {
    const auto width = static_cast<std::size_t>(high - low);
    const double gain = tables_.rise[width] * (values_[-high] - values_[-low]) -
                        tables_.fall[width] * (values_[cells_ - high] - values_[cells_ - low]);
    return gain > 0 ? gain : 0;
  }

  void climb(std::int64_t& best, double& peak) const {
    for (double next = 0; best < cells_ && (next = value(best + 1)) > peak; ++best) {
      peak = next;
    }
    for (double next = 0; best > 0 && (next = value(best - 1)) > peak; --best) {
      peak = next;
    }
  }

  const TwoPointTables& tables_;
  std::int64_t cells_;
  const double* values_;
};

// The best of a few lattice strategies, from below.
double lower_point(const TwoPointTables& tables, std::int64_t cells, const double* values,
                   std::int64_t best) {
  double most = 0;
  for (std::int64_t j = std::max<std::int64_t>(0, best - 1); j <= std::min(cells, best + 1); ++j) {
    const auto at = static_cast<std::size_t>(j);
    most = std::max(most,
                    tables.lower_stay[at] * values[-j] + tables.lower_leap[at] * values[cells - j]);
  }
  return neg_inf_settle(most);
}

}  // namespace

double two_point_bound(const TwoPointTables& tables, std::int64_t cells, const double* values,
                       std::int64_t& best) {
  return Point{tables, cells, values}.bound(best);
}

void two_point_stage(const TwoPointTables& tables, std::int64_t cells, std::int64_t begin,
                     std::int64_t end, const TwoPointBounds& before, TwoPointBounds& after) {
  std::int64_t best = cells / 2;
  double ceiling = std::numeric_limits<double>::infinity();
  // What lies past the end is not less than the tail, and the bounds must fall.
  const double tail = after.upper.back();
  for (std::int64_t i = begin; i <= end; ++i) {
    const auto at = static_cast<std::size_t>(cells + i);
    // The curve falls, so a bound holds to the right of its point as well.
    ceiling = std::min(ceiling, two_point_bound(tables, cells, before.upper.data() + at, best));
    after.upper[at] = std::max(ceiling, tail);
    after.lower[at] = lower_point(tables, cells, before.lower.data() + at, best);
  }
}

void mirror_upper(const TwoPointTables& tables, std::int64_t cells, std::vector<double>& upper) {
  for (std::int64_t j = 1; j <= cells; ++j) {
    const auto at = static_cast<std::size_t>(j);
    const auto left = static_cast<std::size_t>(cells - j);
    const auto right = static_cast<std::size_t>(cells + j);
    const double mirrored =
        inf_settle(tables.upper_gain[at] + tables.upper_decay[at] * upper[right]);
    // Bounds that are not those of one curve need not fall by themselves.
    upper[left] = std::max(mirrored, upper[left + 1]);
  }
}

void mirror(const TwoPointTables& tables, std::int64_t cells, TwoPointBounds& bounds) {
  mirror_upper(tables, cells, bounds.upper);
  for (std::int64_t j = 1; j <= cells; ++j) {
    const auto at = static_cast<std::size_t>(j);
    bounds.lower[static_cast<std::size_t>(cells - j)] =
        neg_inf_settle(tables.lower_gain[at] +
                       tables.lower_decay[at] * bounds.lower[static_cast<std::size_t>(cells + j)]);
  }
}

}  // namespace discreet::detail

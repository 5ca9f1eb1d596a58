#include "accounting/two_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "accounting/reals.hpp"

namespace discreet::detail {
namespace {

Reals reals_for(double eta) { return Reals{160 + 2 * bits_from_one(eta)}; }

double checked(double eta) {
  require(eta >= 1e-100 && eta <= 500, bad_parameter, "a lattice needs an eta from 1e-100 to 500");
  return eta;
}

// How a strategy between two lattice ones is bounded: by the better of them and the most it can add, or by both
// together, which is half as loose.
enum class Between { apart, together };

// One lattice point of one stage.
template <Between between>
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
    if constexpr (between == Between::apart) {
      return better + added;
    }
    const double bend = tables_.upper_bend[static_cast<std::size_t>(span.high - span.low)] * added;
    const double left = bend - std::abs(span.at_low - span.at_high) * (1 - two_point_slack);
    if (left <= 0) {
      return better;
    }
    // Where bend overflows, the second is not a number, and the first is taken.
    return better + std::min(added, left * (left / (4 * bend)) * (1 + 2 * two_point_slack));
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
  return two_point_outward.neg_inf(most);
}

}  // namespace

TwoPointTables::TwoPointTables(double eta, std::int64_t cells) {
  const Reals real = reals_for(eta);
  const Outer outer{real, two_point_slack};
  const BigInterval one = real(1);
  const BigInterval top = exp(real(eta));
  const BigInterval share = one / (top - one);
  const BigInterval top_share = top * share;
  const BigInterval each = exp(real(eta) / real(static_cast<double>(2 * cells)));
  BigInterval root = one;  // e^(jh / 2)
  for (std::int64_t j = 0; j <= cells; ++j) {
    const BigInterval power = root * root;
    // The ends are exact: a weight of zero must not become a small positive or negative one.
    const BigInterval stay = j == cells ? real(0) : (top - power) * share;
    const BigInterval leap = j == 0 ? real(0) : (power - one) * share;
    upper_stay.push_back(outer.inf(stay));
    lower_stay.push_back(outer.neg_inf(stay));
    upper_leap.push_back(outer.inf(leap));
    lower_leap.push_back(outer.neg_inf(leap));
    // tanh(y / 4) = (e^(y/2) - 1) / (e^(y/2) + 1)
    const BigInterval sum = root + one;
    const BigInterval bend = (root - one) / sum;
    const BigInterval fall = bend * share;
    upper_rise.push_back(outer.inf(bend * top_share));
    upper_fall.push_back(outer.inf(fall));
    lower_fall.push_back(outer.neg_inf(fall));
    upper_bend.push_back(outer.inf(sum * sum));
    root = root * each;
  }
}

double two_point_bound(const TwoPointTables& tables, std::int64_t cells, const double* values,
                       std::int64_t& best) {
  return Point<Between::together>{tables, cells, values}.bound(best);
}

Mirror two_point_mirror(double eta, std::int64_t cells) {
  const Reals real = reals_for(eta);
  return {real, real(eta) / real(static_cast<double>(cells)), cells, two_point_slack,
          two_point_outward};
}

TwoPointStep::TwoPointStep(double eta, std::int64_t cells)
    : cells_(cells), tables_(checked(eta), cells), mirror_(two_point_mirror(eta, cells)) {
  const Reals real = reals_for(eta);
  const Outer outer{real, two_point_slack};
  const BigInterval top = exp(real(eta) / real(2));
  const BigInterval share = real(lattice_scale) / (top * top - real(1));
  const BigInterval each = exp(real(eta) / real(static_cast<double>(2 * cells)));
  BigInterval root = real(1);  // e^(jh / 2)
  for (std::int64_t j = 0; j <= cells; ++j) {
    const BigInterval height = top - root;
    outer.put(first_, j == cells ? real(0) : height * height * share);
    root = root * each;
  }
}

void TwoPointStep::advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
                           std::int64_t end) const {
  std::int64_t best = cells_ / 2;
  double ceiling = std::numeric_limits<double>::infinity();
  for (std::int64_t i = begin; i <= end; ++i) {
    const auto at = static_cast<std::size_t>(cells_ + i);
    // The curve falls, so a bound holds to the right of its point as well.
    const Point<Between::apart> point{tables_, cells_, before.upper.data() + at};
    ceiling = std::min(ceiling, point.bound(best));
    after.upper[at] = ceiling;
    after.lower[at] = lower_point(tables_, cells_, before.lower.data() + at, best);
  }
}

double TwoPointStep::lower_delta(const LatticeEnd& end, double epsilon) {
  const auto& [eta, cells, first, before] = end.lower_before;
  const std::int64_t cell = end.upper.first + cell_of(end.upper, epsilon);
  if (std::isinf(epsilon)) {
    return 0;
  }
  // A last step that lands on the lattice: t = epsilon - x_j. Which t is best needs no proof.
  const double h = eta / static_cast<double>(cells);
  std::int64_t best = cell;
  double most = -1;
  for (std::int64_t j = cell; j > cell - cells; --j) {
    const double t = epsilon - static_cast<double>(j) * h;
    const auto at = static_cast<std::size_t>(j - first);
    const double value = (std::exp(eta) - std::exp(t)) * before[at] +
                         std::expm1(t) * before[at + static_cast<std::size_t>(cells)];
    if (value > most) {
      most = value;
      best = j;
    }
  }
  const Reals real = reals_for(eta);
  const BigInterval top = exp(real(eta));
  const BigInterval power = exp(real(epsilon) - real(static_cast<double>(best)) * real(eta) /
                                                    real(static_cast<double>(cells)));
  const BigInterval stay = top - power;
  const BigInterval leap = power - real(1);
  if (mpfr_sgn(stay.lo.get()) < 0 || mpfr_sgn(leap.lo.get()) < 0) {
    return 0;
  }
  const auto at = static_cast<std::size_t>(best - first);
  const BigInterval value =
      (stay * real(before[at]) + leap * real(before[at + static_cast<std::size_t>(cells)])) /
      ((top - real(1)) * real(lattice_scale));
  return std::max(0.0, neg_inf_double(value));
}

}  // namespace discreet::detail

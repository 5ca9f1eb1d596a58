#include "accounting/composition_lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "accounting/bounded_range.hpp"
#include "accounting/gaussian_ranges.hpp"
#include "accounting/lattice.hpp"
#include "accounting/lattice_pair.hpp"
#include "accounting/permute_and_flip.hpp"
#include "accounting/range_plan.hpp"
#include "accounting/reals.hpp"
#include "accounting/two_point.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet::detail {
namespace {

// How many weights a pair may have, so that pairs are some sixteen deviations wide in steps of a hundredth.
constexpr std::size_t most_weights = 1536;

// So many steps of one kind are left to the closed bounds, which are then a few per cent too large.
constexpr std::uint64_t most_steps = 1U << 24U;

constexpr double no_end = std::numeric_limits<double>::infinity();

// Where the curve of one pair is cut at the latest.
constexpr std::size_t most_points = 1U << 15U;

// The variance of one log-ratio, about.
double variance(const Steps& one) {
  const double p = one.parameter;
  switch (one.kind) {
    case StepKind::bounded_range:
      return p * p / 4;
    case StepKind::laplace:
      return std::min(p * p, 1.0);
    case StepKind::pure:
    case StepKind::zcdp:
      break;
  }
  return p * p;
}

// About where the curve of a Gaussian is negligible.
double gaussian_reach(double variance, double negligible) {
  return variance / 2 + std::sqrt(-2 * variance * std::log(negligible));
}

std::uint64_t pairs_of(const Steps& one) {
  return one.kind == StepKind::bounded_range ? (one.count + most_in_a_group - 1) / most_in_a_group
                                             : one.count;
}

class Builder {
 public:
  Builder(double h, const LatticeLimits& limits) : h_(h), limits_(limits) {}

  // Halves first, so that what is composed is of like size.
  template <class Part>
  [[nodiscard]] LatticePair all(std::span<const Part> parts, const Progress& progress) const {
    if (parts.size() == 1) {
      return pair(parts.front(), progress);
    }
    const std::size_t half = parts.size() / 2;
    return all(parts.first(half), progress).with(all(parts.subspan(half), progress), limits_);
  }

  // The pair of a Gaussian.
  [[nodiscard]] LatticePair gaussian(double variance, const Progress& progress) const {
    return above(no_end, gaussian_reach(variance, limits_.negligible), [&](double x) {
      if (progress) {
        progress(0);
      }
      return gaussian_delta(variance, x);
    });
  }

 private:
  [[nodiscard]] LatticePair pair(const PlannedGroup& one, const Progress& progress) const {
    const Progress alive = [&](double /*part*/) {
      if (progress) {
        progress(0);
      }
    };
    const RangeCurve curve = range_orders(one.group, {one.fineness, limits_.negligible}, alive);
    LatticePair out = above(curve.h, curve.values);
    for (const std::vector<double>& values : curve.more) {
      out = out.with(above(curve.h, values), limits_);
      alive(0);
    }
    return out;
  }

  [[nodiscard]] LatticePair above(double h, const std::vector<double>& values) const {
    const LatticeCurve points{h, 1, 0, values};
    const double last = h * static_cast<double>(values.size() - 1);
    return above(no_end, last, [&](double x) { return chord_above(points, x); });
  }

  [[nodiscard]] LatticePair pair(const Steps& one, const Progress& progress) const {
    if (one.kind == StepKind::pure) {
      return LatticePair::responding(h_, one.parameter).times(one.count, limits_, progress);
    }
    if (one.kind == StepKind::laplace) {
      const auto curve = [&](double x) {
        return permute_and_flip_closed_delta(one.parameter, 1, x).upper;
      };
      return above(one.parameter, one.parameter, curve).times(one.count, limits_, progress);
    }
    const std::uint64_t groups = pairs_of(one);
    const std::uint64_t size = one.count / groups;
    const std::uint64_t larger = one.count % groups;
    LatticePair out =
        group(one.parameter, size, progress).times(groups - larger, limits_, progress);
    if (larger > 0) {
      out = out.with(group(one.parameter, size + 1, progress).times(larger, limits_, progress),
                     limits_);
    }
    return out;
  }

  // The pair above a curve that falls, is 0 from `end` on, and is known up to `cut` at least.
  template <class Curve>
  [[nodiscard]] LatticePair above(double end, double cut, const Curve& curve) const {
    std::vector<double> values;
    for (double j = 0;; ++j) {
      // A little to the left, so that rounding does not take it past the lattice point.
      const double x = j * h_ * (1 - 0x1p-50);
      values.push_back(x >= end ? 0.0 : curve(x));
      if (x >= std::min(end, cut) || values.size() > most_points) {
        return LatticePair::above(h_, values);
      }
    }
  }

  [[nodiscard]] LatticePair group(double eta, std::uint64_t size, const Progress& progress) const {
    if (size == 1) {
      return above(eta, eta, [&](double x) { return bounded_range_closed_delta(eta, 1, x).upper; });
    }
    const std::array steps{Steps{StepKind::bounded_range, eta, size}};
    const double whole = inf_mul(static_cast<double>(size), eta);
    const double cut = std::min(whole, renyi_to_epsilon(steps, limits_.negligible));
    const std::uint32_t cells = size <= 30 ? 64 : 32;
    const TwoPointRecursion curve{eta, size, {cells, 0, cut}, progress};
    return above(whole, cut, [&](double x) { return curve.upper_delta(x); });
  }

  double h_;
  LatticeLimits limits_;
};

}  // namespace

bool fits_a_lattice(std::span<const Steps> steps) {
  return !steps.empty() && std::all_of(steps.begin(), steps.end(), [](const Steps& one) {
    return one.kind != StepKind::zcdp && one.parameter >= 1e-100 && one.parameter <= 50 &&
           one.count <= most_steps;
  });
}

CompositionLattice::CompositionLattice(std::span<const Steps> steps, double delta,
                                       const Progress& progress) {
  std::vector<Steps> parts;
  std::vector<Steps> ranges;
  for (const Steps& one : steps) {
    (one.kind == StepKind::bounded_range ? ranges : parts).push_back(one);
  }
  const RangePlan plan = plan_ranges(ranges, delta);
  parts.insert(parts.end(), plan.equal.begin(), plan.equal.end());
  if (parts.empty() && plan.spread.empty() && plan.groups.size() == 1 &&
      plan.groups.front().group.more.empty()) {
    const PlannedGroup& only = plan.groups.front();
    RangeCurve curve = range_orders(only.group, {only.fineness, delta * 1e-6}, progress);
    h_ = curve.h;
    curve_ = std::move(curve.values);
    return;
  }
  const double variance_of_spread = plan.spread.empty() ? 0 : gaussian_variance(plan.spread);
  double spread = variance_of_spread;
  double pairs = plan.spread.empty() ? 0 : 1;
  for (const Steps& one : parts) {
    spread += static_cast<double>(one.count) * variance(one);
    pairs += static_cast<double>(pairs_of(one));
  }
  for (const auto& [group, fineness] : plan.groups) {
    // The other lists are about the same.
    const auto lists = static_cast<double>(group.more.size() + 1);
    for (const double eta : group.etas) {
      spread += lists * eta * eta / 4;
    }
    pairs += lists;
  }
  // Each pair's atoms move by up to half a cell, which adds to the spread.
  const double h = 0.03 * std::sqrt(spread / pairs);
  const LatticeLimits limits{delta * 1e-6 / pairs, most_weights};
  const Builder builder{h, limits};
  std::optional<LatticePair> whole;
  const auto compose = [&](LatticePair pair) {
    whole = whole ? whole->with(pair, limits) : std::move(pair);
  };
  if (!plan.groups.empty()) {
    compose(builder.all(std::span<const PlannedGroup>{plan.groups}, progress));
  }
  if (!parts.empty()) {
    compose(builder.all(std::span<const Steps>{parts}, progress));
  }
  if (!plan.spread.empty()) {
    compose(builder.gaussian(variance_of_spread, progress));
  }
  h_ = whole->spacing();
  curve_ = whole->curve();
}

double CompositionLattice::delta(double epsilon) const {
  return std::min(1.0, chord_above({h_, 1, 0, curve_}, epsilon));
}

double CompositionLattice::epsilon(double delta) const {
  return least_x({h_, 1, 0, curve_}, delta);
}

}  // namespace discreet::detail

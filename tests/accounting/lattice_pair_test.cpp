// Whatever a pair trims, moves and rounds, its curve stays above that of the steps it stands for.
#include "accounting/lattice_pair.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/lattice.hpp"
#include "support/oracle.hpp"

namespace discreet::detail {
namespace {

using discreet::testing::Oracle;

constexpr double h = 0x1p-6;

// Steps of randomized response, so many at 4h and then so many at 6h: on the lattice, so that a pair which
// gives nothing away has their very curve.
struct Responses {
  std::uint64_t small;
  std::uint64_t large;
};

// The weights of the sums of log-ratios of n steps, from -n on.
std::vector<Oracle> binomial(double epsilon, std::uint64_t n) {
  const Oracle likelier = Oracle{1} / (Oracle{1} + exp(Oracle{-epsilon}));
  std::vector<Oracle> out{Oracle{1}};
  for (std::uint64_t i = 0; i < n; ++i) {
    std::vector<Oracle> next(out.size() + 1, Oracle{0});
    for (std::size_t j = 0; j < out.size(); ++j) {
      next[j] = next[j] + out[j] * (Oracle{1} - likelier);
      next[j + 1] = next[j + 1] + out[j] * likelier;
    }
    out = std::move(next);
  }
  return out;
}

Oracle exact_curve(const Responses& steps, double x) {
  const auto first = binomial(4 * h, steps.small);
  const auto second = binomial(6 * h, steps.large);
  Oracle sum{0};
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = 0; j < second.size(); ++j) {
      const double place = 4 * h * (2 * static_cast<double>(i) - static_cast<double>(steps.small)) +
                           6 * h * (2 * static_cast<double>(j) - static_cast<double>(steps.large));
      if (place > x) {
        sum = sum + first[i] * second[j] * (Oracle{1} - exp(Oracle{x} - Oracle{place}));
      }
    }
  }
  return sum;
}

LatticePair pair_of(const Responses& steps, const LatticeLimits& limits) {
  const LatticePair small = LatticePair::responding(h, 4 * h).times(steps.small, limits, {});
  return steps.large == 0
             ? small
             : small.with(LatticePair::responding(h, 6 * h).times(steps.large, limits, {}), limits);
}

// The same steps, told by the curve of one of them.
LatticePair pair_above(const Responses& steps, const LatticeLimits& limits) {
  std::vector<double> curve;
  for (int j = 0; j <= 4; ++j) {
    curve.push_back(exact_curve({1, 0}, j * h).above());
  }
  return LatticePair::above(h, curve).times(steps.small, limits, {});
}

// How far the pair lies above the curve at most; never below.
double most_above(const Responses& steps, const LatticePair& pair) {
  const std::vector<double> curve = pair.curve();
  double most = 0;
  for (std::size_t j = 0; j < curve.size(); ++j) {
    const Oracle exact = exact_curve(steps, static_cast<double>(j) * pair.spacing());
    const Oracle bound = Oracle{curve[j]} / Oracle{lattice_scale};
    EXPECT_TRUE(bound >= exact) << j << ": " << bound.nearest() << " < " << exact.nearest();
    most = std::max(most, (bound - exact).above());
  }
  return most;
}

double most_above(const Responses& steps, const LatticeLimits& limits) {
  return most_above(steps, pair_of(steps, limits));
}

constexpr std::size_t no_limit = 1U << 20U;

TEST(LatticePair, IsTheCurveButForRoundingWhereNothingIsTrimmed) {
  for (std::uint64_t n = 1; n <= 24; ++n) {
    EXPECT_LT(most_above({n, 0}, {0, no_limit}), 1e-12);
    EXPECT_LT(most_above({n, 1 + n % 5}, {0, no_limit}), 1e-12);
  }
}

TEST(LatticePair, AboveACurveComposesAsItsStepsDo) {
  for (std::uint64_t n = 1; n <= 24; ++n) {
    const Responses steps{n, 0};
    EXPECT_LT(most_above(steps, pair_above(steps, {0, no_limit})), 1e-12);
    most_above(steps, pair_above(steps, {1e-2, 20}));
  }
}

TEST(LatticePair, StaysAboveTheCurveWhereMuchIsTrimmed) {
  for (const double negligible : {1e-12, 1e-3, 0.02, 0.2}) {
    for (std::uint64_t n = 1; n <= 24; ++n) {
      EXPECT_LT(most_above({n, n % 7}, {negligible, no_limit}), 30 * negligible + 1e-12);
    }
  }
}

// Small steps, trimmed at their low end only, and then one step that lifts that end above 0 again: what was trimmed must
// still be there.
TEST(LatticePair, KeepsWhatItTrimsAtTheLowEnd) {
  const double small = 64 * h;
  const double large = 192 * h;
  const LatticePair two = LatticePair::responding(h, small).times(2, {0.1, no_limit}, {});
  const LatticePair all = two.with(LatticePair::responding(h, large), {0, no_limit});
  const std::vector<double> curve = all.curve();
  const auto first = binomial(small, 2);
  const auto second = binomial(large, 1);
  for (std::size_t k = 0; k < curve.size(); ++k) {
    const double x = static_cast<double>(k) * h;
    Oracle exact{0};
    for (std::size_t i = 0; i < first.size(); ++i) {
      for (std::size_t j = 0; j < second.size(); ++j) {
        const double place =
            small * (2 * static_cast<double>(i) - 2) + large * (2 * static_cast<double>(j) - 1);
        if (place > x) {
          exact = exact + first[i] * second[j] * (Oracle{1} - exp(Oracle{x} - Oracle{place}));
        }
      }
    }
    EXPECT_TRUE(Oracle{curve[k]} / Oracle{lattice_scale} >= exact) << x;
  }
}

// One rounding that is not made up for shows in some of so many pairs, whose weights all round differently.
TEST(LatticePair, MakesUpForEveryRounding) {
  for (int j = 1; j <= 400; ++j) {
    const double epsilon = j * h;
    const LatticeLimits none{0, no_limit};
    const std::vector<double> curve =
        LatticePair::responding(h, epsilon).times(3, none, {}).curve();
    const auto weights = binomial(epsilon, 3);
    for (const int lattice_point : {0, j / 2, j, 2 * j, 3 * j - 1}) {
      const double x = lattice_point * h;
      Oracle exact{0};
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const double place = epsilon * (2 * static_cast<double>(i) - 3);
        if (place > x) {
          exact = exact + weights[i] * (Oracle{1} - exp(Oracle{x} - Oracle{place}));
        }
      }
      const double bound = curve[static_cast<std::size_t>(lattice_point)];
      EXPECT_TRUE(Oracle{bound} / Oracle{lattice_scale} >= exact) << j << " at " << lattice_point;
    }
  }
}

TEST(LatticePair, StaysAboveTheCurveWhereTheLatticeGetsCoarser) {
  for (const std::size_t weights : {8U, 20U, 50U}) {
    for (std::uint64_t n = 1; n <= 24; ++n) {
      most_above({n, n % 5}, {0, weights});
      most_above({n, n % 5}, {1e-2, weights});
    }
  }
}

}  // namespace
}  // namespace discreet::detail

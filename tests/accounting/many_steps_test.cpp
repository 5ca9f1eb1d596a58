#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/renyi.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/accounting/compose.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/accounting/curve.hpp"
#include "support/fresh_random.hpp"

namespace discreet {
namespace {

// How far below the given epsilon the lower bound of the same curve says no to delta, at the most.
constexpr double one_percent = 0.01;

TEST(ManySteps, BoundedRangeIsTightToOnePercent) {
  struct Case {
    double eta;
    std::uint64_t k;
    double delta;
  };
  for (const Case& one : {Case{0.02, 1001, 1e-6},
                          {0.0047, 10000, 1e-6},
                          {0.1, 10000, 1e-9},
                          {1, 2000, 1e-3},
                          {1e-9, 5000, 1e-9}}) {
    const double epsilon = bounded_range_to_epsilon(one.eta, one.k, one.delta);
    EXPECT_LE(bounded_range_to_delta(one.eta, one.k, epsilon), one.delta * 1.2);
    const Bracket before = bounded_range_delta_bracket(one.eta, one.k, epsilon * (1 - one_percent));
    EXPECT_GT(before.lower, one.delta) << one.eta << " " << one.k;
    EXPECT_GE(before.upper, before.lower);
  }
}

TEST(ManySteps, BoundedRangeJoinsTheRecursionWhereThatEnds) {
  for (const double eta : {0.02}) {
    const double fewer = bounded_range_to_epsilon(eta, 1000, 1e-6);
    const double more = bounded_range_to_epsilon(eta, 1001, 1e-6);
    EXPECT_GT(more, fewer);
    EXPECT_LT(more, fewer * (1 + one_percent));
  }
}

TEST(ManySteps, PureStepsAreExactPastTenThousand) {
  for (const std::uint64_t k : {4097U, 10000U, 131072U}) {
    const double step = 0.5 / std::sqrt(static_cast<double>(k));
    const double epsilon = pure_to_epsilon(step, k, 1e-6);
    EXPECT_LE(pure_to_delta(step, k, epsilon), 1e-6);
    EXPECT_GT(pure_to_delta(step, k, epsilon * (1 - 1e-9)), 1e-6);
  }
  // Where the sum ends the bound only grows.
  const double step = 0.5 / std::sqrt(131072.0);
  EXPECT_GE(pure_to_epsilon(step, 131073, 1e-6), pure_to_epsilon(step, 131072, 1e-6));
}

TEST(ManySteps, PermuteAndFlipIsBelowPureStepsAndAboveItsOwnMean) {
  for (const double step : {0.005, 0.1, 1.0}) {
    const double epsilon = permute_and_flip_to_epsilon(step, 10000, 1e-6);
    EXPECT_LE(epsilon, pure_to_epsilon(step, 10000, 1e-6));
    // What one Laplace pair loses on average, ten thousand times.
    EXPECT_GT(epsilon, 10000 * (step + std::exp(-step) - 1));
    EXPECT_LE(permute_and_flip_to_delta(step, 10000, epsilon), 1.2e-6);
  }
}

// The log-ratios of unequal randomized responses, answer by answer.
double brute(const std::vector<double>& steps, std::size_t i, double x, double p, double q) {
  if (i == steps.size()) {
    return std::max(0.0, p - std::exp(x) * q);
  }
  const double high = 1 / (1 + std::exp(-steps[i]));
  return brute(steps, i + 1, x, p * high, q * (1 - high)) +
         brute(steps, i + 1, x, p * (1 - high), q * high);
}

TEST(ManySteps, UnequalPureCostsAreTheirEnumeration) {
  std::mt19937_64 random = testing::fresh_random();
  std::uniform_real_distribution<double> uniform{0.01, 1};
  for (int i = 0; i < 20; ++i) {
    std::vector<double> steps(12);
    std::generate(steps.begin(), steps.end(), [&] { return uniform(random); });
    const std::vector<Cost> costs = [&] {
      std::vector<Cost> out;
      for (const double step : steps) {
        out.emplace_back(PureCost{step});
      }
      return out;
    }();
    const double whole = std::accumulate(steps.begin(), steps.end(), 0.0);
    for (const double share : {0.0, 0.2, 0.5, 0.8}) {
      const double exact = brute(steps, 0, share * whole, 1, 1);
      const double delta = composed_delta(costs, share * whole);
      EXPECT_GE(delta, exact * (1 - 1e-12));
      EXPECT_LE(delta, exact * 1.05 + 1e-12) << share;
      if (exact > 1e-9) {
        const double epsilon = composed_epsilon(costs, exact);
        EXPECT_GE(epsilon, share * whole * (1 - 1e-9));
        EXPECT_LE(epsilon, share * whole * (1 + one_percent) + 0.005 * whole);
      }
    }
  }
}

std::vector<Cost> two_halves(std::size_t n, double first, double second) {
  std::vector<Cost> out(n, PureCost{first});
  out.insert(out.end(), n, PureCost{second});
  return out;
}

// The convolution of two exact binomial laws is a bound from both sides.
TEST(ManySteps, TenThousandUnequalPureCostsAreTightToOnePercent) {
  const double root = std::sqrt(10000.0);
  const double epsilon = composed_epsilon(two_halves(5000, 0.9 / root, 1.1 / root), 1e-6);
  // Variances add up: equal steps of the same variance are as close as the fourth moments are.
  const double equal = pure_to_epsilon(std::sqrt((0.81 + 1.21) / 2) / root, 10000, 1e-6);
  EXPECT_GT(epsilon, equal * (1 - 1e-3));
  EXPECT_LT(epsilon, equal * (1 + one_percent));
  std::vector<Cost> distinct;
  double squares = 0;
  for (std::size_t i = 0; i < 10000; ++i) {
    const double step = (0.5 + static_cast<double>(i) / 10000) / root;
    squares += step * step;
    distinct.emplace_back(PureCost{step});
  }
  const double unequal = composed_epsilon(distinct, 1e-6);
  const double alike = pure_to_epsilon(std::sqrt(squares / 10000), 10000, 1e-6);
  EXPECT_GT(unequal, alike * (1 - 1e-3));
  EXPECT_LT(unequal, alike * (1 + one_percent));
}

TEST(ManySteps, UnequalRangesStayAboveEveryStrategyAndBelowTheMoments) {
  std::vector<Cost> costs;
  std::vector<Cost> pure;
  for (std::size_t i = 0; i < 300; ++i) {
    const double eta = i % 2 == 0 ? 0.06 : 0.03;
    costs.emplace_back(BoundedRangeCost{eta});
    pure.emplace_back(PureCost{eta / 2});  // a two-point step in the middle of its range
  }
  const double epsilon = composed_epsilon(costs, 1e-6);
  EXPECT_GT(epsilon, composed_epsilon(pure, 1e-6) * (1 - 2e-3));
  EXPECT_LT(epsilon, composed_epsilon(pure, 1e-6) * 1.02);
  costs.emplace_back(PureCost{0.1});
  EXPECT_GT(composed_epsilon(costs, 1e-6), epsilon);
  EXPECT_LT(composed_epsilon(costs, 1e-6), epsilon + 0.1);
}

// The order of the moments is found by doubles where there are many kinds of steps.
TEST(ManySteps, MomentsOfUnequalStepsAreAsGoodAsThoseOfEqualOnes) {
  std::vector<detail::Steps> unequal;
  for (const double eta : {0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04}) {
    unequal.push_back({detail::StepKind::bounded_range, eta, 1});
  }
  // Of two kinds, whose order is searched in enclosures.
  const std::vector<detail::Steps> equal{{detail::StepKind::bounded_range, 0.1, 6},
                                         {detail::StepKind::bounded_range, 0.0999, 1}};
  for (const double delta : {0.1, 1e-2, 1e-4, 1e-6}) {
    EXPECT_LE(detail::renyi_to_epsilon(unequal, delta), detail::renyi_to_epsilon(equal, delta));
    const double epsilon = detail::renyi_to_epsilon(equal, delta);
    EXPECT_LE(detail::renyi_to_delta(unequal, epsilon), detail::renyi_to_delta(equal, epsilon));
  }
}

// The greatest ranges last, each split at a place of a lattice: one order and some strategies, so not above the truth.
double epsilon_of_greatest_last(const std::vector<std::size_t>& cells, double h, double delta) {
  const std::size_t reach = std::accumulate(cells.begin(), cells.end(), std::size_t{0});
  std::vector<double> curve(3 * reach + 1, 0.0);  // index reach is at 0
  const auto mirror = [&] {
    for (std::size_t j = 1; j <= reach; ++j) {
      const double x = static_cast<double>(j) * h;
      curve[reach - j] = -std::expm1(-x) + std::exp(-x) * curve[reach + j];
    }
  };
  mirror();
  for (const std::size_t m : cells) {
    std::vector<double> next = curve;
    const double eta = static_cast<double>(m) * h;
    for (std::size_t i = reach; i <= 2 * reach; ++i) {
      for (std::size_t j = 0; j <= m; ++j) {
        const double t = static_cast<double>(j) * h;
        const double stay = (std::exp(eta) - std::exp(t)) / std::expm1(eta);
        next[i] = std::max(next[i], stay * curve[i - j] + (1 - stay) * curve[i - j + m]);
      }
    }
    curve = std::move(next);
    mirror();
  }
  std::size_t i = reach;
  while (curve[i] > delta) {
    ++i;
  }
  return (static_cast<double>(i - reach) - 1) * h;
}

TEST(ManySteps, FewUnequalRangesAreBoundedWithinTwoPercentOfOneOrder) {
  for (const double h : {0.002, 0.02}) {
    for (const std::size_t n : {5U, 10U, 16U}) {
      std::vector<std::size_t> cells;
      std::vector<Cost> costs;
      for (std::size_t i = 0; i < n; ++i) {
        cells.push_back(40 - 2 * i);
        costs.emplace_back(BoundedRangeCost{static_cast<double>(cells.back()) * h});
      }
      const double least = epsilon_of_greatest_last(cells, h, 1e-6);
      const double epsilon = composed_epsilon(costs, 1e-6);
      EXPECT_GE(epsilon, least) << n;
      EXPECT_LE(epsilon, least * (n <= 10 ? 1.01 : 1.02) + h) << n;
    }
  }
}

TEST(ManySteps, PlansForTenThousandSelectionsAreTightToOnePercent) {
  const TopKPlan plan = calibrate_top_k(10000, ApproximateCost{1, 1e-6}, 1, Monotonic::yes, 100000);
  EXPECT_EQ(plan.law, Law::exponential_mechanism);
  EXPECT_LE(std::get<ApproximateCost>(plan.cost).delta, 1e-6);
  EXPECT_LE(plan.step_bracket.upper, plan.step_bracket.lower * (1 + one_percent));
  // The routes of others: 226.5 by CKS 2020.
  EXPECT_LT(plan.scale, 215);
}

TEST(ManySteps, EveryLongComputationCanBeStopped) {
  struct Stop : std::runtime_error {
    Stop() : runtime_error{"stop"} {}
  };
  const Progress stop = [](double /*part*/) { throw Stop{}; };
  std::vector<Cost> unequal;
  for (int i = 1; i <= 50; ++i) {
    unequal.emplace_back(BoundedRangeCost{0.01 * i});
  }
  EXPECT_THROW(bounded_range_to_delta(0.01, 500, 1, stop), Stop);
  EXPECT_THROW(bounded_range_to_epsilon(0.01, 500, 1e-6, stop), Stop);
  EXPECT_THROW(bounded_range_to_delta(0.01, 5000, 1, stop), Stop);
  EXPECT_THROW(bounded_range_to_epsilon(0.01, 5000, 1e-6, stop), Stop);
  EXPECT_THROW(permute_and_flip_to_delta(0.01, 5000, 1, stop), Stop);
  EXPECT_THROW(permute_and_flip_to_epsilon(0.01, 5000, 1e-6, stop), Stop);
  EXPECT_THROW(pure_to_delta(0.01, 5000, 1, stop), Stop);
  EXPECT_THROW(pure_to_epsilon(0.01, 5000, 1e-6, stop), Stop);
  EXPECT_THROW(composed_epsilon(unequal, 1e-6, stop), Stop);
  EXPECT_THROW(composed_delta(unequal, 1, stop), Stop);
  EXPECT_THROW(static_cast<void>(PrivacyCurve::of_costs(unequal).epsilon(1e-6, stop)), Stop);
  const PrivacyCurve curve = PrivacyCurve::of_selections(Law::exponential_mechanism, 0.01, 5000);
  EXPECT_THROW(static_cast<void>(curve.delta(1, stop)), Stop);
  EXPECT_THROW(calibrate_top_k(3000, ApproximateCost{1, 1e-7}, 1, Monotonic::yes, 5000, stop),
               Stop);
  EXPECT_THROW(calibrate_top_k(300, ApproximateCost{1, 1e-7}, 1, Monotonic::yes, 5000, stop), Stop);
}

}  // namespace
}  // namespace discreet

// Every list of ranges is divided so that no step is left out, and its account is tight.
#include "accounting/range_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/compose.hpp"
#include "support/fresh_random.hpp"

namespace discreet::detail {
namespace {

// Every step is in one part, with its own eta, or between two of a grid, or taken for a greater one.
TEST(RangePlan, LeavesNoStepOut) {
  std::mt19937_64 random = testing::fresh_random();
  for (const std::size_t n : {1U, 2U, 7U, 30U, 150U, 700U, 5000U}) {
    std::vector<Steps> steps;
    std::vector<double> etas;
    for (std::size_t i = 0; i < n; ++i) {
      const double eta =
          0.01 * static_cast<double>(1 + random() % 100) + 1e-5 * (i % 3 == 0 ? 1 : 0);
      steps.push_back({StepKind::bounded_range, eta, 1 + random() % 3});
      etas.insert(etas.end(), steps.back().count, eta);
    }
    std::vector<double> covered;
    const RangePlan plan = plan_ranges(steps, 1e-6);
    for (const Steps& one : plan.equal) {
      covered.insert(covered.end(), one.count, one.parameter);
    }
    for (const Steps& one : plan.spread) {
      covered.insert(covered.end(), one.count, one.parameter);
    }
    for (const auto& [group, fineness] : plan.groups) {
      EXPECT_GE(fineness, 0);
      EXPECT_TRUE(std::is_sorted(group.grid.rbegin(), group.grid.rend()));
      EXPECT_TRUE(std::is_sorted(group.etas.rbegin(), group.etas.rend()));
      EXPECT_GE(group.grid.front(), group.etas.front());
      EXPECT_LE(group.grid.back(), group.etas.back());
      covered.insert(covered.end(), group.etas.begin(), group.etas.end());
      for (const std::vector<double>& etas_of_one : group.more) {
        ASSERT_LE(etas_of_one.size(), group.etas.size());
        for (std::size_t i = 0; i < etas_of_one.size(); ++i) {
          EXPECT_LE(etas_of_one[i], group.etas[i]);
          EXPECT_GE(etas_of_one[i], group.grid.back());
        }
        covered.insert(covered.end(), etas_of_one.begin(), etas_of_one.end());
      }
    }
    ASSERT_EQ(covered.size(), etas.size());
    std::sort(etas.begin(), etas.end());
    std::sort(covered.begin(), covered.end());
    for (std::size_t i = 0; i < etas.size(); ++i) {
      EXPECT_GE(covered[i], etas[i]);
    }
  }
}

// The greatest delta of strategies on a lattice, in doubles, where the greatest ranges come last: at most the truth but
// for rounding, far below what is compared.
class OneOrder {
 public:
  OneOrder(double h, double reach)
      : h_(h), zero_(static_cast<std::size_t>(std::ceil(reach / h))), values_(2 * zero_ + 1, 0.0) {
    mirror();
  }

  void step(std::size_t cells) {
    const double whole = std::exp(static_cast<double>(cells) * h_);
    std::vector<double> stay;
    for (std::size_t j = 0; j <= cells; ++j) {
      stay.push_back((whole - std::exp(static_cast<double>(j) * h_)) / (whole - 1));
    }
    std::vector<double> next = values_;
    std::size_t best = cells / 2;
    for (std::size_t i = zero_; i < values_.size(); ++i) {
      const auto value = [&](std::size_t j) {
        const std::size_t leap = i - j + cells;
        return stay[j] * values_[i - j] +
               (1 - stay[j]) * (leap < values_.size() ? values_[leap] : 0);
      };
      while (best < cells && value(best + 1) > value(best)) {
        ++best;
      }
      while (best > 0 && value(best - 1) > value(best)) {
        --best;
      }
      next[i] = value(best);
    }
    values_ = next;
    mirror();
  }

  // An epsilon that is not enough for delta.
  [[nodiscard]] double epsilon(double delta) const {
    std::size_t i = zero_;
    while (i < values_.size() && values_[i] > delta) {
      ++i;
    }
    return static_cast<double>(i - zero_ - 1) * h_;
  }

 private:
  void mirror() {
    for (std::size_t j = 1; j <= zero_; ++j) {
      const double x = static_cast<double>(j) * h_;
      values_[zero_ - j] = -std::expm1(-x) + std::exp(-x) * values_[zero_ + j];
    }
  }

  double h_;
  std::size_t zero_;
  std::vector<double> values_;
};

// How much more is given than one order needs, of ranges that are so many cells.
double looseness(std::vector<std::size_t> cells, double h, double delta) {
  std::sort(cells.begin(), cells.end(), std::greater<>{});
  std::vector<Cost> costs;
  for (const std::size_t one : cells) {
    costs.emplace_back(BoundedRangeCost{static_cast<double>(one) * h});
  }
  const double given = composed_epsilon(costs, delta);
  OneOrder order{h, 1.4 * given};
  for (const std::size_t one : cells) {
    order.step(one);
  }
  const double needed = order.epsilon(delta);
  EXPECT_GE(given, needed);
  return given / needed - 1;
}

TEST(RangePlan, IsTightForRandomAndAdverseMixtures) {
  std::mt19937_64 random = testing::fresh_random();
  const auto between = [&](std::size_t low, std::size_t high) {
    return low + random() % (high - low + 1);
  };
  const auto list = [](std::size_t n, const auto& one) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < n; ++i) {
      out.push_back(one(i));
    }
    return out;
  };
  const auto upper_half = [&](std::size_t) { return between(100, 200); };
  EXPECT_LE(looseness(list(35, upper_half), 0.0005, 1e-9), 0.01);
  const auto one_large = [&](std::size_t i) { return i == 0 ? 400 : between(36, 44); };
  EXPECT_LE(looseness(list(20, one_large), 0.00025, 1e-6), 0.01);
  const auto two_values = [&](std::size_t i) { return (i % 2 == 0 ? 200U : 90U) + random() % 3; };
  EXPECT_LE(looseness(list(50, two_values), 0.0005, 1e-6), 0.01);
  const auto geometric = [](std::size_t i) {
    return static_cast<std::size_t>(400 * std::pow(100.0, -static_cast<double>(i) / 20)) + 1;
  };
  EXPECT_LE(looseness(list(20, geometric), 0.00025, 1e-6), 0.01);
}

// Two of the greatest that are told apart are equal: they weigh the same.
TEST(RangePlan, IsTightWhereSomeOfTheGreatestAreEqual) {
  const std::vector<std::size_t> two{400, 44, 44, 42, 41, 41, 41, 40, 39, 39,
                                     39,  38, 38, 38, 37, 37, 37, 36, 36, 36};
  EXPECT_LE(looseness(two, 0.00025, 1e-6), 0.003);
  const std::vector<std::size_t> three{400, 400, 44, 44, 43, 42, 41, 41, 41, 40,
                                       39,  39,  39, 38, 38, 37, 37, 37, 36, 36};
  EXPECT_LE(looseness(three, 0.00025, 1e-6), 0.003);
}

// More points are worth it here: each group but the first is accounted for as if it were last.
TEST(RangePlan, IsTightForRangesOverThreeDecades) {
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < 100; ++i) {
    cells.push_back(
        static_cast<std::size_t>(400 * std::pow(1000.0, -static_cast<double>(i) / 100)) + 1);
  }
  EXPECT_LE(looseness(cells, 0.0025, 1e-6), 0.01);
}

// What ranges weigh decides here: as if all were Gaussian they would weigh too little at the top.
TEST(RangePlan, IsTightForDozensOfLargeRanges) {
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < 30; ++i) {
    cells.push_back(static_cast<std::size_t>(400 * std::pow(3.0, -static_cast<double>(i) / 29)) +
                    1);
  }
  EXPECT_LE(looseness(cells, 0.0075, 1e-6), 0.008);
}

TEST(RangePlan, IsTightForHundredsOfUnequalRanges) {
  std::mt19937_64 random = testing::fresh_random();
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < 400; ++i) {
    cells.push_back(50 + random() % 51);
  }
  EXPECT_LE(looseness(cells, 0.001, 1e-6), 0.01);
}

// Most of them are taken for a Gaussian.
TEST(RangePlan, IsTightForThousandsOfUnequalRangesUpToOne) {
  std::mt19937_64 random = testing::fresh_random();
  std::vector<std::size_t> cells;
  std::vector<Steps> steps;
  for (std::size_t i = 0; i < 1500; ++i) {
    cells.push_back(1 + random() % 50);
    steps.push_back({StepKind::bounded_range, static_cast<double>(cells.back()) * 0.02, 1});
  }
  EXPECT_GT(plan_ranges(steps, 1e-6).spread.size(), 500U);
  EXPECT_LE(looseness(cells, 0.02, 1e-6), 0.01);
}

TEST(RangePlan, CanBeStopped) {
  std::vector<Cost> costs;
  for (int i = 0; i < 300; ++i) {
    costs.emplace_back(BoundedRangeCost{0.1 + 0.001 * i});
  }
  const Progress stop = [](double /*part*/) { throw std::runtime_error{"stop"}; };
  EXPECT_THROW((void)composed_epsilon(costs, 1e-6, stop), std::runtime_error);
}

}  // namespace
}  // namespace discreet::detail

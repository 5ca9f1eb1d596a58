#include "mechanisms/quantile_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/law_account.hpp"
#include "discreet/accounting/accuracy.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "support/quantile_cases.hpp"

namespace discreet {
namespace {
namespace quantile_plans {

using testing::even_quantiles;
using testing::some_quantiles;
using testing::whole_grid;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Every path from the first node to a leaf.
void for_each_path(const QuantilePlan& plan,
                   const std::function<void(const std::vector<const QuantileNode*>&)>& use) {
  std::vector<const QuantileNode*> path;
  const std::function<void(std::size_t)> down = [&](std::size_t place) {
    const QuantileNode& node = plan.nodes[place];
    path.push_back(&node);
    if (!node.left && !node.right) {
      use(path);
    }
    for (const auto& child : {node.left, node.right}) {
      if (child) {
        down(*child);
      }
    }
    path.pop_back();
  };
  down(0);
}

// The range of Theorem 1, written down again.
Fraction range_of(const QuantileNode& node, Neighbors neighbors, bool first) {
  const Fraction one = 2 * (node.relative > Fraction{1, 2} ? node.relative : 1 - node.relative);
  if (neighbors == Neighbors::add_remove) {
    return one;
  }
  return first ? Fraction{2} : Fraction{2 * one};
}

TEST(QuantilePlan, CostsNoMoreThanTheTargetOnAnyPath) {
  for (const auto& quantiles : some_quantiles()) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const double amount : {0.1, 1.0, 1.0 / 3, 7.0, 1e-9}) {
        const auto pure =
            calibrate_quantiles(quantiles, PureCost{amount}, neighbors, whole_grid(101));
        const auto zcdp =
            calibrate_quantiles(quantiles, ZcdpCost{amount}, neighbors, whole_grid(101));
        EXPECT_EQ(zcdp.law, Law::exponential_mechanism);
        EXPECT_EQ(pure.law == Law::permute_and_flip, quantiles.size() == 1);
        Fraction greatest_epsilon = 0;
        for_each_path(pure, [&](const auto& path) {
          Fraction sum = 0;
          for (const QuantileNode* node : path) {
            const Fraction exact =
                range_of(*node, neighbors, node == path.front()) / exact_fraction(node->scale);
            EXPECT_GE(exact_fraction(node->step), exact);
            sum += exact_fraction(node->step);
          }
          EXPECT_LE(sum, exact_fraction(amount));
          // And all of it is used, but for the rounding.
          EXPECT_GE(sum.get_d(), amount * (1 - 1e-12));
          greatest_epsilon = std::max(greatest_epsilon, sum);
        });
        EXPECT_GE(exact_fraction(std::get<PureCost>(pure.cost).epsilon), greatest_epsilon);
        EXPECT_LE(std::get<PureCost>(pure.cost).epsilon, amount);
        for_each_path(zcdp, [&](const auto& path) {
          Fraction sum = 0;
          for (const QuantileNode* node : path) {
            const Fraction exact =
                range_of(*node, neighbors, node == path.front()) / exact_fraction(node->scale);
            EXPECT_GE(exact_fraction(node->step), exact);
            sum += exact_fraction(bounded_range_to_zcdp(node->step));
          }
          EXPECT_LE(sum, exact_fraction(amount));
          EXPECT_GE(sum.get_d(), amount * (1 - 1e-9));
        });
        EXPECT_LE(std::get<ZcdpCost>(zcdp.cost).rho, amount);
        EXPECT_GE(std::get<ZcdpCost>(zcdp.cost).rho, amount * (1 - 1e-9));
      }
    }
  }
}

TEST(QuantilePlan, SpendsWhatIsLeftOverTheLevelsThatAreLeft) {
  const auto plan =
      calibrate_quantiles(even_quantiles(9), PureCost{1}, Neighbors::add_remove, whole_grid(101));
  std::vector<double> leaves;
  for (const QuantileNode& node : plan.nodes) {
    if (!node.left && !node.right) {
      leaves.push_back(node.step);
    } else {
      EXPECT_NEAR(node.step, 0.25, 1e-12);
    }
  }
  std::ranges::sort(leaves);
  ASSERT_EQ(leaves.size(), 4U);
  EXPECT_NEAR(leaves[0], 0.25, 1e-12);
  EXPECT_NEAR(leaves[1], 0.25, 1e-12);
  EXPECT_NEAR(leaves[2], 0.5, 1e-12);
  EXPECT_NEAR(leaves[3], 0.5, 1e-12);
}

TEST(QuantilePlan, HasOneStepForAllNodesByTheCurveOfAsManySelectionsAsLevels) {
  struct Row {
    int m;
    std::uint64_t levels;
    double epsilon, scale, pure;
  };
  for (const Row& row :
       {Row{3, 2, 1, 1.968, 2}, Row{9, 4, 1, 3.630, 4}, Row{99, 7, 1, 5.350, 7},
        Row{3, 2, 0.1, 19.21, 20}, Row{9, 4, 0.1, 33.69, 40}, Row{99, 7, 0.1, 47.23, 70}}) {
    const auto quantiles = even_quantiles(row.m);
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto plan = calibrate_quantiles(quantiles, ApproximateCost{row.epsilon, 1e-6},
                                            neighbors, whole_grid(101));
      EXPECT_EQ(plan.levels, row.levels);
      const double times = neighbors == Neighbors::replace ? 2 : 1;
      EXPECT_NEAR(plan.nodes.front().scale / (times * row.scale), 1, 3e-4);
      const double step = plan.nodes.front().step;
      double greatest = 0;
      for (const QuantileNode& node : plan.nodes) {
        EXPECT_NEAR(node.step, step, 1e-14);
        EXPECT_GE(exact_fraction(node.step) * exact_fraction(node.scale),
                  range_of(node, neighbors, &node == &plan.nodes.front()));
        greatest = std::max(greatest, node.step);
      }
      EXPECT_LE(bounded_range_to_delta(greatest, row.levels, row.epsilon), 1e-6);
      const auto cost = std::get<ApproximateCost>(plan.cost);
      EXPECT_EQ(cost.epsilon, row.epsilon);
      EXPECT_LE(cost.delta, 1e-6);
      EXPECT_GE(cost.delta, 0.99e-6);
    }
    const auto pure = calibrate_quantiles(quantiles, PureCost{row.epsilon}, Neighbors::add_remove,
                                          whole_grid(101));
    EXPECT_NEAR(pure.nodes.front().scale / row.pure, 1, 1e-12);
  }
}

TEST(QuantilePlan, ChargesAUnitThatIsReplacedTwiceBelowTheFirstNode) {
  const auto plan =
      calibrate_quantiles(even_quantiles(3), PureCost{1}, Neighbors::replace, whole_grid(101));
  for (const QuantileNode& node : plan.nodes) {
    EXPECT_NEAR(node.scale, 4, 1e-12);  // 2 / (1/2) at the first, 4 (1/2) / (1/2) below
  }
  const auto nine_tenths = std::vector<Fraction>{{9, 10}};
  const auto one =
      calibrate_quantiles(nine_tenths, PureCost{1}, Neighbors::replace, whole_grid(101));
  EXPECT_NEAR(one.nodes.front().scale, 2, 1e-12);
  const auto added =
      calibrate_quantiles(nine_tenths, PureCost{1}, Neighbors::add_remove, whole_grid(101));
  EXPECT_NEAR(added.nodes.front().scale, 1.8, 1e-12);
  // Columns of several groups: a unit may leave one for another.
  const auto grouped = detail::calibrate_quantiles_by(
      Law::exponential_mechanism, nine_tenths, PureCost{1},
      {.neighbors = Neighbors::replace, .switches = true, .columns = 1}, 101, {});
  EXPECT_NEAR(grouped.nodes.front().scale, 3.6, 1e-12);
}

TEST(QuantilePlan, PaysForEveryColumnThatAUnitIsIn) {
  const auto plan_for = [](const Target& target, std::uint64_t columns) {
    return detail::calibrate_quantiles_by(Law::exponential_mechanism, even_quantiles(3), target,
                                          {.columns = columns}, 101, {});
  };
  const auto pure = plan_for(PureCost{1}, 3);
  EXPECT_NEAR(pure.nodes.front().scale, 6, 1e-12);
  EXPECT_NEAR(std::get<PureCost>(pure.cost).epsilon, 1, 1e-12);
  EXPECT_LE(std::get<PureCost>(pure.cost).epsilon, 1);
  const auto zcdp = plan_for(ZcdpCost{0.3}, 3);
  EXPECT_NEAR(bounded_range_to_zcdp(zcdp.nodes.front().step), 0.05, 1e-10);
  EXPECT_LE(std::get<ZcdpCost>(zcdp.cost).rho, 0.3);
  const auto approximate = plan_for(ApproximateCost{1, 1e-6}, 2);
  EXPECT_LE(bounded_range_to_delta(approximate.nodes.front().step, 4, 1), 1e-6);
  EXPECT_NEAR(approximate.nodes.front().scale, 3.630, 1e-3);
}

TEST(QuantilePlan, FlipsOnlyForOneQuantileAtAnEpsilonOnFewCells) {
  const auto law = [](int m, const Target& target, std::uint64_t cells) {
    return calibrate_quantiles(even_quantiles(m), target, Neighbors::add_remove, whole_grid(cells))
        .law;
  };
  EXPECT_EQ(law(1, PureCost{1}, 10'000'000), Law::permute_and_flip);
  EXPECT_EQ(law(1, PureCost{1}, 10'000'001), Law::exponential_mechanism);
  EXPECT_EQ(law(1, ZcdpCost{1}, 100), Law::exponential_mechanism);
  EXPECT_EQ(law(1, ApproximateCost{1, 1e-6}, 100), Law::exponential_mechanism);
  EXPECT_EQ(law(2, PureCost{1}, 100), Law::exponential_mechanism);
}

TEST(QuantilePlan, RefusesWhatIsNoQuantileAndNoTarget) {
  const Grid grid = whole_grid(101);
  const auto refused = [&](const std::vector<Fraction>& quantiles, const Target& target,
                           const char* why) {
    try {
      (void)calibrate_quantiles(quantiles, target, Neighbors::add_remove, grid);
      ADD_FAILURE() << "nothing was thrown for " << why;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter) << why;
    }
  };
  const PureCost one{1};
  refused({}, one, "no quantile");
  refused({0}, one, "the least");
  refused({1}, one, "the largest");
  refused({{-1, 2}}, one, "a negative one");
  refused({{3, 2}}, one, "one above 1");
  refused({{1, 2}, {1, 2}}, one, "one twice");
  refused({{1, 2}, {2, 4}}, one, "one twice, written in two ways");
  refused({{3, 4}, {1, 4}}, one, "one that falls");
  refused({{1, 4097}}, one, "a denominator above 4096");
  refused({{1, 64}, {1, 63}, {2, 61}}, one, "a common denominator above 4096");
  refused(even_quantiles(1001), one, "too many");
  Fraction nothing;
  nothing.get_den() = 0;
  refused({nothing}, one, "a denominator of 0");
  const auto half = even_quantiles(1);
  for (const double amount : {0.0, -1.0, infinity, std::nan("")}) {
    refused(half, PureCost{amount}, "an epsilon");
    refused(half, ZcdpCost{amount}, "a rho");
  }
  refused(half, ApproximateCost{infinity, 1e-6}, "an infinite epsilon");
  refused(half, ApproximateCost{-1, 1e-6}, "a negative epsilon");
  refused(half, ApproximateCost{1, 1}, "a delta of 1");
  refused(half, ApproximateCost{1, -1e-9}, "a negative delta");
  refused(half, ApproximateCost{0, 0}, "nothing at all");
  refused(even_quantiles(9), PureCost{5e-324}, "an epsilon of which no node gets a part");
  refused(half, PureCost{1e-300}, "an epsilon that no scale keeps to");
  EXPECT_EQ(calibrate_quantiles(std::vector<Fraction>{{2, 4096}}, one, Neighbors::add_remove, grid)
                .levels,
            1U);
  EXPECT_EQ(calibrate_quantiles(even_quantiles(1000), one, Neighbors::add_remove, grid).levels,
            10U);
  try {
    (void)calibrate_quantiles(half, one, static_cast<Neighbors>(9), grid);
    ADD_FAILURE() << "nothing was thrown for neighbours that a cast made";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), bad_parameter);
  }
}

}  // namespace quantile_plans
}  // namespace
}  // namespace discreet

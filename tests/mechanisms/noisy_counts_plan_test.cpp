// plan_noisy_counts: which way it takes, its scales, and what they cost by the theorem.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"

namespace discreet {
namespace {
namespace noisy_counts_plan {

using Request = NoisyCountsRequest;
using Plan = NoisyCountsPlan;

constexpr CountNoise laplace = CountNoise::discrete_laplace;
constexpr CountNoise gaussian = CountNoise::discrete_gaussian;

Request good(CountNoise noise = gaussian) {
  Request request;
  request.noise = noise;
  request.budget = Fraction{1, 4};
  request.items = 10;
  return request;
}

CountWay way_of(CountNoise noise, std::uint64_t items, std::optional<std::uint64_t> per_unit,
                Bound bound = Bound::by_nature, Contribution contribution = {}) {
  Request request = good(noise);
  request.items = items;
  request.items_per_unit = per_unit;
  request.bound = bound;
  request.contribution = contribution;
  return plan_noisy_counts(request).way;
}

TEST(PlanNoisyCounts, TakesTheWayOfLessVariance) {
  using enum CountWay;
  EXPECT_EQ(way_of(gaussian, 10, std::nullopt), correlated);
  EXPECT_EQ(way_of(gaussian, 10, 4), direct);
  EXPECT_EQ(way_of(gaussian, 10, 5), correlated);
  EXPECT_EQ(way_of(gaussian, 9, 4), direct);  // (3 + 1)^2 / 4, a tie
  EXPECT_EQ(way_of(gaussian, 1, std::nullopt), correlated);
  EXPECT_EQ(way_of(gaussian, 1, 1), direct);
  EXPECT_EQ(way_of(laplace, 1, std::nullopt), direct);
  EXPECT_EQ(way_of(laplace, 2, std::nullopt), direct);
  EXPECT_EQ(way_of(laplace, 3, std::nullopt), correlated);
  EXPECT_EQ(way_of(laplace, 10, 6), direct);  // (10^(2/3) + 1)^(3/2) / 2 = 6.67
  EXPECT_EQ(way_of(laplace, 10, 7), correlated);
  EXPECT_EQ(way_of(gaussian, 10, 4, Bound::by_leaving_out), correlated);
  EXPECT_EQ(way_of(laplace, 10, 1, Bound::by_leaving_out), correlated);
  // The further the bounds are from opposite, the more n helps.
  EXPECT_EQ(way_of(gaussian, 10, std::nullopt, Bound::by_nature, {-3, 3}), direct);
  EXPECT_EQ(way_of(laplace, 10, std::nullopt, Bound::by_nature, {-3, 3}), direct);
  EXPECT_EQ(way_of(gaussian, 10, std::nullopt, Bound::by_nature, {-3, 4}), correlated);
  EXPECT_EQ(way_of(gaussian, 10, std::nullopt, Bound::by_nature, {-9, -4}), correlated);
  EXPECT_EQ(way_of(gaussian, 0, 1), correlated);
  EXPECT_EQ(way_of(laplace, 0, 1, Bound::by_nature, {-3, 3}), correlated);
}

using Planned = std::pair<Request, Plan>;

/// j, items per unit, bounds: all neighbours, both noises.
std::vector<Planned> many_plans() {
  std::vector<Planned> out;
  for (const CountNoise noise : {laplace, gaussian}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint64_t items : {0U, 1U, 3U, 10U, 1000U}) {
        for (const std::optional<std::uint64_t> per_unit :
             {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{1},
              std::optional<std::uint64_t>{4}}) {
          for (const Contribution contribution :
               {Contribution{0, 1}, Contribution{0, 30}, Contribution{-2, 5}, Contribution{-6, -1},
                Contribution{-4, 4}, Contribution{3, 3}}) {
            for (const char* budget : {"0.012", "1/3", "1e-5"}) {
              Request request = good(noise);
              request.budget = budget;
              request.items = items;
              request.neighbors = neighbors;
              request.contribution = contribution;
              request.items_per_unit = per_unit;
              request.bound = Bound::by_nature;
              out.emplace_back(request, plan_noisy_counts(request));
            }
          }
        }
      }
    }
  }
  return out;
}

const std::vector<Planned>& plans() {
  static const std::vector<Planned> all = many_plans();
  return all;
}

/// What the plan's scales cost by the theorem, from the request alone.
Fraction cost_by_theorem(const Request& request, const Plan& plan) {
  const Fraction upper = exact_fraction(std::max<std::int64_t>(request.contribution.upper, 0));
  const Fraction lower = exact_fraction(std::min<std::int64_t>(request.contribution.lower, 0));
  const bool replaced = request.neighbors == Neighbors::replace;
  Fraction touched = exact_fraction(request.items);
  Fraction by = upper - lower;
  if (plan.way == CountWay::direct) {
    if (request.items_per_unit) {
      touched =
          std::min(touched, Fraction{(replaced ? 2 : 1) * exact_fraction(*request.items_per_unit)});
    }
    if (!replaced) {
      by = std::max(upper, Fraction{-lower});
    }
  }
  Fraction cost = 0;
  if (plan.item_scale) {
    cost += plan.noise == laplace ? Fraction{touched * by / *plan.item_scale}
                                  : Fraction{touched * by * by / (2 * *plan.item_scale)};
  }
  if (plan.units_scale) {
    cost += plan.noise == laplace ? Fraction{1 / *plan.units_scale}
                                  : Fraction{1 / (2 * *plan.units_scale)};
  }
  return cost;
}

TEST(PlanNoisyCounts, CostsTheBudgetAndNeverMore) {
  for (const auto& [request, plan] : plans()) {
    const Fraction budget = request.budget.exact();
    const Fraction exact = cost_by_theorem(request, plan);
    EXPECT_EQ(detail::exact_counts_cost(plan), exact);
    EXPECT_LE(exact, budget);
    const auto& charged = plan.noise == laplace ? plan.cost.epsilon : plan.cost.rho;
    ASSERT_TRUE(charged);
    EXPECT_GE(*charged, exact);
    EXPECT_LE(*charged, budget);
    EXPECT_FALSE(plan.cost.delta);
    // Nothing is released where units are replaced and nothing is listed.
    if (request.items > 0 || request.neighbors == Neighbors::add_remove) {
      EXPECT_GE(exact, budget * (1 - Fraction{1, 1'000'000'000}));
    } else {
      EXPECT_EQ(exact, 0);
    }
    EXPECT_EQ(plan.units_scale.has_value(), plan.way == CountWay::correlated);
  }
}

// The sum over independent steps, which is below what the epsilon alone implies.
TEST(PlanNoisyCounts, KnowsTheRhoOfLaplaceNoise) {
  for (const auto& [request, plan] : plans()) {
    if (plan.noise == gaussian) {
      EXPECT_FALSE(plan.cost.epsilon);
      continue;
    }
    const double step =
        plan.item_scale ? inf_double_of(exact_fraction(plan.by) / *plan.item_scale) : 0.0;
    const double rho = static_cast<double>(plan.moved) * pure_to_zcdp(step) +
                       (plan.units_scale ? pure_to_zcdp(inf_double_of(1 / *plan.units_scale)) : 0);
    EXPECT_NEAR(plan.cost.rho->get_d(), rho, 1e-12 * rho);
    EXPECT_LE(plan.cost.rho->get_d(),
              pure_to_zcdp(inf_double_of(request.budget.exact())) * (1 + 1e-12));
  }
}

TEST(PlanNoisyCounts, HasTheScalesOfTheTheorem) {
  Request request = good();
  request.budget = "0.012";
  const Plan ten = plan_noisy_counts(request);
  EXPECT_NEAR(ten.item_scale->get_d(), 548.4282, 1e-4);
  EXPECT_NEAR(ten.units_scale->get_d(), 173.4282, 1e-4);
  EXPECT_EQ(ten.each, Fraction(53, 2));
  request.items = 9;  // sqrt 9 = 3: (3 + 1) / (2 rho) times 3, and times 1
  const Plan nine = plan_noisy_counts(request);
  EXPECT_EQ(*nine.item_scale, 500);
  EXPECT_EQ(*nine.units_scale, shortened(Fraction{500, 3}, 17, Shorten::up));
  request.contribution = {-1, 3};  // W = 4, M = 2: q = 14 / (2 rho), 12 q and q / 2
  const Plan sums = plan_noisy_counts(request);
  EXPECT_EQ(*sums.item_scale, 7000);
  EXPECT_EQ(*sums.units_scale, shortened(Fraction{875, 3}, 17, Shorten::up));
  request.noise = laplace;  // (W j)^(2/3) + M^(2/3) = 27^(2/3) + 1 = 10
  request.items = 27;
  request.contribution = {0, 1};
  request.budget = "1/2";
  const Plan cubes = plan_noisy_counts(request);
  EXPECT_EQ(*cubes.item_scale, 60);
  EXPECT_EQ(*cubes.units_scale, 20);
  request.items = 0;
  EXPECT_EQ(*plan_noisy_counts(request).units_scale, 2);
  EXPECT_FALSE(plan_noisy_counts(request).item_scale);
}

// Ten intervals that fail with a tenth of five percent each: none of them fails but with five percent.
TEST(PlanNoisyCounts, SharesTheRiskOfAllItems) {
  for (const CountNoise noise : {laplace, gaussian}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      Request request = good(noise);
      request.neighbors = neighbors;
      const Plan together = plan_noisy_counts(request);
      request.confidence = "0.995";
      const Plan each = plan_noisy_counts(request);
      EXPECT_EQ(together.all, each.each);
      EXPECT_LT(together.each, together.all);
    }
  }
}

}  // namespace noisy_counts_plan
}  // namespace
}  // namespace discreet

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/release/quantiles.hpp"
#include "release/quantile_requests.hpp"

namespace discreet {
namespace {
namespace quantile_release_plans {

using Facts = QuantilesRelease::Facts;
using testing::amounts;
using testing::even_quantiles;
using testing::quantiles_in_epsilon;
using testing::quantiles_in_rho;
using testing::quantiles_with_delta;
using Plan = QuantilesRelease::Plan;

double root_scale(const QuantilesRequest& request, const Facts& facts = {},
                  const Budget* budget = nullptr) {
  return QuantilesRelease::plan(request, facts, budget).quantiles.nodes.front().scale;
}

TEST(QuantilesRelease, CostsWhatWasAskedForAndSaysWhatElseFollows) {
  const Plan epsilon = QuantilesRelease::plan(quantiles_in_epsilon(3), {});
  EXPECT_EQ(epsilon.cost.epsilon, Fraction{1});
  EXPECT_FALSE(epsilon.cost.delta);
  EXPECT_NEAR(epsilon.cost.rho.value().get_d(), 2 * bounded_range_to_zcdp(0.5), 1e-12);
  EXPECT_EQ(epsilon.promise, (Amounts{Fraction{1}, std::nullopt, std::nullopt}));
  const Plan rho = QuantilesRelease::plan(quantiles_in_rho(3), {});
  EXPECT_EQ(rho.cost.rho, (Fraction{1, 10}));
  EXPECT_NEAR(rho.cost.epsilon.value().get_d(), 2 * rho.quantiles.nodes.front().step, 1e-12);
  EXPECT_EQ(rho.promise, (Amounts{std::nullopt, std::nullopt, Fraction{1, 10}}));
  const Plan both = QuantilesRelease::plan(quantiles_with_delta(3), {});
  EXPECT_EQ(both.cost.epsilon, Fraction{1});
  EXPECT_EQ(both.cost.delta, (Fraction{1, 1'000'000}));
  EXPECT_NEAR(both.quantiles.nodes.front().scale, 1.968, 1e-3);
  QuantilesRequest no_delta = quantiles_in_epsilon(3);
  no_delta.delta = 0;
  EXPECT_EQ(QuantilesRelease::plan(no_delta, {}).quantiles.nodes, epsilon.quantiles.nodes);
}

TEST(QuantilesRelease, ChargesPermuteAndFlipItsOwnRhoAndUsesItWhereNobodyAddsRho) {
  const Plan alone = QuantilesRelease::plan(quantiles_in_epsilon(1), {});
  EXPECT_EQ(alone.quantiles.law, Law::permute_and_flip);
  EXPECT_NEAR(alone.cost.rho.value().get_d(), permute_and_flip_to_zcdp(1), 1e-12);
  const auto law_under = [](const Budget& budget) {
    return QuantilesRelease::plan(quantiles_in_epsilon(1), {}, &budget).quantiles.law;
  };
  EXPECT_EQ(law_under(make_budget(amounts("5"))), Law::permute_and_flip);
  EXPECT_EQ(law_under(make_budget(amounts("5", "1e-6"), Accountant::basic)), Law::permute_and_flip);
  EXPECT_EQ(law_under(make_budget(amounts("5", "1e-6"))), Law::exponential_mechanism);
  EXPECT_EQ(law_under(make_budget(amounts(nullptr, nullptr, "5"))), Law::exponential_mechanism);
  EXPECT_EQ(QuantilesRelease::plan(quantiles_in_epsilon(1), {.groups = 2}).quantiles.law,
            Law::exponential_mechanism);
  const Budget mixed = make_budget(amounts("5", "1e-6"));
  EXPECT_NEAR(QuantilesRelease::plan(quantiles_in_epsilon(1), {}, &mixed).cost.rho.value().get_d(),
              bounded_range_to_zcdp(1), 1e-12);
}

TEST(QuantilesRelease, PlansByTheAccountOfTheBudget) {
  const Budget basic = make_budget(amounts("2", "1e-5"), Accountant::basic);
  const Budget mixed = make_budget(amounts("2", "1e-5"));
  const Budget zcdp = make_budget(amounts(nullptr, nullptr, "1"));
  const Budget epsilons = make_budget(amounts("2"));
  EXPECT_EQ(root_scale(quantiles_with_delta(3), {}, &basic), root_scale(quantiles_with_delta(3)));
  const Fraction rho = zcdp_within(Fraction{1}, Fraction{1, 1'000'000});
  for (const Budget* budget : {&mixed, &zcdp}) {
    const Plan plan = QuantilesRelease::plan(quantiles_with_delta(3), {}, budget);
    EXPECT_EQ(plan.cost.rho, rho);
    EXPECT_FALSE(plan.cost.delta);
    EXPECT_EQ(plan.promise.epsilon, Fraction{1});
    EXPECT_EQ(plan.promise.delta, (Fraction{1, 1'000'000}));
    EXPECT_EQ(plan.pay.has_value(), budget == &mixed);
  }
  QuantilesRequest in_epsilon = quantiles_with_delta(3);
  in_epsilon.pay = Pay::epsilon;
  const Plan paid = QuantilesRelease::plan(in_epsilon, {}, &mixed);
  EXPECT_EQ(paid.cost.epsilon, Fraction{1});
  EXPECT_FALSE(paid.cost.delta);
  EXPECT_EQ(paid.pay, Pay::epsilon);
  EXPECT_NEAR(paid.quantiles.nodes.front().scale, 2, 1e-12);
  EXPECT_THROW((void)QuantilesRelease::plan(quantiles_with_delta(3), {}, &epsilons), Error);
  EXPECT_THROW((void)QuantilesRelease::plan(in_epsilon, {}, &basic), Error);
}

TEST(QuantilesRelease, SharesCostTheSameForManyGroupsAsForOne) {
  const Facts many{.groups = 1000};
  for (const QuantilesRequest& request :
       {quantiles_in_epsilon(3), quantiles_in_rho(3), quantiles_with_delta(3)}) {
    EXPECT_EQ(root_scale(request, many), root_scale(request));
    EXPECT_EQ(QuantilesRelease::plan(request, many).cost, QuantilesRelease::plan(request, {}).cost);
  }
}

TEST(QuantilesRelease, OneValuePerUnitPaysForEachOfItsGroups) {
  const Facts many{.groups = 1000};
  const auto in_groups = [&](QuantilesRequest request, std::uint64_t groups) {
    request.per_unit = PerUnit::median;
    request.groups_per_unit = groups;
    return QuantilesRelease::plan(request, many);
  };
  EXPECT_EQ(in_groups(quantiles_in_epsilon(3), 1).quantiles.nodes.front().scale,
            root_scale(quantiles_in_epsilon(3)));
  const Plan three = in_groups(quantiles_in_epsilon(3), 3);
  EXPECT_NEAR(three.quantiles.nodes.front().scale, 6, 1e-12);
  EXPECT_EQ(three.cost.epsilon, Fraction{1});
  EXPECT_NEAR(three.cost.rho.value().get_d(), 6 * bounded_range_to_zcdp(1.0 / 6), 1e-12);
  EXPECT_NEAR(bounded_range_to_zcdp(in_groups(quantiles_in_rho(3), 2).quantiles.nodes.front().step),
              0.025, 1e-10);
  EXPECT_NEAR(in_groups(quantiles_with_delta(3), 2).quantiles.nodes.front().scale, 3.630, 1e-3);
  // No unit is in more groups than there are.
  QuantilesRequest request = quantiles_in_epsilon(3);
  request.per_unit = PerUnit::median;
  request.groups_per_unit = 5;
  EXPECT_NEAR(root_scale(request, {.groups = 2}), 4, 1e-12);
}

TEST(QuantilesRelease, AUnitThatIsReplacedMayChangeItsGroup) {
  QuantilesRequest request = quantiles_in_epsilon(1);
  request.quantiles = {{9, 10}};
  request.neighbors = Neighbors::replace;
  EXPECT_NEAR(root_scale(request), 2, 1e-12);
  EXPECT_NEAR(root_scale(request, {.groups = 1}), 2, 1e-12);
  EXPECT_NEAR(root_scale(request, {.groups = 2}), 3.6, 1e-12);
}

TEST(QuantilesRelease, BoundsTheRankErrorWhereItCan) {
  EXPECT_TRUE(QuantilesRelease::plan(quantiles_in_epsilon(1), {}).rank_error_95);
  EXPECT_FALSE(QuantilesRelease::plan(quantiles_in_epsilon(3), {}).rank_error_95);
  QuantilesRequest request = quantiles_in_epsilon(3);
  request.units = 10'000;
  const Plan plan = QuantilesRelease::plan(request, {});
  EXPECT_EQ(plan.rank_error_95, plan.quantiles.rank_error(0.05, 10'000));
}

TEST(QuantilesRelease, RefusesWhatCannotBePlanned) {
  const auto refused = [](const auto& change, const char* why, const Facts& facts = {}) {
    QuantilesRequest request = quantiles_in_epsilon(3);
    change(request);
    try {
      (void)QuantilesRelease::plan(request, facts);
      ADD_FAILURE() << "nothing was thrown for " << why;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter) << why;
    }
  };
  const Facts groups{.groups = 5};
  refused([](auto& asked) { asked.grid.reset(); }, "no grid");
  refused([](auto& asked) { asked.quantiles.clear(); }, "no quantile");
  refused([](auto& asked) { asked.quantiles = {1}; }, "the largest value");
  refused([](auto& asked) { asked.epsilon.reset(); }, "no amount");
  refused([](auto& asked) { asked.rho = 1; }, "two amounts");
  refused([](auto& asked) { asked.epsilon = 0; }, "an epsilon of 0");
  refused([](auto& asked) { asked.epsilon = -1.0; }, "a negative epsilon");
  refused([](auto& asked) { asked.delta = 1; }, "a delta of 1");
  refused(
      [](auto& asked) {
        asked.epsilon.reset();
        asked.rho = 1;
        asked.delta = 1e-6;
      },
      "a delta with a rho");
  refused([](auto& asked) { asked.units = 0; }, "no units");
  refused([](auto& asked) { asked.units = most_units; }, "too many units");
  refused([](auto& asked) { asked.pay = Pay::rho; }, "a choice where there is none");
  refused([](auto& asked) { asked.groups_per_unit = 0; }, "no groups per unit", groups);
  refused([](auto& asked) { asked.groups_per_unit = 2; }, "shares in several groups", groups);
  refused(
      [](auto& asked) {
        asked.per_unit = PerUnit::max;
        asked.groups_per_unit = 2;
      },
      "groups per unit without groups");
  refused([](auto&) {}, "no group", {.groups = 0});
  refused([](auto& asked) { asked.per_unit = static_cast<PerUnit>(9); }, "no rule");
  refused([](auto& asked) { asked.neighbors = static_cast<Neighbors>(9); }, "no neighbours");
}

}  // namespace quantile_release_plans
}  // namespace
}  // namespace discreet

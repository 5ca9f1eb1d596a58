// Plans under the accountant steps: the noise that its step has fixed, and what that costs.
#include <cmath>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/release/quantiles.hpp"
#include "discreet/release/table.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

Budget budget_of_step(const char* step) {
  Amounts out = amounts("1", "1e-6");
  out.step = parse_amount(step);
  return make_budget(out);
}

const Budget& small_steps() {
  static const Budget budget = budget_of_step("0.15");
  return budget;
}

constexpr TopKRelease::Facts of_thousand{1000};

TopKRequest ten_items(Monotonic monotonic = Monotonic::yes) {
  return {.k = 10, .sensitivity = 1, .monotonic = monotonic};
}

TEST(StepsPlan, TheScaleIsTheRangeOverTheStep) {
  for (const char* const step : {"0.15", "1/7", "0.1", "0.125"}) {
    const Budget budget = budget_of_step(step);
    for (const Monotonic monotonic : {Monotonic::yes, Monotonic::no}) {
      const auto plan = TopKRelease::plan(ten_items(monotonic), of_thousand, &budget);
      const Fraction range = monotonic == Monotonic::yes ? 1 : 2;
      EXPECT_EQ(plan.selection.law, Law::exponential_mechanism);
      // In exact rationals: enough, and no double below it is.
      EXPECT_LE(range / exact_fraction(plan.selection.scale), *budget.amounts.step) << step;
      EXPECT_GT(range / exact_fraction(std::nextafter(plan.selection.scale, 0.0)),
                *budget.amounts.step)
          << step;
      const Amounts priced = Filter{budget}.price(plan.cost);
      EXPECT_EQ(priced.steps, Fraction{10});
      EXPECT_FALSE(priced.slack);
      EXPECT_TRUE(plan.promise.epsilon && plan.promise.rho && !plan.promise.steps);
    }
  }
}

TEST(StepsPlan, AHairBelowTheScaleIsRefused) {
  const Budget budget = small_steps();
  TopKRequest request = ten_items();
  request.scale = inf_double_of(Fraction{1 / parse_amount("0.15")});
  const Filter filter{budget};
  EXPECT_EQ(filter.price(TopKRelease::plan(request, of_thousand, &budget).cost).steps,
            Fraction{10});
  request.scale = std::nextafter(*request.scale, 0.0);
  const auto below = TopKRelease::plan(request, of_thousand, &budget);
  EXPECT_EQ(kind_of([&] { (void)filter.price(below.cost); }), bad_parameter);
  // Permute-and-flip is private, and so has twice the range.
  request.law = Law::permute_and_flip;
  request.scale = inf_double_of(Fraction{2 / parse_amount("0.15")});
  EXPECT_EQ(filter.price(TopKRelease::plan(request, of_thousand, &budget).cost).steps,
            Fraction{10});
  request.scale = std::nextafter(*request.scale, 0.0);
  const auto flipped = TopKRelease::plan(request, of_thousand, &budget);
  EXPECT_EQ(kind_of([&] { (void)filter.price(flipped.cost); }), bad_parameter);
}

TEST(StepsPlan, APureReleaseIsOneStepOfTwiceItsEpsilon) {
  const Budget budget = small_steps();
  const Filter filter{budget};
  TopKRequest request = ten_items();
  request.epsilon = Amount{"0.075"};
  EXPECT_EQ(filter.price(TopKRelease::plan(request, of_thousand, &budget).cost).steps, Fraction{1});
  request.epsilon = Amount{"0.0751"};
  EXPECT_EQ(filter.price(TopKRelease::plan(request, of_thousand, &budget).cost).steps,
            Fraction{10});
  request.epsilon = Amount{"1"};
  const auto loud = TopKRelease::plan(request, of_thousand, &budget);
  EXPECT_EQ(kind_of([&] { (void)filter.price(loud.cost); }), bad_parameter);
}

TEST(StepsPlan, WhatFixesTheNoiseOtherwiseIsRefused) {
  const Budget budget = small_steps();
  TopKRequest request = ten_items();
  request.epsilon = Amount{"1"};
  request.delta = Amount{"1e-6"};
  EXPECT_EQ(kind_of([&] { (void)TopKRelease::plan(request, of_thousand, &budget); }),
            bad_parameter);
  EXPECT_EQ(kind_of([&] { (void)TopKRelease::plan(ten_items(), of_thousand); }), bad_parameter);
  const Budget mixed = make_budget(amounts("1", "1e-6"));
  EXPECT_EQ(kind_of([&] { (void)TopKRelease::plan(ten_items(), of_thousand, &mixed); }),
            bad_parameter);
}

TEST(StepsPlan, WaysToPayAreOne) {
  Amounts spent;
  spent.steps = 0;
  const auto ways = ways_to_pay(ten_items(), of_thousand, small_steps(), spent);
  ASSERT_EQ(ways.size(), 1U);
  EXPECT_EQ(ways.front().charged.steps, Fraction{10});
  ASSERT_TRUE(ways.front().left);
  EXPECT_EQ(ways.front().left->steps, Fraction{0});
}

TEST(StepsPlan, AListCostsAStepForEachItemOfEachGroup) {
  const Budget budget = small_steps();
  const Filter filter{budget};
  TableRequest request{.k = 5};
  const auto names = TableRelease::plan(request, {1000, std::nullopt}, &budget);
  EXPECT_EQ(filter.price(names.cost).steps, Fraction{5});
  request.groups_per_unit = 2;
  const auto grouped = TableRelease::plan(request, {1000, 7}, &budget);
  EXPECT_EQ(filter.price(grouped.cost).steps, Fraction{10});
  EXPECT_EQ(grouped.scale, names.scale);
  request.neighbors = Neighbors::replace;
  const auto replaced = TableRelease::plan(request, {1000, 7}, &budget);
  EXPECT_EQ(filter.price(replaced.cost).steps, Fraction{10});
  EXPECT_NEAR(replaced.scale, 2 * names.scale, 1e-12);
}

TEST(StepsPlan, AListOfUnknownItemsTakesSlackToo) {
  const Budget budget = small_steps();
  TableRequest request{.k = 5};
  EXPECT_EQ(kind_of([&] { (void)TableRelease::plan(request, {}, &budget); }), bad_parameter);
  request.delta = Amount{"1e-7"};
  const auto plan = TableRelease::plan(request, {}, &budget);
  const Amounts priced = Filter{budget}.price(plan.cost);
  EXPECT_EQ(priced.steps, Fraction{5});
  EXPECT_EQ(priced.slack, parse_amount("1e-7"));
  EXPECT_TRUE(std::holds_alternative<LimitedDomain>(plan.list));
  request.items_per_unit = 2;
  EXPECT_TRUE(std::holds_alternative<LimitedDomain>(TableRelease::plan(request, {}, &budget).list));
  request.epsilon = Amount{"1"};
  EXPECT_EQ(kind_of([&] { (void)TableRelease::plan(request, {}, &budget); }), bad_parameter);
}

TEST(StepsPlan, NumbersAreNoSelections) {
  const Budget budget = small_steps();
  TableRequest request{.k = 5, .counts = CountsRequest{}};
  const TableRelease::Facts facts{1000, std::nullopt};
  EXPECT_EQ(kind_of([&] { (void)TableRelease::plan(request, facts, &budget); }), bad_parameter);
  // All of it can be one small pure release.
  const Filter filter{budget};
  request.epsilon = Amount{"0.075"};
  EXPECT_EQ(filter.price(TableRelease::plan(request, facts, &budget).cost).steps, Fraction{1});
  request.epsilon = Amount{"0.076"};
  const auto more = TableRelease::plan(request, facts, &budget);
  EXPECT_EQ(kind_of([&] { (void)filter.price(more.cost); }), bad_parameter);
}

TEST(StepsPlan, QuantilesCostAStepForEachLevel) {
  const Budget budget = small_steps();
  const Filter filter{budget};
  QuantilesRequest request;
  request.quantiles = parse_quantiles("quartiles");
  request.grid = make_grid(0, 1000, 1);
  const auto plan = QuantilesRelease::plan(request, {}, &budget);
  EXPECT_EQ(plan.quantiles.law, Law::exponential_mechanism);
  EXPECT_EQ(plan.quantiles.levels, 2U);
  EXPECT_EQ(filter.price(plan.cost).steps, Fraction{2});
  for (const auto& node : plan.quantiles.nodes) {
    EXPECT_LE(exact_fraction(node.step), parse_amount("0.15"));
    EXPECT_GT(node.step, 0.1499999999999999);
  }
  request.per_unit = PerUnit::median;
  request.groups_per_unit = 3;
  EXPECT_EQ(filter.price(QuantilesRelease::plan(request, {9}, &budget).cost).steps, Fraction{6});
  request.epsilon = Amount{"1"};
  request.delta = Amount{"1e-6"};
  EXPECT_EQ(kind_of([&] { (void)QuantilesRelease::plan(request, {9}, &budget); }), bad_parameter);
}

}  // namespace
}  // namespace discreet

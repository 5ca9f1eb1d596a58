#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/convert.hpp"
#include "release/table_requests.hpp"

namespace discreet {
namespace {
namespace table_plan {

using Facts = TableRelease::Facts;
using testing::amounts;
using testing::asked;
using testing::from_a_list;
using testing::from_the_data;
using testing::kind_of;
using testing::with_counts;

TEST(TablePlan, RefusesWhatItCannotPlan) {
  const auto refused = [](const std::function<void(TableRequest&)>& change,
                          const Facts& facts = from_the_data) {
    TableRequest request = asked();
    change(request);
    return kind_of([&] { (void)TableRelease::plan(request, facts); }) == bad_parameter;
  };
  using Request = TableRequest;
  EXPECT_TRUE(refused([](Request& r) { r.k = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.delta.reset(); }));
  EXPECT_TRUE(refused([](Request& r) { r.delta = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.delta = 1; }));
  EXPECT_TRUE(refused([](Request& r) { r.delta = -1e-6; }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = -1; }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = std::numeric_limits<double>::quiet_NaN(); }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = std::numeric_limits<double>::infinity(); }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon.reset(); }));
  EXPECT_TRUE(refused([](Request& r) { r.rho = 1; }));
  EXPECT_TRUE(refused([](Request& r) { r.limit = 9; }));
  EXPECT_TRUE(refused([](Request& r) { r.limit = r.items_per_unit = 20; }));
  EXPECT_TRUE(refused([](Request& r) { r.items_per_unit = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.bound = Bound::by_nature; }));
  EXPECT_TRUE(refused([](Request& r) { r.optimize = Optimize::min; }));
  EXPECT_TRUE(refused([](Request& r) { r.contribution = {-1, 1}; }));
  EXPECT_TRUE(refused([](Request& r) { r.contribution = {2, 1}; }));
  EXPECT_TRUE(refused([](Request& r) { r.contribution = {0, 0}; }));
  EXPECT_TRUE(refused([](Request& r) { r.threshold_share = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.threshold_share = 1; }));
  EXPECT_TRUE(refused([](Request& r) { r.groups_per_unit = 0; }, {.groups = 2}));
  EXPECT_TRUE(refused([](Request& r) { r.groups_per_unit = 2; }));
  EXPECT_TRUE(refused([](Request&) {}, {.groups = 0}));
  EXPECT_TRUE(refused([](Request& r) { r.pay = Pay::epsilon; }));
  EXPECT_TRUE(refused([](Request& r) { r.k = 501; }, from_a_list));
  EXPECT_TRUE(refused([](Request& r) { r.limit = 100; }, from_a_list));
  EXPECT_TRUE(refused([](Request& r) { r.items_per_unit = 5; }, from_a_list));
  EXPECT_TRUE(refused([](Request& r) { r.threshold_share = 0.5; }, from_a_list));
  for (const double share : {0.0, 1.0, 2.0, -0.5}) {
    EXPECT_TRUE(refused([&](Request& r) { r.counts = CountsRequest{.share = share}; }));
    EXPECT_TRUE(refused([&](Request& r) { r.counts = CountsRequest{.confidence = share}; }));
  }
  EXPECT_TRUE(refused(
      [](Request& r) {
        r.counts = CountsRequest{};
        r.optimize = Optimize::min;
      },
      from_a_list));
}

// A release knows how many items are listed only after the charge, and must not refuse anything then.
TEST(TablePlan, NumbersThatCouldBeRefusedLaterAreRefusedNow) {
  for (const char* epsilon : {"1e-9", "1e-10", "4e-11", "2e-11", "1e-11", "1e-12"}) {
    TableRequest request = with_counts(asked());
    request.delta.reset();
    request.epsilon = epsilon;
    TableRelease::Plan plan;
    try {
      plan = TableRelease::plan(request, from_a_list);
    } catch (const Error&) {
      continue;
    }
    for (std::uint64_t items = 0; items <= request.k; ++items) {
      plan.counts->items = items;
      EXPECT_NO_THROW((void)plan_noisy_counts(*plan.counts)) << epsilon << " " << items;
    }
  }
}

TEST(TablePlan, PureBudgetsListOnlyWhatIsPublic) {
  const Budget pure = make_budget(amounts("1", {}, {}));
  EXPECT_EQ(kind_of([&] { (void)TableRelease::plan(asked(), from_the_data, &pure); }),
            bad_parameter);
  TableRequest request = with_counts(asked());
  request.delta.reset();
  EXPECT_EQ(TableRelease::plan(request, from_a_list, &pure).cost.epsilon, Fraction{1});
}

TEST(TablePlan, TheLedgerIsToldHowTheTableWasMade) {
  TableRequest request = with_counts(asked());
  request.groups_per_unit = 2;
  const Bill bill = TableRelease::bill(TableRelease::plan(request, {.groups = 7}));
  std::set<std::string> names;
  for (const auto& [name, value] : bill.parameters) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(value.empty()) << name;
  }
  for (const char* name :
       {"k", "list", "law", "scale", "limit", "table_slack", "counts_share", "confidence",
        "counts_noise", "groups", "groups_per_unit", "lower", "upper", "neighbors", "promise"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TableRequest in_rho(TableRequest request) {
  request.epsilon.reset();
  request.delta.reset();
  request.rho = 1;
  return request;
}

TEST(TablePlan, AListOfUnknownItemsKeepsToWhatWasAsked) {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::int64_t upper : {1, 7}) {
      for (const std::uint64_t items : {std::uint64_t{0}, std::uint64_t{20}}) {
        TableRequest request = asked();
        request.neighbors = neighbors;
        request.contribution = {0, upper};
        LimitedDomain how;
        how.k = 10;
        how.slack = parse_amount("2.5e-7");
        how.largest = static_cast<std::uint64_t>(upper);
        if (items > 0) {
          request.items_per_unit = how.items_per_unit = items;
        } else {
          how.limit = 100;
        }
        const auto plan = TableRelease::plan(request, from_the_data);
        const UnitDistance metric{neighbors};
        how = calibrate_limited_domain(how, metric, ApproximateCost{1, 1e-6});
        EXPECT_NEAR(plan.scale / how.scale, 1, 1e-9);
        const auto& list = std::get<LimitedDomain>(plan.list);
        EXPECT_EQ(list.largest, how.largest);
        EXPECT_EQ(list.items_per_unit, how.items_per_unit);
        EXPECT_EQ(list.slack, how.slack);
      }
    }
  }
}

TEST(TablePlan, APublicListPaysForTheWholeRangeOfAUnit) {
  TableRequest request = in_rho(asked());
  request.contribution = {-3, 2};
  const auto cost = [&](double range) {
    const double scale = TableRelease::plan(request, from_a_list).scale;
    return 10 * bounded_range_to_zcdp(range / scale);
  };
  EXPECT_NEAR(cost(5), 1, 1e-6);
  request.neighbors = Neighbors::replace;
  EXPECT_NEAR(cost(10), 1, 1e-6);
}

TEST(TablePlan, NumbersArePlannedForTheSameUnitsAsTheList) {
  TableRequest request = with_counts(asked());
  request.neighbors = Neighbors::replace;
  request.contribution = {0, 7};
  request.items_per_unit = 20;
  request.bound = Bound::by_nature;
  const auto counts = TableRelease::plan(request, from_the_data).counts;
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->neighbors, request.neighbors);
  EXPECT_EQ(counts->contribution, request.contribution);
  EXPECT_EQ(counts->items_per_unit, request.items_per_unit);
  EXPECT_EQ(counts->bound, request.bound);
}

TEST(TablePlan, WhatWasNotAskedForIsStatedForAllSelections) {
  TableRequest request = in_rho(asked());
  request.groups_per_unit = 2;
  Facts facts = from_a_list;
  facts.groups = 3;
  const auto names = TableRelease::plan(request, facts);
  ASSERT_TRUE(names.cost.epsilon);
  EXPECT_GE(names.cost.epsilon->get_d() * (1 + 1e-9), 20 / names.scale);
  request.delta = parse_amount("1e-6");
  facts.candidates.reset();
  const auto unknown = TableRelease::plan(request, facts);
  ASSERT_TRUE(unknown.cost.epsilon);
  EXPECT_GE(unknown.cost.epsilon->get_d() * (1 + 1e-9), 20 / unknown.scale);
  EXPECT_FALSE(TableRelease::plan(with_counts(request), facts).cost.epsilon);
}

TEST(TablePlan, ThresholdsAreChargedInWhateverIsPaid) {
  Amounts whole = amounts("1", "1e-6", {});
  whole.slack = parse_amount("2.5e-7");
  const Budget mixed = make_budget(whole, Accountant::mixed);
  for (const Pay pay : {Pay::rho, Pay::epsilon}) {
    for (const bool few : {false, true}) {
      TableRequest request = asked();
      request.pay = pay;
      if (few) {
        request.items_per_unit = 3;
      }
      const auto plan = TableRelease::plan(request, from_the_data, &mixed);
      EXPECT_EQ(plan.cost.slack, parse_amount("2.5e-7"));
    }
  }
}

TEST(TablePlan, AHistogramPaysForAllItemsOfAUnitOnBothSides) {
  TableRequest request = in_rho(asked());
  request.delta = parse_amount("1e-6");
  request.items_per_unit = 3;
  const auto variance = [&] {
    const auto plan = TableRelease::plan(request, from_the_data);
    return std::get<ThresholdedHistogram>(plan.list).scale;
  };
  EXPECT_EQ(variance(), Fraction(3, 2));
  request.neighbors = Neighbors::replace;
  EXPECT_EQ(variance(), Fraction(3));
}

TEST(TablePlan, NumbersLeaveThresholdsTheirPartOfDelta) {
  const auto plan = TableRelease::plan(with_counts(asked()), from_the_data);
  const Fraction rho = zcdp_within(Fraction{1}, parse_amount("1e-6") - parse_amount("2.5e-7"));
  EXPECT_LE(plan.counts->budget.exact() * 2, rho);
  EXPECT_LE(10 * bounded_range_to_zcdp(1 / plan.scale), rho.get_d() / 2 * (1 + 1e-9));
}

TEST(TablePlan, ALimitedDomainHasNoNumbersOfItsOwn) {
  Amounts whole = amounts("1", "1e-6", {});
  whole.slack = parse_amount("2.5e-7");
  const Budget mixed = make_budget(whole, Accountant::mixed);
  TableRequest request = with_counts(asked());
  request.items_per_unit = 20;
  request.bound = Bound::by_nature;
  request.pay = Pay::epsilon;
  EXPECT_TRUE(TableRelease::plan(request, from_the_data, &mixed).counts);
}

TEST(TablePlan, LargeSumsTakeLessSlackAndAreNotRefused) {
  TableRequest request = with_counts(asked());
  request.contribution = {0, 500000};  // cents
  const auto plan = TableRelease::plan(request, from_the_data);
  const Fraction slack = std::get<LimitedDomain>(plan.list).slack;
  EXPECT_LT(slack, parse_amount("2.5e-7"));
  EXPECT_GT(slack, parse_amount("1.9e-7"));
}

// An account that adds rhos is told what list and numbers cost in rho, not what any mechanism of that epsilon does.
TEST(TablePlan, StatesARhoBesideAnEpsilonWithNumbers) {
  TableRequest request = with_counts(asked());
  request.delta.reset();
  const auto plan = TableRelease::plan(request, from_a_list);
  ASSERT_TRUE(plan.cost.rho);
  const auto& list = std::get<Selection>(plan.list);
  EXPECT_EQ(list.law, Law::permute_and_flip);
  const double names = 10 * permute_and_flip_to_zcdp(1 / list.scale);
  EXPECT_GE(plan.cost.rho->get_d(), names + pure_to_zcdp(0.5) * (1 - 1e-12));
  EXPECT_LE(plan.cost.rho->get_d(), (names + pure_to_zcdp(0.5)) * (1 + 1e-12));
  EXPECT_LT(plan.cost.rho->get_d(), pure_to_zcdp(1) / 2);
  // However few are listed, the numbers cost no more than that.
  for (std::uint64_t items = 0; items <= 10; ++items) {
    NoisyCountsRequest counts = *plan.counts;
    counts.items = items;
    EXPECT_LE(plan_noisy_counts(counts).cost.rho.value_or(0).get_d(),
              pure_to_zcdp(0.5) * (1 + 1e-12));
  }
  request.rho = request.epsilon;
  request.epsilon.reset();
  EXPECT_FALSE(TableRelease::plan(request, from_a_list).cost.epsilon);
}

}  // namespace table_plan
}  // namespace
}  // namespace discreet

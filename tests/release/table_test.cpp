#include "discreet/release/table.hpp"

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/convert.hpp"
#include "entropy/system_bits.hpp"
#include "release/table_requests.hpp"
#include "support/noted_account.hpp"

namespace discreet {
namespace {
namespace table_release {

using Facts = TableRelease::Facts;
using Plan = TableRelease::Plan;
using testing::amounts;
using testing::asked;
using testing::from_a_list;
using testing::from_the_data;
using testing::kind_of;
using testing::with_counts;

double scale_of(const TableRequest& request, const Facts& facts = from_the_data,
                const Budget* budget = nullptr) {
  return TableRelease::plan(request, facts, budget).scale;
}

// One table in which item i has 100 (60 - i) units, far enough apart that noise never changes the order.
struct Steep {
  std::vector<std::int64_t> numbers;
  Steep() {
    for (std::int64_t i = 0; i < 50; ++i) {
      numbers.push_back(1'000'000 * (60 - i));
    }
  }
  [[nodiscard]] TableRelease::Numbers table() const { return {numbers, numbers, 60'000'000}; }
};

TEST(TableRelease, ListsWhatIsFarAboveAllElseWithItsNumbers) {
  const Steep steep;
  const auto out = release_table({steep.table()}, with_counts(asked(3)), from_the_data).output;
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].items, (std::vector<std::size_t>{0, 1, 2}));
  ASSERT_TRUE(out[0].counts);
  ASSERT_EQ(out[0].counts->items.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(static_cast<double>(out[0].counts->items[i].rounded),
                static_cast<double>(steep.numbers[i]), 1000);
  }
  ASSERT_TRUE(out[0].counts->units);
  EXPECT_NEAR(static_cast<double>(out[0].counts->units->rounded), 6e7, 1000);
}

TEST(TableRelease, ListsNothingOfEmptyDataAndCountsTheUnits) {
  const auto out = release_table({{}}, with_counts(asked()), from_the_data).output;
  EXPECT_TRUE(out[0].items.empty());
  ASSERT_TRUE(out[0].counts);
  EXPECT_TRUE(out[0].counts->items.empty());
}

TEST(TableRelease, PublishesOtherNumbersThanItChoosesBy) {
  const Steep steep;
  const std::vector<std::int64_t> other(50, 7'000'000);
  const auto out =
      release_table({{steep.numbers, other, 60'000'000}}, with_counts(asked(3)), from_the_data)
          .output;
  EXPECT_EQ(out[0].items, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_NEAR(static_cast<double>(out[0].counts->items[0].rounded), 7e6, 1000);
}

TEST(TableRelease, OneUnitInOneGroupPaysForOneGroup) {
  for (const Facts& one : {from_the_data, from_a_list}) {
    Facts many = one;
    many.groups = 1000;
    EXPECT_EQ(scale_of(asked(), many), scale_of(asked(), one));
    EXPECT_EQ(TableRelease::plan(with_counts(asked()), many).counts->budget,
              TableRelease::plan(with_counts(asked()), one).counts->budget);
  }
}

TEST(TableRelease, AUnitInSeveralGroupsPaysForEach) {
  TableRequest two = asked();
  two.epsilon.reset();
  two.delta = 1e-6;
  two.rho = 1;
  two.groups_per_unit = 2;
  TableRequest half = two;
  half.groups_per_unit = 1;
  half.rho = 0.5;
  const Facts groups{.groups = 5};
  EXPECT_NEAR(scale_of(two, groups) / scale_of(half, groups), 1, 1e-9);
  const Plan numbers = TableRelease::plan(with_counts(two), groups);
  EXPECT_EQ(numbers.counts->budget.exact(), Fraction(1, 4));
  EXPECT_EQ(std::get<LimitedDomain>(numbers.list).slack, parse_amount("5e-7"));
}

TEST(TableRelease, MoreGroupsPerUnitThanGroupsAreAllGroups) {
  TableRequest more = asked();
  more.groups_per_unit = 1000;
  TableRequest all = asked();
  all.groups_per_unit = 3;
  EXPECT_EQ(scale_of(more, {.groups = 3}), scale_of(all, {.groups = 3}));
}

TEST(TableRelease, AReplacedUnitMayLeaveAGroupForAnother) {
  TableRequest replaced = asked();
  replaced.neighbors = Neighbors::replace;
  const auto slack = [&](const Facts& facts) {
    return std::get<LimitedDomain>(TableRelease::plan(replaced, facts).list).slack;
  };
  EXPECT_EQ(slack({.groups = 1}), slack(from_the_data));
  EXPECT_EQ(slack({.groups = 2}) * 2, slack(from_the_data));
  const auto budget = [&](const Facts& facts) {
    return TableRelease::plan(with_counts(replaced), facts).counts->budget.exact();
  };
  EXPECT_EQ(budget({.groups = 2}) * 2, budget(from_the_data));
  // Permute-and-flip is only accounted for by its epsilon there.
  TableRequest one = replaced;
  one.k = 1;
  const Facts list{.candidates = 500, .groups = 2};
  EXPECT_EQ(std::get<Selection>(TableRelease::plan(one, list).list).law,
            Law::exponential_mechanism);
  one.delta.reset();
  const Plan pure = TableRelease::plan(one, list);
  EXPECT_EQ(std::get<Selection>(pure.list).law, Law::permute_and_flip);
  EXPECT_FALSE(pure.cost.rho);
}

TEST(TableRelease, NamesAndNumbersShareTheBudgetAsAsked) {
  TableRequest request = with_counts(asked());
  request.epsilon.reset();
  request.delta.reset();
  request.rho = 1;
  request.counts->share = 0.25;
  const Plan plan = TableRelease::plan(request, from_a_list);
  EXPECT_EQ(plan.counts->budget.exact(), Fraction(1, 4));
  const auto& list = std::get<Selection>(plan.list);
  EXPECT_EQ(list.law, Law::exponential_mechanism);
  EXPECT_LE(10 * bounded_range_to_zcdp(1 / list.scale), 0.75);
  EXPECT_GT(10 * bounded_range_to_zcdp(1 / (list.scale * 0.999)), 0.75);
  EXPECT_EQ(plan.cost, amounts({}, {}, "1"));
}

TEST(TableRelease, TheThresholdsDeltaIsPartOfWhatWasAsked) {
  const Plan plan = TableRelease::plan(with_counts(asked()), from_the_data);
  const double each = bounded_range_to_zcdp(1 / std::get<LimitedDomain>(plan.list).scale);
  const Fraction whole = zcdp_within(Fraction{1}, parse_amount("7.5e-7"));
  EXPECT_LE(2 * 10 * each, whole.get_d());
  EXPECT_EQ(plan.counts->budget.exact() * 2, whole);
}

TEST(TableRelease, AFreshBudgetCoversWhatItIsMadeOf) {
  for (const char* share : {"1/4", "1/10", "1/2"}) {
    const Fraction slack = parse_amount(share) * parse_amount("1e-6");
    Amounts whole = amounts("1", "1e-6", {});
    whole.slack = slack;
    testing::NotedAccount account{make_budget(whole, Accountant::mixed)};
    const auto out = release_table({{}}, with_counts(asked()), from_the_data, &account);
    EXPECT_EQ(account.charges, 1);
    EXPECT_EQ(kind_of([&] { (void)release_table({{}}, asked(), from_the_data, &account); }),
              over_budget);
  }
}

TEST(TableRelease, IsChargedBeforeTheFirstBit) {
  const Steep steep;
  for (const Accountant accountant : {Accountant::basic, Accountant::mixed}) {
    Amounts whole = amounts("1", "1e-6", {});
    if (accountant == Accountant::mixed) {
      whole.slack = parse_amount("2.5e-7");
    }
    testing::NotedAccount account{make_budget(whole, accountant)};
    const std::uint64_t before = thread_bits().tally().words;
    (void)release_table({steep.table()}, with_counts(asked()), from_the_data, &account);
    EXPECT_EQ(account.words, before);
    EXPECT_GT(thread_bits().tally().words, before);
  }
}

TEST(TableRelease, InputThatDoesNotFitIsRefusedBeforeACharge) {
  const Steep steep;
  testing::NotedAccount account{make_budget(amounts("1", "1e-6", {}), Accountant::basic)};
  const auto kind = [&](const TableRelease::Input& input, const Facts& facts) {
    return kind_of([&] { (void)release_table(input, with_counts(asked()), facts, &account); });
  };
  EXPECT_EQ(kind({}, from_the_data), outside_domain);
  EXPECT_EQ(kind({steep.table(), steep.table()}, from_the_data), outside_domain);
  EXPECT_EQ(kind({steep.table()}, {.groups = 2}), outside_domain);
  EXPECT_EQ(kind({steep.table()}, from_a_list), outside_domain);
  EXPECT_EQ(kind({{steep.numbers, {}, 5}}, from_the_data), outside_domain);
  EXPECT_EQ(account.charges, 0);
}

// Where a unit has few items, the histogram pays for these and not for what is listed.
TableRequest few_items(std::uint64_t items, Bound bound = Bound::by_leaving_out) {
  TableRequest out = asked();
  out.items_per_unit = items;
  out.bound = bound;
  return out;
}

const ThresholdedHistogram* histogram_of(const Plan& plan) {
  return std::get_if<ThresholdedHistogram>(&plan.list);
}

TEST(TableRelease, AHistogramPaysForFewItemsOfAUnit) {
  EXPECT_NE(histogram_of(TableRelease::plan(few_items(10), from_the_data)), nullptr);
  EXPECT_EQ(histogram_of(TableRelease::plan(few_items(11), from_the_data)), nullptr);
  TableRequest sums = few_items(3);
  sums.contribution = {0, 2};
  EXPECT_EQ(histogram_of(TableRelease::plan(sums, from_the_data)), nullptr);
}

TEST(TableRelease, AHistogramHasTheNoiseThatIsLess) {
  const auto noise = [](std::uint64_t items) {
    return histogram_of(TableRelease::plan(few_items(items), from_the_data))->noise;
  };
  EXPECT_EQ(noise(1), CountNoise::discrete_laplace);
  EXPECT_EQ(noise(10), CountNoise::discrete_gaussian);
  const Plan pure = TableRelease::plan(few_items(1), from_the_data);
  EXPECT_EQ(histogram_of(pure)->slack, parse_amount("1e-6"));
  EXPECT_EQ(pure.cost, amounts("1", "1e-6"));
  EXPECT_EQ(histogram_of(pure)->scale, Fraction{1});
}

TEST(TableRelease, NumbersOfAHistogramAreItsOwnOnlyByNature) {
  TableRequest natural = with_counts(few_items(1, Bound::by_nature));
  const Plan own = TableRelease::plan(natural, from_the_data);
  EXPECT_FALSE(own.counts);
  EXPECT_EQ(histogram_of(own)->scale, Fraction{1});
  const Plan fresh = TableRelease::plan(with_counts(few_items(1)), from_the_data);
  ASSERT_TRUE(fresh.counts);
  EXPECT_FALSE(plan_noisy_counts(*fresh.counts).moved == 1);
  const Steep steep;
  const auto out = release_table({steep.table()}, natural, from_the_data).output;
  ASSERT_TRUE(out[0].counts);
  const auto threshold =
      thresholded_histogram_cost(*histogram_of(own), UnitDistance{Neighbors::add_remove}).threshold;
  for (std::size_t i = 0; i < out[0].items.size(); ++i) {
    const NoisyCount& count = out[0].counts->items[i];
    const std::int64_t truth = steep.numbers[out[0].items[i]];
    EXPECT_LE(count.low, truth);
    EXPECT_GE(count.high, truth);
    EXPECT_EQ(count.high - count.rounded, static_cast<std::int64_t>(threshold));
  }
}

TEST(TableRelease, AHistogramOverGroupsPaysForItemsAndNotForGroups) {
  TableRequest request = few_items(2);
  request.groups_per_unit = 2;
  const Plan grouped = TableRelease::plan(request, {.groups = 5});
  const Plan one = TableRelease::plan(few_items(2), from_the_data);
  EXPECT_EQ(histogram_of(grouped)->scale, histogram_of(one)->scale);
  EXPECT_EQ(histogram_of(grouped)->slack, histogram_of(one)->slack);
}

}  // namespace table_release
}  // namespace
}  // namespace discreet

// make_limited_domain_top_k: its table of bad input, its maps, its plans, and what competes.
#include "discreet/mechanisms/limited_domain.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/convert.hpp"
#include "entropy/system_bits.hpp"
#include "mechanisms/competing_items.hpp"
#include "mechanisms/graded_table.hpp"
#include "support/expect_error.hpp"
#include "support/limited_domain_law.hpp"
#include "support/random_scores.hpp"

namespace discreet {
namespace {
namespace limited_domain {

using testing::Counts;
using Positions = std::vector<std::size_t>;

const ItemCounts all{AtomDomain<std::int64_t>{}};
const UnitDistance add_remove{Neighbors::add_remove};
const UnitDistance replace{Neighbors::replace};
const Approximate<MaxDivergence> approximate{};
const Approximate<ZeroConcentratedDivergence> concentrated{};
const LimitedDomain ten_of_hundred{
    .k = 10, .scale = 6.6, .slack = Fraction{1, 4000000}, .limit = 100};
const LimitedDomain ten_of_five_each{
    .k = 10, .scale = 6.6, .slack = Fraction{1, 4000000}, .items_per_unit = 5};

void expect_refused(const std::function<void(LimitedDomain&)>& spoil, const char* rule,
                    const LimitedDomain& start = ten_of_hundred) {
  LimitedDomain how = start;
  spoil(how);
  const Counts counts{5, 3};
  const std::uint64_t before = thread_bits().tally().words;
  expect_error(
      bad_parameter,
      [&] { return make_limited_domain_top_k(all, add_remove, approximate, how).name(); }, rule);
  expect_error(
      bad_parameter,
      [&] { return make_limited_domain_top_k(all, replace, concentrated, how).name(); }, rule);
  expect_error(bad_parameter, [&] { return limited_domain_top_k(counts, how, add_remove); }, rule);
  expect_error(bad_parameter, [&] { return limited_domain_cost(how, add_remove).step; }, rule);
  EXPECT_EQ(thread_bits().tally().words, before);
}

TEST(LimitedDomain, RefusesWhatItCannotProve) {
  expect_refused([](auto& how) { how.k = 0; }, "there must be an item to list");
  expect_refused([](auto& how) { how.limit = 9; }, "the limit must not be below k");
  expect_refused([](auto& how) { how.limit.reset(); }, "either a limit must be given");
  expect_refused([](auto& how) { how.items_per_unit = 5; }, "either a limit must be given");
  expect_refused([](auto& how) { how.items_per_unit = 0; }, "room for at least one item",
                 ten_of_five_each);
  expect_refused([](auto& how) { how.floor = 1; }, "a limit must come without a floor");
  expect_refused([](auto& how) { how.floor = std::uint64_t{1} << 46U; }, "the floor must be below",
                 ten_of_five_each);
  expect_refused([](auto& how) { how.largest = 0; }, "one unit must be able to add something");
  expect_refused([](auto& how) { how.largest = (std::uint64_t{1} << 46U) + 1; },
                 "one unit must be able to add something");
  for (const double scale : {0.0, -0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    expect_refused([&](auto& how) { how.scale = scale; },
                   "the scale must be finite and above zero");
  }
  for (const Fraction& slack : {Fraction{0}, Fraction{1}, Fraction{-1}}) {
    expect_refused([&](auto& how) { how.slack = slack; },
                   "the slack must be above zero and below one");
  }
  expect_refused([](auto& how) { how.slack = Fraction{1, 5}; }, "the slack must not be so large");
  expect_refused(
      [](auto& how) {
        how.slack = Fraction{1} / (mpz_class{1} << 4000);
        how.scale = 1e12;
      },
      "nor the slack so small");
  for (const ItemCounts& domain : {all.with_size(2), all.non_empty()}) {
    expect_error(
        bad_parameter,
        [&] {
          return make_limited_domain_top_k(domain, add_remove, approximate, ten_of_hundred).name();
        },
        "how many items there are must not be known");
  }
}

TEST(LimitedDomain, MapsOneUnitToItsCurveAndNoMore) {
  const auto curve = make_limited_domain_top_k(all, add_remove, approximate, ten_of_hundred);
  const double slack = inf_double_of(ten_of_hundred.slack);
  const double step = 1 / 6.6;
  EXPECT_EQ(curve.map(0).delta(0), 0);
  EXPECT_EQ(curve.map(1).delta(10 * step * (1 + 1e-12)), slack);
  const double selections = bounded_range_to_delta(step, 10, 1.0);
  EXPECT_NEAR(curve.map(1).delta(1.0), slack + (1 - slack) * selections, 1e-15);
  EXPECT_GT(curve.map(1).delta(1.0), selections);
  EXPECT_TRUE(curve.check(1, {1.0, 1.01e-6}));
  EXPECT_FALSE(curve.check(1, {1.0, 9e-7}));
  const auto rho = make_limited_domain_top_k(all, replace, concentrated, ten_of_hundred);
  EXPECT_EQ(rho.map(0), (ApproximateDistance<double>{0, 0}));
  EXPECT_NEAR(rho.map(1).distance, 10 * bounded_range_to_zcdp(2 * step), 1e-12);
  EXPECT_EQ(rho.map(1).delta, slack);
  for (const std::uint64_t units : {std::uint64_t{2}, UINT64_MAX}) {
    expect_error(bad_distance, [&] { return curve.map(units).delta(1); });
    expect_error(bad_distance, [&] { return rho.map(units).delta; });
  }
}

TEST(LimitedDomain, CostsWhatItsSelectionsCost) {
  const LimitedDomainCost cost = limited_domain_cost(ten_of_hundred, add_remove);
  EXPECT_GE(cost.step, 1 / 6.6);
  EXPECT_NEAR(cost.epsilon, 10 / 6.6, 1e-12);
  EXPECT_NEAR(cost.rho, 10 * bounded_range_to_zcdp(1 / 6.6), 1e-12);
  EXPECT_EQ(cost.even_odds, 119U);
  EXPECT_NEAR(limited_domain_cost(ten_of_hundred, replace).step, 2 / 6.6, 1e-12);
  LimitedDomain sums = ten_of_hundred;
  sums.largest = 3;
  EXPECT_NEAR(limited_domain_cost(sums, replace).step, 6 / 6.6, 1e-12);
}

TEST(LimitedDomain, TakesASlackThatIsNotInLowestTerms) {
  LimitedDomain how = ten_of_hundred;
  how.slack = Fraction{};
  mpz_set_ui(how.slack.get_num_mpz_t(), 25);
  mpz_set_ui(how.slack.get_den_mpz_t(), 100'000'000);
  EXPECT_EQ(limited_domain_cost(how, add_remove).even_odds, 119U);
  EXPECT_EQ(calibrate_limited_domain(how, add_remove, PureCost{1}).slack, ten_of_hundred.slack);
}

TEST(LimitedDomain, IsPlannedWithinItsTarget) {
  LimitedDomain how{.k = 10, .slack = Fraction{1, 4000000}, .limit = 100};
  const auto planned = [&](const Target& target, UnitDistance metric = add_remove) {
    return calibrate_limited_domain(how, metric, target);
  };
  const auto by_delta = planned(ApproximateCost{1, 1e-6});
  EXPECT_NEAR(by_delta.scale, 6.60, 0.01);
  EXPECT_LE(make_limited_domain_top_k(all, add_remove, approximate, by_delta).map(1).delta(1),
            1e-6);
  EXPECT_NEAR(planned(ApproximateCost{1, 1e-6}, replace).scale, 2 * by_delta.scale, 1e-9);
  const auto by_rho = planned(ZcdpCost{0.05});
  EXPECT_LE(limited_domain_cost(by_rho, add_remove).rho, 0.05);
  EXPECT_GE(limited_domain_cost(by_rho, add_remove).rho, 0.05 * (1 - 1e-9));
  const auto pure = planned(PureCost{1});
  EXPECT_LE(limited_domain_cost(pure, add_remove).epsilon, 1);
  EXPECT_NEAR(pure.scale, 10, 1e-9);
  for (const Target& target :
       {Target{ApproximateCost{1, 2.5e-7}}, Target{ApproximateCost{1, 0}},
        Target{ApproximateCost{1, 1}}, Target{ApproximateCost{0, 1e-6}}, Target{PureCost{0}},
        Target{ZcdpCost{-1}}, Target{PureCost{std::numeric_limits<double>::quiet_NaN()}}}) {
    expect_error(bad_parameter, [&] { return planned(target).scale; });
  }
  how.slack = 0;
  expect_error(
      bad_parameter, [&] { return planned(ZcdpCost{0.05}).scale; }, "the slack must be above zero");
}

/// The items above the strict cut by sorting all of them.
Positions sorted_above(Counts counts, std::size_t limit) {
  for (std::int64_t& count : counts) {
    count = std::clamp(count, std::int64_t{0}, detail::GradedTable::greatest_count);
  }
  Counts sorted = counts;
  std::ranges::sort(sorted, std::greater<>{});
  const std::int64_t cut = limit < sorted.size() ? sorted[limit] : 0;
  Positions out;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > cut) {
      out.push_back(i);
    }
  }
  return out;
}

void expect_cut(const Counts& counts, std::size_t limit) {
  const Positions expected = sorted_above(counts, limit);
  Positions found;
  for (const auto& item : detail::items_above_strict_cut(counts, limit)) {
    found.push_back(item.position);
    ASSERT_GE(item.above, 1U);
  }
  ASSERT_EQ(found, expected) << "of " << counts.size() << " with a limit of " << limit;
  ASSERT_LE(found.size(), limit);
}

TEST(LimitedDomain, CutsStrictlyInWhateverOrder) {
  testing::RandomScores random;
  for (const std::size_t n : {0U, 1U, 2U, 5U, 100U, 3000U, 20000U}) {
    for (const std::uint64_t kinds : {1U, 2U, 40U, 1000000U}) {
      Counts counts(n);
      for (std::int64_t& count : counts) {
        count = static_cast<std::int64_t>(1 + random.below(kinds));
      }
      for (const std::size_t limit : {1U, 2U, 7U, 100U, 5000U}) {
        expect_cut(counts, limit);
      }
      std::ranges::sort(counts);
      expect_cut(counts, 10);
      std::ranges::reverse(counts);
      expect_cut(counts, 10);
    }
  }
  constexpr std::int64_t most = INT64_MAX;
  expect_cut({most, most - 1, 3, 2, 1, 0, -5, INT64_MIN}, 1);
  expect_cut({most, 3, 2, 1, 0, -5, INT64_MIN}, 2);
  expect_cut({most, 3, -1}, SIZE_MAX);
}

TEST(LimitedDomain, LetsOnlyWhatIsAboveTheFloorCompete) {
  LimitedDomain how = ten_of_five_each;
  const detail::GradedTable table = detail::graded_table_for(how, add_remove);
  const Counts counts{3, 0, 2, -7, 1, INT64_MAX};
  EXPECT_EQ(detail::compete(table, how, counts).positions, (Positions{0, 2, 4, 5}));
  how.floor = 2;
  const auto competition = detail::compete(table, how, counts);
  EXPECT_EQ(competition.positions, (Positions{0, 5}));
  EXPECT_EQ(competition.scores.front(), table.score(1));
  EXPECT_EQ(competition.scores.back(), 0);
  EXPECT_EQ(competition.scores.size(), 3U);
}

TEST(LimitedDomain, ListsNothingWhereThereIsNothing) {
  for (const auto& how : {ten_of_hundred, ten_of_five_each}) {
    const auto release = make_limited_domain_top_k(all, add_remove, approximate, how);
    EXPECT_EQ(release({}), Positions{});
    EXPECT_EQ(release({0, 0}), Positions{});
    // Far above the odds the list is full, and has no item twice.
    const Positions found = release(Counts(10, 10'000));
    EXPECT_EQ(std::vector<bool>(10, true), [&] {
      std::vector<bool> seen(10);
      for (const std::size_t position : found) {
        seen[position] = true;
      }
      return seen;
    }());
    EXPECT_EQ(release({20'000}), Positions{0});
  }
}

}  // namespace limited_domain
}  // namespace
}  // namespace discreet

// make_noisy_counts: its table of bad input, its map and its releases.
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"
#include "entropy/system_bits.hpp"
#include "support/expect_error.hpp"

namespace discreet {
namespace {
namespace noisy_counts_measurement {

const VectorDomain<AtomDomain<std::int64_t>> integers{AtomDomain<std::int64_t>{}};
constexpr UnitDistance add_remove{Neighbors::add_remove};
constexpr UnitDistance replace{Neighbors::replace};

NoisyCountsRequest three_items() { return {.budget = Fraction{1, 3}, .items = 3}; }

TEST(MakeNoisyCounts, RefusesWhatItCannotProve) {
  NoisyCountsRequest request = three_items();
  request.budget = 0.0;
  expect_error(
      bad_parameter,
      [&] { return make_noisy_counts(integers, add_remove, MaxDivergence{}, request); },
      "the budget of the counts must be above zero");
  const auto sized = [&](UnitDistance metric, std::size_t size) {
    return make_noisy_counts(integers.with_size(size), metric, ZeroConcentratedDivergence{},
                             three_items());
  };
  expect_error(bad_parameter, [&] { return sized(add_remove, 3); }, "the domain's size");
  expect_error(bad_parameter, [&] { return sized(replace, 4); }, "the domain's size");
  EXPECT_NO_THROW((void)sized(add_remove, 4));
  EXPECT_NO_THROW((void)sized(replace, 3));
}

TEST(MakeNoisyCounts, RefusesWhatIsOutsideTheDomainBeforeADraw) {
  const auto counts = make_noisy_counts(integers, add_remove, MaxDivergence{}, three_items());
  const std::uint64_t before = thread_bits().tally().words;
  expect_error(outside_domain, [&] { return counts({1, 2, 3}); }, "as many numbers as planned");
  expect_error(outside_domain, [&] { return counts({1, 2, 3, -1}); }, "must not be negative");
  EXPECT_EQ(thread_bits().tally().words, before);
}

TEST(MakeNoisyCounts, CostsTheBudgetForOneUnitAndMoreForMore) {
  constexpr double third = 1.0 / 3;
  const auto pure = make_noisy_counts(integers, add_remove, MaxDivergence{}, three_items());
  const auto zcdp =
      make_noisy_counts(integers, replace, ZeroConcentratedDivergence{}, three_items());
  EXPECT_EQ(pure.map(0), 0.0);
  EXPECT_EQ(zcdp.map(0), 0.0);
  EXPECT_NEAR(pure.map(1), third, 1e-15);
  EXPECT_NEAR(zcdp.map(1), third, 1e-15);
  EXPECT_LE(Fraction{pure.map(1)}, Fraction{inf_double_of(Fraction{1, 3})});
  EXPECT_NEAR(pure.map(7), 7 * third, 1e-14);
  EXPECT_NEAR(zcdp.map(7), 49 * third, 1e-13);
  EXPECT_TRUE(pure.check(1, 0.34));
  EXPECT_FALSE(pure.check(2, 0.34));
  constexpr auto many = std::numeric_limits<std::uint64_t>::max();
  EXPECT_GE(zcdp.map(many), 0x1p127 * third);
}

TEST(MakeNoisyCounts, TakesTheNoiseOfTheMeasureAndTheNeighboursOfTheMetric) {
  const auto pure = make_noisy_counts(integers, replace, MaxDivergence{}, three_items());
  const NoisyCounts out = pure({100'000, -100'000, 0});
  EXPECT_FALSE(out.units);
  ASSERT_EQ(out.items.size(), 3U);
  // b = 9: noise beyond ten thousand has a chance below e^-1000.
  EXPECT_GT(out.items.at(0).low, 90'000);
  EXPECT_LT(out.items.at(1).high, -90'000);
  const auto zcdp =
      make_noisy_counts(integers, add_remove, ZeroConcentratedDivergence{}, three_items());
  EXPECT_GT(zcdp({1, 2, 3, 100'000}).units.value().low, 90'000);
}

}  // namespace noisy_counts_measurement
}  // namespace
}  // namespace discreet

// What a run stores of each kind: the output and nothing but, in no more room than the plan says.
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/release/above_threshold.hpp"
#include "discreet/release/quantiles.hpp"
#include "discreet/release/release.hpp"
#include "discreet/release/table.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet {
namespace {

static_assert(StoredKind<TopKRelease> && StoredKind<TopKRowsRelease> && StoredKind<TableRelease> &&
              StoredKind<AboveThresholdRelease> && StoredKind<QuantilesRelease>);

constexpr std::size_t last = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::uint64_t huge = std::uint64_t{1} << 62;

// The longest output there is has room, and comes back.
template <StoredKind K>
void expect_stored(const typename K::Plan& plan, const typename K::Output& longest) {
  const std::string text = K::text_of(longest);
  EXPECT_LE(text.size(), K::room(plan));
  EXPECT_EQ(text.find_first_of("\n\\"), std::string::npos) << "these would count twice";
  EXPECT_EQ(K::text_of(K::output_of(text)), text);
}

TEST(StoredOutput, OfATopK) {
  TopKRelease::Plan plan;
  plan.selection.k = 3;
  expect_stored<TopKRelease>(plan, {last, last, last});
  EXPECT_EQ(TopKRelease::output_of("7 0 12 "), (TopKRelease::Output{7, 0, 12}));
  TopKRowsRelease::Plan rows{plan, 2, Disjoint::no};
  expect_stored<TopKRowsRelease>(rows, TopKRelease::Output(6, last));
  rows.rows = huge;
  EXPECT_GE(TopKRowsRelease::room(rows), std::uint64_t{1} << 48) << "not what is left of 2^64";
}

TEST(StoredOutput, OfTheFirstAboveAThreshold) {
  const AboveThresholdRelease::Plan plan{};
  expect_stored<AboveThresholdRelease>(plan, last);
  expect_stored<AboveThresholdRelease>(plan, std::nullopt);
  EXPECT_EQ(AboveThresholdRelease::output_of("0 "), std::size_t{0});
  EXPECT_EQ(AboveThresholdRelease::output_of(""), std::nullopt);
}

TEST(StoredOutput, OfQuantiles) {
  QuantilesRelease::Plan plan{};
  plan.request.quantiles = {Fraction{1, 4}, Fraction{1, 2}};
  plan.facts.groups = 3;
  const QuantilesRelease::Output longest(3, {last, last});
  expect_stored<QuantilesRelease>(plan, longest);
  EXPECT_EQ(QuantilesRelease::output_of(QuantilesRelease::text_of(longest)), longest);
  plan.facts.groups = huge;
  EXPECT_GE(QuantilesRelease::room(plan), std::uint64_t{1} << 48);
}

TEST(StoredOutput, OfTables) {
  TableRelease::Plan plan{};
  plan.request.k = 2;
  plan.request.counts = CountsRequest{};
  plan.facts.groups = 2;
  const NoisyCount longest{Fraction{-(mpz_class{1} << 127)}, least, least, least};
  const NoisyCount halves{Fraction{-7, 2}, -4, -9, 3};
  const TableRelease::Table full{{last, last}, NoisyCounts{{longest, longest}, longest}};
  expect_stored<TableRelease>(plan, {full, full});
  const TableRelease::Output mixed{{{}, NoisyCounts{{}, halves}},
                                   {{5, 3}, NoisyCounts{{halves, longest}, {}}}};
  const auto again = TableRelease::output_of(TableRelease::text_of(mixed));
  ASSERT_EQ(again.size(), 2U);
  EXPECT_TRUE(again[0].items.empty());
  EXPECT_EQ(again[0].counts->units, halves);
  EXPECT_EQ(again[1].items, mixed[1].items);
  EXPECT_EQ(again[1].counts->items, mixed[1].counts->items);
  EXPECT_FALSE(again[1].counts->units.has_value());
  plan.request.counts.reset();
  expect_stored<TableRelease>(plan, {{{last, last}, {}}, {{last, last}, {}}});
  plan.request.k = huge;
  EXPECT_GE(TableRelease::room(plan), std::uint64_t{1} << 48);
}

TEST(StoredOutput, BringsAnEstimateThatNobodyWillSeeToABound) {
  TableRelease::Plan plan{};
  plan.request.counts = CountsRequest{};
  for (const int sign : {1, -1}) {
    const Fraction bound{sign * (mpz_class{1} << 127)};
    const NoisyCount beyond{Fraction{bound * 1000}, least, least, least};
    const TableRelease::Output table{{{last}, NoisyCounts{{beyond}, beyond}}};
    expect_stored<TableRelease>(plan, table);
    const auto again = TableRelease::output_of(TableRelease::text_of(table));
    EXPECT_EQ(again.front().counts->units->estimate, bound);
  }
}

TEST(StoredOutput, RefusesWhatNoReleaseStored) {
  for (const char* const text : {"7", "x ", "7x ", " ", "-1 ", "99999999999999999999 "}) {
    EXPECT_THROW((void)TopKRelease::output_of(text), Error) << text;
  }
  EXPECT_THROW((void)QuantilesRelease::output_of("2 7 "), Error);
  EXPECT_THROW((void)TableRelease::output_of("1 7 1 x 1 1 1 "), Error);
}

}  // namespace
}  // namespace discreet

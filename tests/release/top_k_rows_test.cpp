#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/release/top_k.hpp"
#include "entropy/system_bits.hpp"
#include "support/noted_account.hpp"

namespace discreet {
namespace {

using RowsRequest = TopKRowsRelease::Request;
using testing::amounts;
using testing::kind_of;

const std::vector<double> two_by_three{5, 9e9, 3, 8e9, 1, 2};

const RowsRequest pure_rows{{.k = 1, .epsilon = 1.0, .sensitivity = 1}, Disjoint::no};

TEST(TopKRows, ReleaseTheBestOfEachWhereTheyAreFarApart) {
  for (const Disjoint disjoint : {Disjoint::no, Disjoint::yes}) {
    EXPECT_EQ(top_k_rows({two_by_three, 3}, {pure_rows.row, disjoint}),
              (std::vector<std::size_t>{1, 0}));
  }
  EXPECT_EQ(top_k_rows({std::vector<std::int8_t>{-100, 100, 100, -100}, 2},
                       {{.k = 2, .rho = 100.0, .sensitivity = 1, .optimize = Optimize::min},
                        Disjoint::yes}),
            (std::vector<std::size_t>{0, 1, 1, 0}));
}

// What rows · k selections from one list would be planned at, and k where a unit has one row.
TEST(TopKRows, ArePlannedAsSoManySelectionsAsOneUnitChanges) {
  const TopKRelease::Facts many{1000};
  const TopKRowsRelease::Facts facts{50, 1000};
  for (const TopKRequest& row :
       {TopKRequest{.k = 3, .epsilon = 2.0, .sensitivity = 1},
        TopKRequest{.k = 3, .epsilon = 2.0, .delta = 1e-6, .sensitivity = 1},
        TopKRequest{.k = 3, .rho = 0.5, .sensitivity = 1},
        TopKRequest{.k = 3, .scale = 7.0, .sensitivity = 1}}) {
    TopKRequest composed = row;
    composed.k = 150;
    const TopKRelease::Plan together = TopKRelease::plan(composed, many);
    const TopKRelease::Plan one = TopKRelease::plan(row, many);
    const auto all = TopKRowsRelease::plan({row, Disjoint::no}, facts);
    const auto apart = TopKRowsRelease::plan({row, Disjoint::yes}, facts);
    EXPECT_EQ(all.row.selection.scale, together.selection.scale);
    EXPECT_EQ(all.row.selection.law, together.selection.law);
    EXPECT_EQ(all.row.cost, together.cost);
    EXPECT_EQ(all.row.promise, together.promise);
    EXPECT_EQ(apart.row.selection.scale, one.selection.scale);
    EXPECT_EQ(apart.row.selection.law, one.selection.law);
    EXPECT_EQ(apart.row.cost, one.cost);
    EXPECT_EQ(all.row.selection.k, 3U);
    EXPECT_EQ(apart.row.selection.k, 3U);
  }
}

TEST(TopKRows, MayBeMoreSelectionsThanThereAreCandidates) {
  const std::vector<int> scores(3 * 40, 1);
  for (const TopKRequest& row :
       {TopKRequest{.k = 2, .epsilon = 2.0, .sensitivity = 1},
        TopKRequest{.k = 2, .epsilon = 2.0, .delta = 1e-6, .sensitivity = 1},
        TopKRequest{.k = 2, .rho = 0.5, .sensitivity = 1}}) {
    EXPECT_EQ(top_k_rows({scores, 3}, {row, Disjoint::no}).size(), 80U);
    TopKRequest composed = row;
    composed.k = 80;
    const auto plan = TopKRowsRelease::plan({row, Disjoint::no}, {40, 3});
    // Which law errs less depends on the candidates; what a step may cost does not.
    const auto same = TopKRelease::plan(composed, {80});
    if (plan.row.selection.law == same.selection.law) {
      EXPECT_EQ(plan.row.step, same.step);
    }
    EXPECT_EQ(plan.row.promise, same.promise);
  }
}

TEST(TopKRows, ArePaidForOnceBeforeTheFirstBit) {
  testing::NotedAccount account{{Accountant::pure, amounts("3")}};
  const std::uint64_t before = thread_bits().tally().words;
  const auto released = top_k_rows({two_by_three, 3}, pure_rows, account);
  EXPECT_EQ(released.output, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(account.charges, 1);
  EXPECT_EQ(account.words, before);
  ASSERT_TRUE(released.receipt);
  EXPECT_EQ(released.receipt->charged.epsilon, Fraction{1});
  const Parameters& said = account.last.parameters;
  const auto value = [&](const std::string& name) {
    for (const auto& [key, text] : said) {
      if (key == name) {
        return text;
      }
    }
    return std::string{"nothing"};
  };
  EXPECT_EQ(value("rows"), "2");
  EXPECT_EQ(value("k"), "1");
  EXPECT_EQ(value("candidates"), "3");
  EXPECT_EQ(value("disjoint"), "no");
  EXPECT_EQ(value("scale"), "4");  // two selections of scores that move both ways
}

TEST(TopKRows, AtAScaleCostAllRowsUnlessTheyAreDisjoint) {
  testing::NotedAccount account{{Accountant::pure, amounts("100")}};
  const TopKRequest at_scale{.k = 1, .scale = 2.0, .sensitivity = 1};
  EXPECT_EQ(
      top_k_rows({two_by_three, 3}, {at_scale, Disjoint::no}, account).receipt->charged.epsilon,
      Fraction{2});
  EXPECT_EQ(
      top_k_rows({two_by_three, 3}, {at_scale, Disjoint::yes}, account).receipt->charged.epsilon,
      Fraction{1});
}

TEST(TopKRows, ArePricedInEveryWayAsTheyArePlanned) {
  const Budget mixed = make_budget(amounts("2", "1e-6"));
  const TopKRequest row{.k = 2, .epsilon = 1.0, .delta = 1e-7, .sensitivity = 1};
  const TopKRowsRelease::Facts facts{5, 30};
  for (const Disjoint disjoint : {Disjoint::no, Disjoint::yes}) {
    const auto ways = ways_to_pay({row, disjoint}, facts, mixed, amounts("0.5", nullptr, "0"));
    ASSERT_EQ(ways.size(), 2U);
    for (const WayToPay& way : ways) {
      TopKRequest one = row;
      one.pay = way.plan.pay;
      const auto plan = TopKRowsRelease::plan({one, disjoint}, facts, &mixed);
      EXPECT_EQ(way.plan.selection.scale, plan.row.selection.scale);
      EXPECT_EQ(way.plan.selection.law, plan.row.selection.law);
      EXPECT_EQ(way.plan.cost, plan.row.cost);
      EXPECT_EQ(way.charged.epsilon, plan.row.cost.epsilon);
      EXPECT_EQ(way.charged.rho, plan.row.cost.rho);
      EXPECT_TRUE(way.left);
    }
    EXPECT_EQ(ways.back().left->epsilon, parse_amount("0.5"));
  }
  const auto beyond = ways_to_pay({{.k = 2, .scale = 4.0, .sensitivity = 1}, Disjoint::no}, facts,
                                  {Accountant::pure, amounts("2")}, amounts("0"));
  ASSERT_EQ(beyond.size(), 1U);
  EXPECT_EQ(beyond.front().charged.epsilon, Fraction{5});
  EXPECT_FALSE(beyond.front().left);
}

TEST(TopKRows, OfBadInputAreRefusedWithoutACharge) {
  testing::NotedAccount account{{Accountant::pure, amounts("3")}};
  std::vector<double> holed = two_by_three;
  holed[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(kind_of([&] { (void)top_k_rows({holed, 3}, pure_rows, account); }), outside_domain);
  EXPECT_EQ(kind_of([&] { (void)top_k_rows({holed, 3}, pure_rows); }), outside_domain);
  const auto refused = [&](const ScoreRows& rows, const RowsRequest& request) {
    return kind_of([&] { (void)top_k_rows(rows, request, account); });
  };
  EXPECT_EQ(refused({two_by_three, 0}, pure_rows), bad_parameter);
  EXPECT_EQ(refused({two_by_three, 4}, pure_rows), bad_parameter);
  EXPECT_EQ(refused({std::vector<double>{}, 3}, pure_rows), bad_parameter);
  RowsRequest more = pure_rows;
  more.row.k = 4;
  EXPECT_EQ(refused({two_by_three, 3}, more), bad_parameter);
  EXPECT_EQ(refused({two_by_three, 3}, {pure_rows.row, static_cast<Disjoint>(2)}), bad_parameter);
  RowsRequest dear = pure_rows;
  dear.row.epsilon = 4.0;
  EXPECT_EQ(refused({two_by_three, 3}, dear), over_budget);
  EXPECT_EQ(account.charges, 0);
  EXPECT_EQ(kind_of([&] {
              (void)TopKRowsRelease::plan(
                  {{.k = 2, .epsilon = 1.0, .sensitivity = 1}, Disjoint::no},
                  {std::uint64_t{1} << 63U, 5});
            }),
            bad_parameter);
}

TEST(TopKRows, AreRefusedWhereThePlanIsForOthers) {
  const auto plan = TopKRowsRelease::plan(pure_rows, {2, 3});
  const std::vector<double> three_by_three(9, 1.0);
  for (const ScoreRows& rows :
       {ScoreRows{two_by_three, 2}, ScoreRows{two_by_three, 6}, ScoreRows{three_by_three, 3}}) {
    EXPECT_EQ(kind_of([&] { (void)TopKRowsRelease::draw(plan, rows); }), outside_domain);
    EXPECT_EQ(kind_of([&] { TopKRowsRelease::require_input(plan, rows); }), outside_domain);
  }
}

}  // namespace
}  // namespace discreet

#include "discreet/release/quantiles.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/error.hpp"
#include "entropy/system_bits.hpp"
#include "release/quantile_requests.hpp"
#include "support/noted_account.hpp"

namespace discreet {
namespace {
namespace quantile_releases {

using Facts = QuantilesRelease::Facts;
using testing::amounts;
using testing::even_quantiles;
using testing::NotedAccount;
using testing::quantiles_in_epsilon;
using testing::quantiles_in_rho;
using testing::quantiles_with_delta;

// One value in the middle, for many units.
MassColumn many_at(std::uint64_t cell, std::uint64_t weight = shares_per_unit) {
  return {{cell}, {100'000 * weight}};
}

TEST(PerUnit, HasNamesThatAreReadBack) {
  for (const char* name : {"share", "median", "min", "max", "sum", "mean", "first"}) {
    EXPECT_EQ(to_string(parse_per_unit(name)), name);
  }
  for (const char* name : {"", "Share", "last", "share "}) {
    EXPECT_THROW((void)parse_per_unit(name), Error);
  }
  EXPECT_EQ(unit_mass_of(PerUnit::share), UnitMass::shared);
  EXPECT_EQ(unit_mass_of(PerUnit::first), UnitMass::one);
}

TEST(ParseQuantiles, ReadsNumbersAndNamesInOrder) {
  using List = std::vector<Fraction>;
  EXPECT_EQ(parse_quantiles("0.5"), (List{{1, 2}}));
  EXPECT_EQ(parse_quantiles("0.75, 1/3 ,0.1"), (List{{1, 10}, {1, 3}, {3, 4}}));
  EXPECT_EQ(parse_quantiles("median"), even_quantiles(1));
  EXPECT_EQ(parse_quantiles("quartiles"), even_quantiles(3));
  EXPECT_EQ(parse_quantiles("deciles"), even_quantiles(9));
  EXPECT_EQ(parse_quantiles("percentiles"), even_quantiles(99));
  EXPECT_EQ(parse_quantiles("0.999,median,0.9"), (List{{1, 2}, {9, 10}, {999, 1000}}));
  for (const char* text : {"", ",", "0.5,", ",0.5", "0.5,,0.6", "half", "-0.5", "0.5;0.6", "nan",
                           "0.5,0.5", "1/2,0.5", "median,quartiles", "1/0"}) {
    EXPECT_THROW((void)parse_quantiles(text), Error) << text;
  }
}

TEST(QuantilesRelease, FindsWhatAllUnitsHave) {
  for (const QuantilesRequest& request : {quantiles_in_epsilon(1), quantiles_in_epsilon(3),
                                          quantiles_in_rho(9), quantiles_with_delta(3)}) {
    const auto out = release_quantiles({many_at(40)}, request).output;
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(out[0], std::vector<std::uint64_t>(request.quantiles.size(), 40));
  }
  QuantilesRequest by_first = quantiles_in_epsilon(3);
  by_first.per_unit = PerUnit::first;
  EXPECT_EQ(release_quantiles({many_at(40, 1)}, by_first).output[0],
            (std::vector<std::uint64_t>{40, 40, 40}));
}

TEST(QuantilesRelease, DrawsEveryGroupByItself) {
  const Facts three{.groups = 3};
  for (const QuantilesRequest& request : {quantiles_in_epsilon(1), quantiles_in_epsilon(3)}) {
    const auto out =
        release_quantiles({many_at(7), many_at(93), MassColumn{}}, request, three).output;
    ASSERT_EQ(out.size(), 3U);
    EXPECT_EQ(out[0], std::vector<std::uint64_t>(request.quantiles.size(), 7));
    EXPECT_EQ(out[1], std::vector<std::uint64_t>(request.quantiles.size(), 93));
    EXPECT_EQ(out[2].size(), request.quantiles.size());
    EXPECT_LT(out[2].back(), 101U);
  }
}

TEST(QuantilesRelease, TellsALedgerHowItWasMade) {
  QuantilesRequest request = quantiles_in_epsilon(3);
  request.grid = make_grid(Fraction{-3, 2}, 10, Fraction{1, 6});
  request.per_unit = PerUnit::mean;
  request.groups_per_unit = 2;
  const Bill bill = QuantilesRelease::bill(QuantilesRelease::plan(request, {.groups = 4}));
  EXPECT_EQ(bill.what, "quantile");
  EXPECT_EQ(bill.parameters, (Parameters{{"quantiles", "0.25,0.5,0.75"},
                                         {"lower", "-1.5"},
                                         {"upper", "10"},
                                         {"step", "1/6"},
                                         {"per_unit", "mean"},
                                         {"levels", "2"},
                                         {"law", "exponential mechanism"},
                                         {"scales", "4,4,4"},
                                         {"neighbors", "add-remove"},
                                         {"groups", "4"},
                                         {"groups_per_unit", "2"},
                                         {"promise", "1-differentially private"}}));
}

TEST(QuantilesRelease, TellsTheScalesInTheOrderOfTheQuantiles) {
  QuantilesRequest request = quantiles_in_epsilon(1);
  request.quantiles = parse_quantiles("0.1,0.5,0.6,0.9");
  const auto plan = QuantilesRelease::plan(request, {});
  std::string scales;
  std::set<double> different;
  for (std::size_t quantile = 0; quantile < 4; ++quantile) {
    const auto& nodes = plan.quantiles.nodes;
    const auto node = std::ranges::find(nodes, quantile, &QuantileNode::quantile);
    different.insert(node->scale);
    scales += scales.empty() ? "" : ",";
    scales += amount_text(shortest_amount(node->scale));
  }
  EXPECT_EQ(different.size(), 4U);
  const Parameters told = QuantilesRelease::bill(plan).parameters;
  EXPECT_NE(std::ranges::find(told, std::pair<std::string, std::string>{"scales", scales}),
            told.end());
}

TEST(QuantilesRelease, ChargesBeforeTheFirstBitAndOnlyOnce) {
  for (const QuantilesRequest& request : {quantiles_in_epsilon(1), quantiles_in_epsilon(9),
                                          quantiles_in_rho(3), quantiles_with_delta(3)}) {
    NotedAccount account{make_budget(amounts("2", "1e-5"))};
    const std::uint64_t before = thread_bits().tally().words;
    const auto released =
        release_quantiles({many_at(7), many_at(40)}, request, {.groups = 2}, &account);
    EXPECT_EQ(account.charges, 1);
    EXPECT_EQ(account.words, before);
    EXPECT_GT(thread_bits().tally().words, before);
    EXPECT_EQ(account.last.what, "quantile");
    ASSERT_TRUE(released.receipt);
    EXPECT_EQ(released.receipt->sequence, 1);
  }
}

TEST(QuantilesRelease, FitsABudgetOfJustWhatItAsks) {
  for (const auto& [budget, request] :
       {std::pair{make_budget(amounts("1")), quantiles_in_epsilon(9)},
        std::pair{make_budget(amounts(nullptr, nullptr, "0.1")), quantiles_in_rho(9)},
        std::pair{make_budget(amounts("1", "1e-6")), quantiles_with_delta(9)},
        std::pair{make_budget(amounts("1", "1e-6"), Accountant::basic), quantiles_with_delta(9)}}) {
    NotedAccount account{budget};
    (void)release_quantiles({many_at(40)}, request, {}, &account);
    EXPECT_EQ(account.charges, 1);
    EXPECT_THROW((void)release_quantiles({many_at(40)}, request, {}, &account), Error);
    EXPECT_EQ(account.charges, 1);
  }
}

TEST(QuantilesRelease, RefusesInputThatDoesNotFitWithNothingChargedOrDrawn) {
  NotedAccount account{make_budget(amounts("2"))};
  const std::uint64_t before = thread_bits().tally().words;
  const auto refused = [&](const QuantilesRelease::Input& input, const Facts& facts = {}) {
    try {
      (void)release_quantiles(input, quantiles_in_epsilon(3), facts, &account);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), outside_domain);
    }
    EXPECT_THROW((void)release_quantiles(input, quantiles_in_epsilon(3), facts), Error);
  };
  refused({});
  refused({{}, {}});
  refused({{}}, {.groups = 2});
  refused({MassColumn{{101}, {1}}});
  refused({MassColumn{{2, 1}, {1, 1}}});
  refused({MassColumn{{1}, {0}}});
  refused({MassColumn{{1}, {most_units * shares_per_unit}}});
  refused({MassColumn{}, MassColumn{{1, 2}, {1}}}, {.groups = 2});
  EXPECT_EQ(account.charges, 0);
  EXPECT_EQ(thread_bits().tally().words, before);
}

}  // namespace quantile_releases
}  // namespace
}  // namespace discreet

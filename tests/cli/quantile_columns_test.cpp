#include "quantile_columns.hpp"

#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "cli/columns_reference.hpp"
#include "support/fresh_random.hpp"

namespace discreet::cli {
namespace {

TEST(QuantileColumns, AgreeWithMapsAndSortedLists) {
  std::mt19937_64 words = testing::fresh_random();
  for (const ColumnTerms& terms : all_kinds_of_column_terms()) {
    for (int i = 0; i < 40; ++i) {
      const TenthsRows rows = random_tenths(words, 30);
      EXPECT_EQ(columns_of(terms, rows), ColumnsReference(terms, rows).columns());
    }
  }
}

TEST(QuantileColumns, DoNotDependOnTheOrderOfRowsButForTheFirst) {
  std::mt19937_64 words = testing::fresh_random();
  for (const ColumnTerms& terms : all_kinds_of_column_terms()) {
    for (int i = 0; i < 10; ++i) {
      TenthsRows rows = random_tenths(words, 40);
      const auto before = columns_of(terms, rows);
      if (terms.per_unit == PerUnit::first) {
        // Only a unit's own order counts: units may stand in any.
        std::map<std::string, TenthsRows, std::greater<>> by_unit;
        for (const TenthsRow& row : rows) {
          by_unit[row.unit].push_back(row);
        }
        rows.clear();
        for (const auto& [unit, own] : by_unit) {
          rows.insert(rows.end(), own.begin(), own.end());
        }
      } else {
        std::shuffle(rows.begin(), rows.end(), words);
      }
      EXPECT_EQ(columns_of(terms, rows), before);
    }
  }
}

std::map<std::uint64_t, std::uint64_t> as_map(const MassColumn& column) {
  std::map<std::uint64_t, std::uint64_t> out;
  for (std::size_t i = 0; i < column.cells.size(); ++i) {
    out[column.cells[i]] = column.masses[i];
  }
  return out;
}

// The mass that one unit added to each column, having taken none away.
std::vector<std::uint64_t> added(const std::vector<MassColumn>& before,
                                 const std::vector<MassColumn>& after) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < before.size(); ++i) {
    auto left = as_map(after[i]);
    for (const auto& [cell, mass] : as_map(before[i])) {
      EXPECT_GE(left[cell], mass);
      left[cell] -= mass;
    }
    out.push_back(
        std::accumulate(left.begin(), left.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const auto& one) { return sum + one.second; }));
  }
  return out;
}

TEST(QuantileColumns, OneUnitMoreAddsAtMostOneUnit) {
  std::mt19937_64 words = testing::fresh_random();
  for (const ColumnTerms& terms : all_kinds_of_column_terms()) {
    for (int i = 0; i < 40; ++i) {
      const TenthsRows rows = random_tenths(words, 30);
      TenthsRows without;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(without),
                   [](const TenthsRow& row) { return row.unit != "pa"; });
      const auto masses = added(columns_of(terms, without), columns_of(terms, rows));
      if (terms.per_unit == PerUnit::share) {
        EXPECT_LE(std::accumulate(masses.begin(), masses.end(), std::uint64_t{0}), shares_per_unit);
      } else {
        EXPECT_TRUE(std::all_of(masses.begin(), masses.end(),
                                [](std::uint64_t mass) { return mass <= 1; }));
        EXPECT_LE(std::accumulate(masses.begin(), masses.end(), std::uint64_t{0}),
                  terms.groups ? terms.groups_per_unit : 1);
      }
    }
  }
}

TEST(QuantileColumns, ShareAUnitOverAllItsGroupsThatAreListed) {
  ColumnTerms terms{make_grid(0, 10, 1)};
  terms.groups = {"g", "h"};
  // The row of a group that is not on the list is as if it were not there.
  const auto columns =
      columns_of(terms, {{"p", "g", 10}, {"p", "g", 10}, {"p", "h", 20}, {"p", "x", 20}});
  const std::uint64_t third = shares_per_unit / 3;
  EXPECT_EQ(columns, (std::vector<MassColumn>{{{1}, {2 * third}}, {{2}, {third}}}));
}

TEST(QuantileColumns, AUnitWithMoreRowsThanSharesHasNoMass) {
  const ColumnTerms terms{make_grid(0, 10, 1)};
  for (const std::uint64_t more : {0U, 1U}) {
    QuantileColumns columns{terms};
    for (std::uint64_t i = 0; i < shares_per_unit + more; ++i) {
      columns.add({"p", "", {i % 2}});
    }
    const std::uint64_t half = shares_per_unit / 2;
    EXPECT_EQ(columns.finish().front(),
              more == 0 ? (MassColumn{{0, 1}, {half, half}}) : MassColumn{});
    EXPECT_EQ(columns.facts().units_above_shares, more);
  }
}

TEST(QuantileColumns, AddNumbersBeforeTheyAreBroughtToTheGrid) {
  ColumnTerms terms{make_grid(0, 10, 1), PerUnit::sum};
  // 100 - 95 is 5; three times 0.3 is 0.9.
  const TenthsRows rows{{"p", "", 1000}, {"p", "", -950}, {"q", "", 3}, {"q", "", 3}, {"q", "", 3}};
  EXPECT_EQ(columns_of(terms, rows).front(), (MassColumn{{1, 5}, {1, 1}}));
  terms.per_unit = PerUnit::mean;
  // 2.5 is nearer to neither: up.
  EXPECT_EQ(columns_of(terms, rows).front(), (MassColumn{{0, 3}, {1, 1}}));
}

TEST(QuantileColumns, TellTheOwnerWhatWasLeftOut) {
  ColumnTerms terms{make_grid(0, 3, 1), PerUnit::min};
  terms.groups = {"g", "h"};
  const TenthsRows rows{
      {"p", "g", -6}, {"p", "h", 40}, {"q", "x", 5}, {"r", "g", 34}, {"s", "h", -5}};
  ColumnFacts facts;
  static_cast<void>(columns_of(terms, rows, &facts));
  EXPECT_EQ(facts.rows, 5U);
  EXPECT_EQ(facts.rows_outside_groups, 1U);
  EXPECT_EQ(facts.units, 3U);
  EXPECT_EQ(facts.units_above_groups, 1U);
  EXPECT_EQ(facts.values, 4U);
  EXPECT_EQ(facts.values_below, 1U);
  EXPECT_EQ(facts.values_above, 1U);
  terms.per_unit = PerUnit::sum;
  static_cast<void>(columns_of(terms, rows, &facts));
  EXPECT_EQ(facts.values, 4U);
  EXPECT_EQ(facts.values_above, 1U);
}

}  // namespace
}  // namespace discreet::cli

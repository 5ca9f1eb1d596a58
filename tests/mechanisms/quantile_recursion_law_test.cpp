// Several quantiles together: the exact joint laws of all small neighbours, as fractions, against what is charged.
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "support/quantile_laws.hpp"
#include "support/quantile_neighbours.hpp"
#include "support/quantile_settings.hpp"

namespace discreet {
namespace {
namespace quantile_recursion {

using testing::Charge;
using testing::Difference;
using testing::equally_spaced;
using testing::Masses;
using testing::QuantileLaws;
using testing::QuantileSetting;
using testing::Shares;

Shares greatest_shares(const std::vector<QuantileSetting>& settings, Law law, Neighbors neighbors) {
  Shares out;
  for (const QuantileSetting& at : settings) {
    QuantileLaws laws{at, law};
    const Charge charge = laws.charge(neighbors);
    testing::for_all_neighbours(at, neighbors, [&](const Masses& x, const Masses& y) {
      out.add(Difference::between(laws(x), laws(y)), charge);
    });
  }
  return out;
}

const std::vector<QuantileSetting> one_row_each{
    {.cells = 3, .units = 3, .quantiles = {{1, 2}, {3, 4}}, .base = {3, 4}},
    {.cells = 3, .places = 2, .units = 3, .quantiles = {{1, 4}, {1, 2}}, .base = {9, 10}},
    {.cells = 2, .places = 3, .units = 3, .quantiles = equally_spaced(3), .base = {19, 20}},
    {.cells = 3, .units = 3, .quantiles = equally_spaced(3), .base = {3, 4}},
    {.cells = 6, .units = 3, .quantiles = equally_spaced(3), .base = {1, 8}},
    {.cells = 4, .units = 2, .quantiles = {{1, 10}, {1, 2}, {9, 10}}, .base = {4, 5}},
    {.cells = 3, .places = 2, .units = 2, .quantiles = {{1, 3}, {1, 2}, {2, 3}}, .base = {9, 10}},
    {.cells = 2, .places = 2, .units = 2, .quantiles = equally_spaced(4), .base = {9, 10}},
    {.cells = 3, .units = 2, .quantiles = equally_spaced(5), .base = {4, 5}},
    {.cells = 3, .places = 2, .units = 2, .quantiles = equally_spaced(7), .base = {1, 2}},
    {.cells = 7, .units = 2, .quantiles = equally_spaced(7), .base = {1, 4}},
};

const std::vector<QuantileSetting> several_rows{
    {.cells = 4,
     .weight = 2,
     .rows = 2,
     .units = 2,
     .quantiles = equally_spaced(3),
     .base = {1, 2}},
    {.cells = 3,
     .places = 2,
     .weight = 2,
     .rows = 2,
     .units = 2,
     .quantiles = equally_spaced(3),
     .base = {1, 2}},
    {.cells = 3, .weight = 6, .rows = 3, .units = 1, .quantiles = {{1, 3}, {1, 2}}, .base = {1, 2}},
    {.cells = 5, .weight = 2, .rows = 2, .units = 1, .quantiles = {{1, 2}, {3, 4}}, .base = {1, 4}},
};

// 1,118 pairs of joint laws by each law; with few cells none lose all of it.
TEST(QuantileRecursionLaw, CostsWhatOnePathCosts) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    const Shares found = greatest_shares(one_row_each, law, Neighbors::add_remove);
    found.expect_reach(0.85, 0.4);
    EXPECT_EQ(found.pairs, 1'118U);
  }
}

TEST(QuantileRecursionLaw, CostsTwoPathsBelowTheRootWhereUnitsAreReplaced) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    const Shares found = greatest_shares(one_row_each, law, Neighbors::replace);
    found.expect_reach(0.65, 0.4);
    EXPECT_EQ(found.pairs, 2'392U);
  }
}

TEST(QuantileRecursionLaw, CostsNoMoreForUnitsOfSeveralRows) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    const Shares found = greatest_shares(several_rows, law, Neighbors::add_remove);
    found.expect_reach(0.8, 0.4);
    EXPECT_EQ(found.pairs, 1'428U);
  }
}

TEST(QuantileRecursionLaw, CostsNoMoreForUnitsOfSeveralRowsThatAreReplaced) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    const Shares found = greatest_shares(several_rows, law, Neighbors::replace);
    found.expect_reach(0.5, 0.3);
    EXPECT_EQ(found.pairs, 10'412U);
  }
}

// One unit in the first cell of two hundred, and one more near the end: the more cells, the nearer.
TEST(QuantileRecursionLaw, LosesNearlyAllOfItsEpsilonWithManyCells) {
  for (const auto& quantiles : {equally_spaced(3), std::vector<Fraction>{{1, 2}, {3, 4}}}) {
    const QuantileSetting at{.cells = 200, .units = 1, .quantiles = quantiles, .base = {1, 4}};
    QuantileLaws laws{at, Law::exponential_mechanism};
    Masses column(at.cells);
    column[0] = 1;
    Masses more = column;
    more[198] = 1;
    Shares found;
    found.add(Difference::between(laws(column), laws(more)), laws.charge(Neighbors::add_remove));
    found.expect_reach(0.98, 0);
  }
}

// Node by node, and by the joint law: the same greatest ratio, and chances that add up to one.
TEST(QuantileRecursionLaw, IsTheProductOfItsNodes) {
  for (const QuantileSetting& at : several_rows) {
    QuantileLaws laws{at, Law::exponential_mechanism};
    std::size_t pairs = 0;
    testing::for_all_neighbours(at, Neighbors::add_remove, [&](const Masses& x, const Masses& y) {
      if (++pairs % 10 != 0) {
        return;
      }
      const auto p = laws(x).joint();
      const auto q = laws(y).joint();
      Fraction sum{0};
      Fraction greatest{0};
      for (const auto& [choices, chance] : p) {
        sum += chance;
        greatest = std::max(greatest, Fraction{chance / q.at(choices)});
      }
      EXPECT_EQ(sum, 1);
      EXPECT_EQ(greatest, testing::greatest_ratio(laws(x), laws(y)));
    });
  }
}

// Theorem 5.
TEST(QuantileRecursionLaw, ReleasesCellsThatDoNotFall) {
  for (const QuantileSetting& at : one_row_each) {
    QuantileLaws laws{at, Law::exponential_mechanism};
    for (const Masses& column :
         testing::columns_of(testing::units_of(at.cells, 1, 1), at.cells, 1)) {
      if (at.quantiles.size() <= 5) {
        for (const auto& [cells, chance] : laws(column).released()) {
          EXPECT_TRUE(std::ranges::is_sorted(cells));
        }
      }
    }
  }
}

}  // namespace quantile_recursion
}  // namespace
}  // namespace discreet

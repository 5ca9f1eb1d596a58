// The same quantiles of several groups: a unit's masses over all groups add up to one, and so does what it costs.
// Groups are drawn independently of each other, so what two laws differ by is a product, or a sum, over groups.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/quantile_laws.hpp"
#include "support/quantile_neighbours.hpp"
#include "support/quantile_settings.hpp"

namespace discreet {
namespace {
namespace quantile_groups {

using testing::Charge;
using testing::Difference;
using testing::equally_spaced;
using testing::Grouped;
using testing::Masses;
using testing::QuantileLaws;
using testing::QuantileSetting;
using testing::Shares;

constexpr std::size_t groups = 2;

/// A unit's masses in each group.
using GroupedUnit = std::vector<Masses>;

/// All units of one row to so many, each in some group and cell.
std::vector<GroupedUnit> grouped_units(const QuantileSetting& at) {
  std::vector<GroupedUnit> out;
  for (const Masses& unit : testing::units_of(groups * at.cells, at.weight, at.rows)) {
    GroupedUnit split;
    for (std::size_t group = 0; group < groups; ++group) {
      const auto begin = unit.begin() + static_cast<std::ptrdiff_t>(group * at.cells);
      split.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(at.cells));
    }
    out.push_back(std::move(split));
  }
  return out;
}

Difference both(const Difference& one, const Difference& other) {
  Difference out{one.up * other.up, one.down * other.down};
  std::ranges::transform(one.renyi, other.renyi, out.renyi.begin(), std::plus<>{});
  return out;
}

/// What a group's law may differ by, whatever else is in the group, where one side has these masses more and the other
/// those.
class GroupDifferences {
 public:
  GroupDifferences(const QuantileSetting& at, Law law)
      : laws_(at, law),
        columns_(testing::columns_of(testing::units_of(at.cells, at.weight, at.rows), at.cells,
                                     at.units)) {}

  const Difference& operator()(const Masses& here, const Masses& there) {
    const auto [at, fresh] = known_.try_emplace({here, there});
    for (std::size_t i = 0; fresh && i < columns_.size(); ++i) {
      const Difference found = Difference::between(laws_(testing::with_unit(columns_[i], here)),
                                                   laws_(testing::with_unit(columns_[i], there)));
      Difference& most = at->second;
      most.up = std::max(most.up, found.up);
      most.down = std::max(most.down, found.down);
      for (std::size_t order = 0; order < found.renyi.size(); ++order) {
        most.renyi[order] = std::max(most.renyi[order], found.renyi[order]);
      }
    }
    return at->second;
  }
  [[nodiscard]] const QuantileLaws& laws() const { return laws_; }

 private:
  QuantileLaws laws_;
  std::vector<Masses> columns_;
  std::map<std::pair<Masses, Masses>, Difference> known_;
};

void greatest_shares(const QuantileSetting& at, Law law, Neighbors neighbors, Grouped charged,
                     Shares& out) {
  GroupDifferences differences{at, law};
  const Charge charge = differences.laws().charge(neighbors, charged);
  const auto units = grouped_units(at);
  const GroupedUnit none(groups, Masses(at.cells));
  const auto compare = [&](const GroupedUnit& x, const GroupedUnit& y) {
    out.add(both(differences(x[0], y[0]), differences(x[1], y[1])), charge);
  };
  for (std::size_t x = 0; x < units.size(); ++x) {
    if (neighbors == Neighbors::add_remove) {
      compare(none, units[x]);
    }
    for (std::size_t y = 0; neighbors == Neighbors::replace && y < x; ++y) {
      compare(units[y], units[x]);
    }
  }
}

const std::vector<QuantileSetting> settings{
    {.cells = 3, .weight = 2, .rows = 2, .units = 2, .quantiles = {{1, 2}}, .base = {1, 2}},
    {.cells = 3, .weight = 6, .rows = 3, .units = 1, .quantiles = {{9, 10}}, .base = {9, 10}},
    {.cells = 3,
     .weight = 2,
     .rows = 2,
     .units = 2,
     .quantiles = equally_spaced(3),
     .base = {1, 4}},
    {.cells = 2,
     .places = 2,
     .weight = 2,
     .rows = 2,
     .units = 2,
     .quantiles = {{1, 3}, {1, 2}},
     .base = {1, 2}},
    {.cells = 2,
     .places = 2,
     .weight = 2,
     .rows = 2,
     .units = 2,
     .quantiles = equally_spaced(7),
     .base = {1, 2}},
};

// 165 units, each between every two of up to 190 columns of the groups.
TEST(QuantileGroupsLaw, CostWhatOneGroupCosts) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    Shares all;
    for (const QuantileSetting& at : settings) {
      greatest_shares(at, law, Neighbors::add_remove, Grouped::yes, all);
    }
    all.expect_reach(0.75, 0.4);
    EXPECT_EQ(all.pairs, 165U);
  }
}

// 4,287 pairs of units, likewise.
TEST(QuantileGroupsLaw, CostWhatOneGroupCostsWhereUnitsAreReplaced) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    Shares all;
    for (const QuantileSetting& at : settings) {
      greatest_shares(at, law, Neighbors::replace, Grouped::yes, all);
    }
    all.expect_reach(0.6, 0.35);
    EXPECT_EQ(all.pairs, 4'287U);
  }
}

/// Units in one cell, and many cells on one side of it.
struct Wide {
  Masses many_below = Masses(202);
  Masses many_above = Masses(202);
  Masses last = Masses(202);  ///< one row in the last cell

  Wide(unsigned long units, unsigned long row) {
    many_below[200] = many_above[1] = units;
    last.back() = row;
  }
};

// Half of the unit in the one group, half in the other: each loses half of what is charged, or nearly so.
TEST(QuantileGroupsLaw, LoseNearlyAllOfWhatIsChargedTogether) {
  const Wide wide{2, 1};
  for (const std::vector<Fraction>& quantiles :
       {std::vector<Fraction>{{1, 2}}, std::vector<Fraction>{{1, 2}, {3, 4}}}) {
    QuantileLaws laws{
        {.cells = 202, .weight = 2, .units = 1, .quantiles = quantiles, .base = {1, 2}},
        Law::exponential_mechanism};
    const Difference one = Difference::between(
        laws(wide.many_above), laws(testing::with_unit(wide.many_above, wide.last)));
    Shares found;
    found.add(both(one, one), laws.charge(Neighbors::add_remove, Grouped::yes));
    found.expect_reach(0.95, 0);
  }
}

// A unit that moves from one group to the other is two changes of a root, which cost more than one of replacing.
TEST(QuantileGroupsLaw, CostMoreThanOneGroupOfItsOwnWhereUnitsMoveBetweenThem) {
  const Wide wide{3, 1};
  QuantileLaws laws{{.cells = 202, .units = 1, .quantiles = {{3, 4}}, .base = {3, 4}},
                    Law::exponential_mechanism};
  const Difference gains = Difference::between(
      laws(wide.many_above), laws(testing::with_unit(wide.many_above, wide.last)));
  const Difference loses = Difference::between(laws(testing::with_unit(wide.many_below, wide.last)),
                                               laws(wide.many_below));
  Shares found;
  found.add(both(gains, loses), laws.charge(Neighbors::replace, Grouped::yes));
  found.expect_reach(0.94, 0);
  EXPECT_GT(gains.up * loses.up, laws.charge(Neighbors::replace, Grouped::no).ratio());
}

// One value in each of two groups instead of one unit shared: twice what one group costs, and no less.
TEST(QuantileGroupsLaw, CostAsOftenAsAUnitHasAFullValue) {
  const Wide wide{1, 1};
  QuantileLaws laws{{.cells = 202, .units = 1, .quantiles = {{1, 2}, {3, 4}}, .base = {1, 2}},
                    Law::exponential_mechanism};
  const Difference one = Difference::between(laws(wide.many_above),
                                             laws(testing::with_unit(wide.many_above, wide.last)));
  const Fraction charged = laws.charge(Neighbors::add_remove, Grouped::yes).ratio();
  const Fraction found = both(one, one).up;
  EXPECT_LE(found, charged * charged);
  EXPECT_GT(std::log(found.get_d()), 1.9 * std::log(charged.get_d()));
}

}  // namespace quantile_groups
}  // namespace
}  // namespace discreet

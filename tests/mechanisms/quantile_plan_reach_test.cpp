// Plans of quantiles against the laws of columns of many cells, of which some must lose nearly all that is charged: what
// a plan pays for, no more and no less.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/quantile_plan.hpp"
#include "mechanisms/quantile_tree.hpp"
#include "support/quantile_laws.hpp"
#include "support/quantile_neighbours.hpp"
#include "support/quantile_settings.hpp"
#include "support/quantile_walk.hpp"

namespace discreet {
namespace {
namespace quantile_plan_reach {

using detail::ColumnNeighbors;
using testing::equally_spaced;
using testing::Masses;
using testing::QuantileLaw;

using Quantiles = std::vector<Fraction>;

// Divergences in doubles lose less.
constexpr double rounding = 1e-9;

/// e^(-gap / scale) in doubles, for columns of many cells.
struct QuickWeights {
  std::vector<double> scales;

  double operator()(std::size_t node, unsigned long gap) const {
    return std::exp(-static_cast<double>(gap) / scales[node]);
  }
};

/// Masses by their cell.
using Rows = std::vector<std::pair<std::size_t, unsigned long>>;

/// By a plan's tree and scales, on many cells: the more there are, the more is lost.
class WideLaws {
 public:
  static constexpr std::size_t cells = 402;
  static constexpr std::size_t last = cells - 1;

  explicit WideLaws(const QuantilePlan& plan, unsigned long weight = 1)
      : tree_(testing::law_tree_of(plan.nodes)), law_(plan.law) {
    for (const QuantileNode& node : plan.nodes) {
      weights_.scales.push_back(detail::scale_in_gaps(node, 1, weight));
    }
  }

  /// The greatest log-ratio.
  [[nodiscard]] double loss(const Rows& x, const Rows& y) const {
    return std::log(testing::greatest_ratio(law_of(x), law_of(y)));
  }
  /// Of an order.
  [[nodiscard]] double renyi(const Rows& x, const Rows& y, double order) const {
    return testing::renyi_divergence(law_of(x), law_of(y), order);
  }

 private:
  [[nodiscard]] QuantileLaw<QuickWeights> law_of(const Rows& rows) const {
    Masses column(cells);
    for (const auto& [cell, mass] : rows) {
      column[cell] += mass;
    }
    return {tree_, weights_, law_, column, 1};
  }

  testing::LawTree tree_;
  QuickWeights weights_;
  Law law_;
};

constexpr std::size_t last = WideLaws::last;
constexpr double epsilon = 2.0;

QuantilePlan plan_of(const Quantiles& quantiles, const ColumnNeighbors& neighbors,
                     double target = epsilon) {
  return detail::calibrate_quantiles_by(Law::exponential_mechanism, quantiles, PureCost{target},
                                        neighbors, WideLaws::cells, {});
}

void expect_nearly(double found, double charged, double share = 0.9) {
  EXPECT_LE(found, charged * (1 + rounding));
  EXPECT_GT(found, charged * share);
}

TEST(QuantilePlanReach, LosesNearlyAllOfAnEpsilon) {
  for (const Quantiles& quantiles :
       {Quantiles{{1, 2}}, Quantiles{{1, 2}, {3, 4}}, equally_spaced(3)}) {
    const QuantilePlan plan = plan_of(quantiles, {});
    const WideLaws laws{plan};
    const Rows one{{0, 1}};
    const Rows two{{0, 1}, {last - 1, 1}};
    if (quantiles.size() > 1) {
      expect_nearly(laws.loss(one, two), epsilon);
    } else {
      expect_nearly(laws.loss({{1, 1}}, {{1, 1}, {last, 1}}), epsilon);
    }
  }
}

TEST(QuantilePlanReach, LosesNearlyAllOfAnEpsilonWhereUnitsAreReplaced) {
  for (const Fraction& quantile : {Fraction{1, 2}, Fraction{3, 4}}) {
    const WideLaws laws{plan_of({quantile}, {Neighbors::replace})};
    expect_nearly(laws.loss({{0, 1}, {1, 3}}, {{1, 3}, {last, 1}}), epsilon);
  }
  const WideLaws laws{plan_of(equally_spaced(3), {Neighbors::replace}, 6.0)};
  expect_nearly(laws.loss({{1, 1}, {2, 1}}, {{2, 1}, {last - 1, 1}}), 6.0, 0.75);
}

/// What a unit that leaves the one group for the other may lose in both.
double moving_loss(const WideLaws& laws) {
  return laws.loss({{1, 3}}, {{1, 3}, {last, 1}}) +
         laws.loss({{last - 1, 3}, {last, 1}}, {{last - 1, 3}});
}

TEST(QuantilePlanReach, PaysForUnitsThatMoveBetweenGroups) {
  const Quantiles quantiles{{3, 4}};
  const ColumnNeighbors moving{.neighbors = Neighbors::replace, .switches = true};
  expect_nearly(moving_loss(WideLaws{plan_of(quantiles, moving)}), epsilon);
  const ColumnNeighbors staying{.neighbors = Neighbors::replace};
  EXPECT_GT(moving_loss(WideLaws{plan_of(quantiles, staying)}), 1.3 * epsilon);
}

TEST(QuantilePlanReach, PaysOnceForAUnitThatIsSharedByGroups) {
  for (const Quantiles& quantiles : {Quantiles{{1, 2}, {3, 4}}, equally_spaced(3)}) {
    const WideLaws laws{plan_of(quantiles, {}), 2};  // half of the unit in each
    expect_nearly(2 * laws.loss({{0, 2}}, {{0, 2}, {last - 1, 1}}), epsilon, 0.8);
  }
}

TEST(QuantilePlanReach, PaysForEveryGroupThatHasAWholeValueOfAUnit) {
  const ColumnNeighbors two{.columns = 2};
  const WideLaws laws{plan_of(equally_spaced(3), two)};
  expect_nearly(2 * laws.loss({{0, 1}}, {{0, 1}, {last - 1, 1}}), epsilon);
}

TEST(QuantilePlanReach, MapsDistancesOfSeveralUnits) {
  const QuantilePlan plan = calibrate_quantiles(
      equally_spaced(3), PureCost{epsilon}, Neighbors::add_remove, make_grid(0, WideLaws::last, 1));
  const MassDomain domain{make_grid(0, WideLaws::last, 1), UnitMass::one};
  const UnitDistance metric{Neighbors::add_remove};
  const WideLaws laws{plan};
  const Rows here{{0, 2}};
  const Rows there{{0, 2}, {last - 1, 2}};
  expect_nearly(laws.loss(here, there),
                make_quantiles(domain, metric, MaxDivergence{}, plan).map(2));
  const double rho = make_quantiles(domain, metric, ZeroConcentratedDivergence{}, plan).map(2);
  for (const double order : testing::Difference::orders) {
    EXPECT_LE(laws.renyi(here, there, order), order * rho);
    EXPECT_LE(laws.renyi(there, here, order), order * rho);
  }
}

// Permute-and-flip has a rho of its own, above that of the exponential mechanism.
TEST(QuantilePlanReach, StatesTheRhoOfItsLaw) {
  const Grid grid = make_grid(0, 2, 1);
  const QuantilePlan plan = calibrate_quantiles(Quantiles{{1, 2}}, PureCost{2 * std::log(1.01)},
                                                Neighbors::add_remove, grid);
  ASSERT_EQ(plan.law, Law::permute_and_flip);
  const testing::LawTree tree = testing::law_tree_of(plan.nodes);
  const QuickWeights weights{{detail::scale_in_gaps(plan.nodes.front(), 1, 1)}};
  const QuantileLaw<QuickWeights> one{tree, weights, plan.law, {0, 1, 0}, 1};
  const QuantileLaw<QuickWeights> two{tree, weights, plan.law, {1, 1, 0}, 1};
  const double found =
      std::max(testing::renyi_divergence(one, two, 2), testing::renyi_divergence(two, one, 2));
  const double rho =
      make_quantiles(MassDomain{grid, UnitMass::one}, UnitDistance{Neighbors::add_remove},
                     ZeroConcentratedDivergence{}, plan)
          .map(1);
  EXPECT_LE(found, 2 * rho);
  EXPECT_GT(found, 0.3 * 2 * rho);
}

}  // namespace quantile_plan_reach
}  // namespace
}  // namespace discreet

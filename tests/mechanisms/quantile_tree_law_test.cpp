// What draws quantiles against the reference: the same tree, and the same joint law of the released cells, by walking
// the decisions of every node.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/quantile_plan.hpp"
#include "mechanisms/quantile_tree.hpp"
#include "support/frequency.hpp"
#include "support/quantile_laws.hpp"
#include "support/quantile_neighbours.hpp"
#include "support/quantile_settings.hpp"
#include "support/quantile_walk.hpp"

namespace discreet {
namespace {
namespace quantile_tree_law {

using testing::equally_spaced;
using testing::LawTree;
using testing::Masses;
using testing::QuantileCellsLaw;
using testing::QuantileLaw;
using testing::ScaledWeights;

TEST(QuantileTreeLaw, HasTheTreeOfTheReference) {
  std::vector<std::vector<Fraction>> all{{{1, 100}},
                                         {{1, 2}, {3, 4}},
                                         {{1, 3}, {1, 2}},
                                         {{1, 10}, {1, 5}, {9, 10}},
                                         {{1, 100}, {2, 100}, {3, 100}, {4, 100}, {99, 100}}};
  for (unsigned m = 1; m <= 40; ++m) {
    all.push_back(equally_spaced(m));
  }
  all.push_back(equally_spaced(99));
  for (std::vector<Fraction>& quantiles : all) {
    for (Fraction& quantile : quantiles) {
      quantile.canonicalize();
    }
    const LawTree found = testing::law_tree_of(detail::quantile_tree(quantiles));
    const LawTree tree = testing::law_tree(quantiles);
    ASSERT_EQ(found.size(), tree.size());
    for (std::size_t node = 0; node < tree.size(); ++node) {
      EXPECT_EQ(found[node].num, tree[node].num);
      EXPECT_EQ(found[node].den, tree[node].den);
      EXPECT_EQ(found[node].left, tree[node].left);
      EXPECT_EQ(found[node].right, tree[node].right);
    }
  }
}

struct Setting {
  std::vector<Fraction> quantiles;
  std::size_t places;
  std::uint64_t weight;
  double scale;  ///< of the first node; that of each next one is twice as large
  std::vector<Masses> columns;
};

void expect_reference_law(const Setting& at) {
  std::vector<QuantileNode> nodes = detail::quantile_tree(at.quantiles);
  ScaledWeights weights;
  double scale = at.scale;
  for (QuantileNode& node : nodes) {
    node.scale = scale;
    scale *= 2;
    weights.scales.push_back(exact_fraction(detail::scale_in_gaps(node, at.places, at.weight)));
  }
  const LawTree tree = testing::law_tree(at.quantiles);
  for (const Masses& cells : at.columns) {
    const MassColumn column = testing::column_of(cells);
    const detail::PlacedMass mass{column, cells.size(), at.places};
    const QuantileCellsLaw found = testing::walk_nodes(
        [&](auto& decide) { return detail::draw_quantiles(decide, mass, nodes, at.weight); });
    const QuantileLaw<ScaledWeights> law{tree, weights, Law::exponential_mechanism, cells,
                                         at.places};
    testing::expect_same_law(found, law.released());
    testing::expect_adds_up(found);
  }
}

std::vector<Masses> all_columns(std::size_t cells, std::size_t units, unsigned long weight = 1) {
  return testing::columns_of(testing::units_of(cells, weight, weight), cells, units);
}

// 188 columns.
TEST(QuantileTreeLaw, IsThatOfTheReference) {
  expect_reference_law({{{1, 3}}, 1, 1, 0.7, all_columns(4, 3)});
  expect_reference_law({{{1, 2}}, 1, 2, 0.5, all_columns(3, 2, 2)});
  expect_reference_law({{{1, 2}, {3, 4}}, 1, 1, 0.5, all_columns(4, 3)});
  expect_reference_law({{{1, 2}, {3, 4}}, 3, 1, 0.3, all_columns(2, 3)});
  expect_reference_law({{{1, 3}, {1, 2}}, 2, 2, 0.4, all_columns(2, 2, 2)});
  expect_reference_law({{{1, 3}, {1, 2}}, 1, 1, 0.4, all_columns(5, 2)});
  expect_reference_law({equally_spaced(3), 1, 1, 0.3, all_columns(4, 3)});
  expect_reference_law({equally_spaced(3), 2, 2, 0.3, all_columns(2, 2, 2)});
  expect_reference_law({{{1, 10}, {1, 2}, {9, 10}}, 2, 1, 0.2, all_columns(3, 2)});
  expect_reference_law({equally_spaced(4), 1, 1, 0.3, {{1, 2, 0}}});
  expect_reference_law({equally_spaced(7), 1, 1, 0.2, {{2, 1}}});
}

// One quantile by permute-and-flip has code of its own.
TEST(QuantileTreeLaw, IsThatOfTheReferenceByPermuteAndFlip) {
  const Grid grid = make_grid(0, 5, 1);
  const MassDomain domain{grid, UnitMass::shared};
  for (const Fraction& quantile : {Fraction{1, 3}, Fraction{1, 2}}) {
    const QuantilePlan plan =
        calibrate_quantiles(std::vector{quantile}, PureCost{0.8}, Neighbors::add_remove, grid);
    ASSERT_EQ(plan.law, Law::permute_and_flip);
    const auto release =
        make_quantiles(domain, UnitDistance{Neighbors::add_remove}, MaxDivergence{}, plan);
    const LawTree tree = testing::law_tree({quantile});
    const ScaledWeights weights{
        {exact_fraction(detail::scale_in_gaps(plan.nodes.front(), 1, shares_per_unit))}};
    for (const Masses& units : {Masses{0, 3, 0, 0, 2, 0}, Masses{1, 0, 0, 6, 0, 1}}) {
      Masses cells = units;
      for (unsigned long& mass : cells) {
        mass *= shares_per_unit;
      }
      const QuantileLaw<ScaledWeights> law{tree, weights, plan.law, cells, 1};
      testing::expect_draws(
          50'000, [&] { return release(testing::column_of(cells)); }, law.released());
    }
  }
}

/// The chances of a leaf's cells, in doubles.
std::vector<double> leaf_law(const Masses& within, const QuantileNode& leaf, double scale) {
  const testing::Gaps gaps = testing::cell_gaps(within, leaf.relative.get_num().get_ui(),
                                                leaf.relative.get_den().get_ui());
  const long best = *std::ranges::min_element(gaps);
  std::vector<double> weights;
  for (const long gap : gaps) {
    weights.push_back(std::exp(-static_cast<double>(gap - best) / scale));
  }
  return testing::exponential_law(std::move(weights));
}

// Quartiles with the million places to a cell that a release has: the sum over all boundaries of the median's node.
TEST(QuantileTreeLaw, IsThatOfAllPlacesInARelease) {
  const Grid grid = make_grid(0, 2, 1);
  const QuantilePlan plan =
      calibrate_quantiles(equally_spaced(3), PureCost{3.0}, Neighbors::add_remove, grid);
  const Masses cells{3, 0, 2};
  const std::uint64_t places = detail::places_per_cell;
  const auto& root = plan.nodes[0];
  const auto& left = plan.nodes[*root.left];
  const auto& right = plan.nodes[*root.right];
  const auto scale = [&](const QuantileNode& node) {
    return node.scale * node.relative.get_den().get_d() * static_cast<double>(places);
  };
  double weights[3][3][3] = {};
  double all = 0;
  for (std::uint64_t c = 0; c <= cells.size() * places; ++c) {
    // What lies on either side, by the cells that have a place there.
    const std::uint64_t at = std::min(c / places, cells.size() - 1);
    Masses before;
    Masses after;
    unsigned long below = 0;
    for (std::uint64_t cell = 0; cell < cells.size(); ++cell) {
      const std::uint64_t mine = std::clamp(c, cell * places, (cell + 1) * places) - cell * places;
      below += mine * cells[cell];
      if (cell == 0 || mine > 0) {
        before.push_back(mine * cells[cell]);
      }
      if (cell >= at) {
        after.push_back((places - mine) * cells[cell]);
      }
    }
    const double off = std::abs(2 * static_cast<double>(below) - 5 * static_cast<double>(places));
    const double weight = std::exp(-off / scale(root));
    all += weight;
    const std::vector<double> lower = leaf_law(before, left, scale(left));
    const std::vector<double> upper = leaf_law(after, right, scale(right));
    for (std::size_t i = 0; i < lower.size(); ++i) {
      for (std::size_t j = 0; j < upper.size(); ++j) {
        weights[i][at][at + j] += weight * lower[i] * upper[j];
      }
    }
  }
  QuantileCellsLaw law;
  for (std::uint64_t low = 0; low < 3; ++low) {
    for (std::uint64_t middle = low; middle < 3; ++middle) {
      for (std::uint64_t high = middle; high < 3; ++high) {
        law.emplace(std::vector{low, middle, high},
                    BigInterval::of(weights[low][middle][high] / all, testing::law_precision));
      }
    }
  }
  const auto release = make_quantiles(MassDomain{grid, UnitMass::one},
                                      UnitDistance{Neighbors::add_remove}, MaxDivergence{}, plan);
  testing::expect_draws(40'000, [&] { return release(testing::column_of(cells)); }, law);
}

}  // namespace quantile_tree_law
}  // namespace
}  // namespace discreet

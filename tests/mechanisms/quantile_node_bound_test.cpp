// How far one node of the recursion errs in rank, whatever the column: its exact law against the bound of each node that
// quantile_rank_error adds up.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/accuracy.hpp"
#include "support/quantile_nodes.hpp"

namespace discreet {
namespace {
namespace quantile_node_bound {

using testing::LawNode;
using testing::Masses;

const std::vector<Fraction> quantiles{{1, 10}, {1, 4}, {1, 2}, {3, 5}, {8, 9}};

/// The chance that a gap is above this, where each has the weight e^(-gap / scale).
double chance_above(const testing::Gaps& gaps, double scale, double least) {
  const long best = *std::ranges::min_element(gaps);
  double total = 0;
  double above = 0;
  for (const long gap : gaps) {
    const double weight = std::exp(-static_cast<double>(gap - best) / scale);
    total += weight;
    above += static_cast<double>(gap) > least ? weight : 0;
  }
  return above / total;
}

/// A random column, most of it in few cells.
Masses random_column(std::mt19937_64& pick, std::size_t cells) {
  Masses out(cells);
  for (unsigned long& mass : out) {
    mass = pick() % 2 == 0 ? pick() % (pick() % 3 == 0 ? 60 : 4) : 0;
  }
  return out;
}

// 120,000 tails of boundaries, and as many of cells.
TEST(QuantileNodeBound, HoldsForEveryColumn) {
  std::mt19937_64 pick{1};  // NOLINT(cert-msc51-cpp): which columns, always the same
  double of_boundaries = 0;
  double of_cells = 0;
  for (int trial = 0; trial < 40'000; ++trial) {
    const std::size_t cells = 1 + pick() % 5;
    const std::size_t per_cell = 2 + pick() % 6;
    const Masses column = random_column(pick, cells);
    Masses places;
    double units = 0;
    for (const unsigned long mass : column) {
      places.insert(places.end(), per_cell, mass);
      units += static_cast<double>(mass);
    }
    const std::size_t begin = pick() % (places.size() + 1);
    const std::size_t end = begin + pick() % (places.size() + 1 - begin);
    const LawNode at = testing::law_tree({quantiles[pick() % quantiles.size()]}).front();
    const double scale = std::exp(static_cast<double>(pick() % 1000) / 100 - 3);  // in ranks
    const double gap_of_one = static_cast<double>(at.den * per_cell);
    const testing::Gaps gaps =
        testing::boundary_gaps(std::span{places}.subspan(begin, end - begin), at.num, at.den);
    const testing::Gaps leaf_gaps = testing::cell_gaps(column, at.num, at.den);
    const double x = units / (static_cast<double>(per_cell) * scale);
    double normaliser = 0;
    for (std::size_t i = 1; i <= places.size() + 1; ++i) {
      normaliser += std::exp(-static_cast<double>(i) * x);
    }
    for (const double beta : {0.5, 0.05, 1e-4}) {
      const double bound =
          scale * std::log((static_cast<double>(places.size()) + 1) / (normaliser * beta));
      of_boundaries = std::max(of_boundaries,
                               chance_above(gaps, scale * gap_of_one, bound * gap_of_one) / beta);
      const double leaf = error_quantile(Law::exponential_mechanism, cells, 1, beta, scale);
      const auto den = static_cast<double>(at.den);
      of_cells = std::max(of_cells, chance_above(leaf_gaps, scale * den, leaf * den) / beta);
    }
  }
  EXPECT_LE(of_boundaries, 1);
  EXPECT_LE(of_cells, 1 + 1e-9);
  EXPECT_GT(of_boundaries, 0.01);
  EXPECT_GT(of_cells, 0.5);
}

}  // namespace quantile_node_bound
}  // namespace
}  // namespace discreet

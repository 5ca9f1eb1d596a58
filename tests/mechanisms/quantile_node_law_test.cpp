// The choice at a node against the exponential mechanism: every decision walked on tiny nodes, and drawn
// at 64 bits on a node that the selection engine can write down.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "entropy/system_bits.hpp"
#include "mechanisms/quantile_node.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "support/brackets.hpp"
#include "support/decision_walk.hpp"
#include "support/frequency.hpp"
#include "support/laws.hpp"
#include "support/placed_column.hpp"
#include "support/random_scores.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using detail::NodeElement;
using detail::PlacedMass;
using detail::PlaceInterval;
using detail::RelativeQuantile;
using testing::PlacedColumn;
using testing::RandomScores;

template <class Decide>
std::uint64_t choose_at_node(Decide& decide, const PlacedMass& mass, PlaceInterval interval,
                             RelativeQuantile quantile, NodeElement element, double scale,
                             std::optional<unsigned> bits) {
  return element == NodeElement::boundary
             ? detail::choose_boundary(decide, mass, interval, quantile, scale, bits)
             : detail::choose_cell(decide, mass, interval, quantile, scale, bits);
}

void expect_node_law(const PlacedColumn& column, PlaceInterval interval, RelativeQuantile quantile,
                     double scale, std::optional<unsigned> bits) {
  const PlacedMass mass{column.column, column.cells, column.places};
  for (const NodeElement element : {NodeElement::boundary, NodeElement::cell}) {
    const auto found = testing::walk_decisions([&](testing::WalkedDecisions& decide) {
      return choose_at_node(decide, mass, interval, quantile, element, scale, bits);
    });
    const auto gaps = testing::gaps_one_by_one(column, interval, quantile, element);
    testing::expect_same_law(found, testing::rank_law(gaps, scale));
  }
}

TEST(QuantileNodeLaw, IsTheExponentialMechanismOfRandomNodes) {
  RandomScores random;
  for (int run = 0; run < 200 && !HasFailure(); ++run) {
    const PlacedColumn column = testing::random_column(random, 4, 3, 12);
    const std::uint64_t den = 1 + random.below(4);
    const RelativeQuantile quantile{random.below(den + 1), den};
    const auto bits = static_cast<unsigned>(random.below(4));
    expect_node_law(column, testing::random_interval(random, column), quantile,
                    0.4 + 6.0 * random.unit(), bits);
  }
}

TEST(QuantileNodeLaw, WithTheWeightsOfARelease) {
  const PlacedColumn column{{{0, 2}, {2, 3}}, 3, 2};
  expect_node_law(column, {0, 6}, {1, 2}, 3.0, {});
  expect_node_law(column, {1, 5}, {1, 3}, 1.5, {});
}

TEST(QuantileNodeLaw, OfNodesWithoutMassWithoutPlacesAndAtTheEnd) {
  const PlacedColumn empty{{{}, {}}, 3, 2};
  expect_node_law(empty, {0, 6}, {1, 2}, 1.0, 2);
  const PlacedColumn column{{{0, 3}, {5, 1}}, 4, 2};
  expect_node_law(column, {2, 6}, {1, 2}, 1.0, 2);  // no mass within
  expect_node_law(column, {3, 3}, {1, 2}, 1.0, 2);
  expect_node_law(column, {8, 8}, {1, 2}, 1.0, 2);
  expect_node_law(column, {0, 0}, {1, 2}, 1.0, 2);
  expect_node_law(column, {7, 8}, {1, 2}, 1.0, 2);
  expect_node_law(column, {1, 7}, {0, 1}, 2.0, 2);
  expect_node_law(column, {1, 7}, {1, 1}, 2.0, 2);
}

TEST(QuantileNodeLaw, OfScalesFarBelowAndAboveTheGaps) {
  const PlacedColumn column{{{0, 1, 3}, {5, 1, 2}}, 4, 1};
  expect_node_law(column, {0, 4}, {1, 2}, std::numeric_limits<double>::max(), 2);
  expect_node_law(column, {0, 4}, {1, 2}, std::numeric_limits<double>::denorm_min(), 2);
  expect_node_law(column, {0, 4}, {1, 2}, 0.05, 2);
}

// The best gap is not 0, and without it every weight would be 1.
TEST(QuantileNodeLaw, OfFewPlacesWithMuchMass) {
  const PlacedColumn column{{{0, 1}, {1'000'000'000, 1'000'000'007}}, 2, 1};
  expect_node_law(column, {0, 1}, {1, 2}, 1.0, 3);
  expect_node_law(column, {0, 1}, {3, 7}, 1e9, 3);
  expect_node_law(column, {0, 2}, {2, 5}, 1e9, 3);
}

// Uniform draws, their rejections and the comparison's exact path, all from words of a few bits. A proposal
// that fails leaves all of the next one open, so that the brackets stay as wide as three or four failures.
TEST(QuantileNodeLaw, OverWordsOfAFewBits) {
  const PlacedColumn column{{{0}, {1}}, 2, 1};
  const PlacedMass mass{column.column, column.cells, column.places};
  const auto gaps = testing::gaps_one_by_one(column, {0, 2}, {1, 2}, NodeElement::boundary);
  const auto law = testing::rank_law(gaps, 0.9);
  const auto expect_words = [&]<unsigned Width>(std::size_t depth, unsigned bits) {
    using Bits = testing::ScriptedBits<Width>;
    const auto found = testing::walk_words<Width>(depth, [&](Bits& words) {
      DrawnDecisions<Bits> decide{words};
      return detail::choose_boundary(decide, mass, {0, 2}, {1, 2}, 0.9, bits);
    });
    testing::expect_law(found, law, mpq_class{1, 50});
  };
  expect_words.template operator()<1>(20, 0);
  expect_words.template operator()<2>(20, 1);
  expect_words.template operator()<3>(21, 2);
}

/// Forty cells with ties, holes and much mass on one of them: 641 boundaries.
const PlacedColumn& mid_size() {
  static const PlacedColumn column = [] {
    PlacedColumn out{{{}, {}}, 40, 16};
    for (std::uint64_t cell = 0; cell < out.cells; ++cell) {
      if (cell % 7 != 3 && (cell < 24 || cell > 27)) {
        out.column.cells.push_back(cell);
        out.column.masses.push_back(cell == 13 ? 40 : 1 + cell * 5 % 8);
      }
    }
    return out;
  }();
  return column;
}

constexpr std::size_t node_draws = 100'000;
constexpr RelativeQuantile odd_quantile{3, 7};
constexpr double mid_scale =
    2000.0;  // places carry up to 40 · 7: the choice spreads over many cells

TEST(QuantileNodeLaw, AtSixtyFourBitsIsTheLaw) {
  const PlacedMass mass{mid_size().column, mid_size().cells, mid_size().places};
  DrawnDecisions<SystemBits> decide{thread_bits()};
  for (const NodeElement element : {NodeElement::boundary, NodeElement::cell}) {
    const PlaceInterval interval{5, mass.end() - 9};
    const auto gaps = testing::gaps_one_by_one(mid_size(), interval, odd_quantile, element);
    testing::expect_draws(
        node_draws,
        [&] {
          return choose_at_node(decide, mass, interval, odd_quantile, element, mid_scale, {});
        },
        testing::rank_law(gaps, mid_scale));
  }
}

// Pairs of one draw by pieces and one by the engine, which has every element's score before it. Where the two
// differ in whether they fall into a bin, either says yes with the same chance; so the difference of yeses
// over D such pairs is a fair walk, and P(|walk| >= t) <= 2 exp(-t^2 / 2D) by Hoeffding. The bins share a rate of 1e-9.
TEST(QuantileNodeLaw, AtSixtyFourBitsAgreesWithTheEngine) {
  constexpr std::size_t bins = 9;
  const PlacedMass mass{mid_size().column, mid_size().cells, mid_size().places};
  DrawnDecisions<SystemBits> decide{thread_bits()};
  for (const NodeElement element : {NodeElement::boundary, NodeElement::cell}) {
    const PlaceInterval interval{0, mass.end()};
    const auto gaps = testing::gaps_one_by_one(mid_size(), interval, odd_quantile, element);
    std::vector<std::int64_t> scores;
    for (const auto& [e, gap] : gaps) {
      scores.push_back(-static_cast<std::int64_t>(gap));
    }
    const detail::ScoreView<std::int64_t> view{std::span<const std::int64_t>{scores}};
    std::array<double, bins> walk{};
    std::array<double, bins> steps{};
    for (std::size_t i = 0; i < node_draws / 2; ++i) {
      const std::uint64_t chosen =
          choose_at_node(decide, mass, interval, odd_quantile, element, mid_scale, {});
      const std::size_t engine =
          detail::engine_top_k<detail::DefaultShape<std::int64_t>>(
              decide, view, mid_scale, 1, Optimize::max, Law::exponential_mechanism, 1)
              .front();
      // Neighbours fall into different bins, so that a bias towards either end of a piece is seen.
      const auto here = static_cast<std::size_t>(chosen % bins);
      const std::size_t there = engine % bins;
      if (here != there) {
        walk[here] += 1.0;
        walk[there] -= 1.0;
        steps[here] += 1.0;
        steps[there] += 1.0;
      }
    }
    for (std::size_t bin = 0; bin < bins; ++bin) {
      const double rate = testing::false_alarm / (2.0 * bins);
      EXPECT_GT(steps[bin], 1000.0) << "a bin that is hardly ever hit";
      EXPECT_LT(std::abs(walk[bin]), std::sqrt(2.0 * steps[bin] * std::log(2.0 / rate)));
    }
  }
}

}  // namespace
}  // namespace discreet

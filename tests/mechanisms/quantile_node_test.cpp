#include "mechanisms/quantile_node.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "numbers/rank_gap.hpp"
#include "support/expect_error.hpp"
#include "support/oracle.hpp"
#include "support/placed_column.hpp"
#include "support/random_scores.hpp"
#include "support/unsound_arithmetic.hpp"

namespace discreet {
namespace {

using detail::NodeElement;
using detail::NodeGaps;
using detail::Piece;
using detail::PieceLine;
using detail::PlacedMass;
using detail::PlaceInterval;
using detail::RankThreshold;
using detail::RelativeQuantile;
using testing::Oracle;
using testing::PlacedColumn;
using testing::RandomScores;

TEST(PlacedMass, SumsAndSearchesAsPlaceByPlace) {
  RandomScores random;
  for (int run = 0; run < 500; ++run) {
    const PlacedColumn column = testing::random_column(random, 9, 6, 40);
    const PlacedMass mass{column.column, column.cells, column.places};
    ASSERT_EQ(mass.end(), column.cells * column.places);
    UInt128 sum = 0;
    UInt128 reached = 0;
    ASSERT_EQ(mass.first_reaching(0), 0U);
    const std::vector<UInt128> places = column.by_place();
    for (std::uint64_t p = 0; p <= mass.end(); ++p) {
      ASSERT_TRUE(mass.before(p) == sum) << p;
      for (; reached < sum; ++reached) {
        ASSERT_EQ(mass.first_reaching(reached + 1), p);
      }
      sum += p < mass.end() ? places[p] : 0;
    }
    ASSERT_TRUE(mass.total() == sum);
  }
}

TEST(PlacedMass, RejectsGridsWithoutPlacesOrWithTooMany) {
  const MassColumn none;
  EXPECT_THROW((PlacedMass{none, 5, 0}), Error);
  EXPECT_THROW((PlacedMass{none, 0, 5}), Error);
  EXPECT_THROW((PlacedMass{none, (std::uint64_t{1} << 40U) + 1, std::uint64_t{1} << 20U}), Error);
  EXPECT_THROW((PlacedMass{none, std::uint64_t{1} << 33U, std::uint64_t{1} << 33U}), Error);
}

/// W·e^(−gap/scale).
Oracle node_threshold(UInt128 gap, const RankThreshold& threshold) {
  return exp(-(Oracle{static_cast<double>(gap)} / Oracle{threshold.scale})) *
         Oracle::of(std::uint64_t{1} << threshold.bits);
}

/// Every element in one piece, and no lighter than its threshold.
void expect_covered(const PieceLine& line, const std::map<std::uint64_t, Int128>& gaps,
                    const RankThreshold& threshold) {
  Int128 best = gaps.begin()->second;
  for (const auto& [element, gap] : gaps) {
    best = std::min(best, gap);
  }
  std::map<std::uint64_t, std::uint64_t> weights;
  UInt128 total = 0;
  for (const Piece& piece : line.pieces()) {
    for (std::uint64_t i = 0; i < piece.count; ++i) {
      ASSERT_TRUE(weights.emplace(piece.first + i, piece.weight).second) << "in two pieces";
    }
    total += UInt128{piece.count} * piece.weight;
  }
  ASSERT_TRUE(total == line.total());
  ASSERT_EQ(weights.size(), gaps.size()) << "an element in no piece, or one that there is not";
  ASSERT_LE(line.pieces().size(), std::size_t{2} * (threshold.bits / 2 + 2));
  for (const auto& [element, gap] : gaps) {
    ASSERT_TRUE(weights.contains(element)) << "an element in no piece";
    ASSERT_TRUE(node_threshold(static_cast<UInt128>(gap - best), threshold) <=
                Oracle::of(weights.at(element)))
        << "a weight below the threshold of " << element;
  }
}

TEST(QuantileNode, HasTheGapsAndPiecesOfItsElementsOneByOne) {
  RandomScores random;
  constexpr double least = std::numeric_limits<double>::denorm_min();
  constexpr double most = std::numeric_limits<double>::max();
  for (int run = 0; run < 3000 && !HasFatalFailure(); ++run) {
    const PlacedColumn column = testing::random_column(random, 9, 6, 40);
    const PlacedMass mass{column.column, column.cells, column.places};
    const PlaceInterval interval = testing::random_interval(random, column);
    const std::uint64_t den = 1 + random.below(7);
    const RelativeQuantile quantile{random.below(den + 1), den};
    const NodeElement element = random.below(2) == 0 ? NodeElement::boundary : NodeElement::cell;
    const auto expected = testing::gaps_one_by_one(column, interval, quantile, element);
    const NodeGaps gaps{mass, interval, quantile, element};
    ASSERT_EQ(gaps.first(), expected.begin()->first);
    ASSERT_EQ(gaps.last(), expected.rbegin()->first);
    for (const auto& [e, gap] : expected) {
      ASSERT_TRUE(gaps.gap(e) == gap) << e;
    }
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    ASSERT_TRUE(gaps.best() == std::min_element(expected.begin(), expected.end(), less)->second);
    for (const double scale : {least, 0.3, 1.0, 3.0, 20.0, 300.0, most}) {
      const RankThreshold threshold{scale, static_cast<unsigned>(random.below(8))};
      expect_covered(cut_node(gaps, threshold), expected, threshold);
    }
  }
}

TEST(QuantileNode, ACellIsBestIfAndOnlyIfItIsAQuantile) {
  // 60 % zeros: the median is 0, whatever else there is.
  const MassColumn column{{0, 1, 2, 3}, {6000, 1300, 900, 1800}};
  const PlacedMass mass{column, 5, 1};
  const NodeGaps gaps{mass, {0, 5}, {1, 2}, NodeElement::cell};
  EXPECT_TRUE(gaps.gap(0) == -2000) << "a thousand zeros more, and it would not be";
  EXPECT_TRUE(gaps.gap(1) == 2000);
  EXPECT_TRUE(gaps.gap(4) == 10000);
}

TEST(QuantileNode, RefusesWhatIsNoNode) {
  const MassColumn column{{1}, {3}};
  const PlacedMass mass{column, 4, 2};
  EXPECT_THROW((NodeGaps{mass, {3, 2}, {1, 2}, NodeElement::cell}), Error);
  EXPECT_THROW((NodeGaps{mass, {0, 9}, {1, 2}, NodeElement::cell}), Error);
  EXPECT_THROW((NodeGaps{mass, {0, 8}, {3, 2}, NodeElement::boundary}), Error);
  EXPECT_THROW((NodeGaps{mass, {0, 8}, {0, 0}, NodeElement::boundary}), Error);
  const NodeGaps gaps{mass, {0, 8}, {1, 2}, NodeElement::boundary};
  for (const double scale : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW((void)cut_node(gaps, {scale, 3}), Error);
  }
  EXPECT_THROW((void)cut_node(gaps, {1.0, 64}), Error);
}

TEST(QuantileNode, RefusesAThreadWithUnsoundArithmetic) {
  const MassColumn column{{1}, {3}};
  const PlacedMass mass{column, 4, 2};
  const NodeGaps gaps{mass, {0, 8}, {1, 2}, NodeElement::boundary};
  for (const UnsoundMode mode : unsound_modes) {
    const UnsoundArithmetic unsound{mode};
    expect_error(unsound_thread, [&] { return cut_node(gaps, {1.0, 3}); });
  }
}

/// How many proposals a node takes on average, from above: each piece's thresholds are at least that of
/// its element of the largest gap, at either end, and all of them together at least that of the best.
double proposals(const NodeGaps& gaps, const RankThreshold& threshold, const PieceLine& line) {
  double thresholds = 0.0;
  const double most = std::exp2(static_cast<double>(threshold.bits));
  for (const Piece& piece : line.pieces()) {
    const Int128 worst = std::max(gaps.gap(piece.first), gaps.gap(piece.first + piece.count - 1));
    thresholds += static_cast<double>(piece.count) *
                  node_threshold(gaps.above_best(worst), threshold).nearest();
  }
  return static_cast<double>(line.total()) / std::max(thresholds, most);
}

TEST(QuantileNode, TakesFewPiecesAndProposalsOnTheLargestGrids) {
  constexpr std::uint64_t cells = std::uint64_t{1} << 40U;
  constexpr std::uint64_t places = std::uint64_t{1} << 20U;
  RandomScores random;
  for (int run = 0; run < 300; ++run) {
    // All of the mass on one cell, on a few, or on very many.
    MassColumn column;
    const std::size_t distinct = run % 3 == 0 ? 1 : run % 3 == 1 ? 5 : 20'000;
    std::uint64_t cell = random.word() % cells;
    for (std::size_t i = 0; i < distinct && cell < cells; ++i) {
      column.cells.push_back(cell);
      column.masses.push_back(1 + random.below(std::size_t{1} << (1 + random.below(34))));
      cell += 1 + random.below(std::size_t{1} << (1 + random.below(30)));
    }
    const PlacedMass mass{column, cells, places};
    const RelativeQuantile quantile{1 + random.below(4095), 4096};
    const double scale = 4096.0 * 0x1p20 * std::exp2(60.0 * random.unit() - 10.0);
    for (const NodeElement element : {NodeElement::boundary, NodeElement::cell}) {
      const NodeGaps gaps{
          mass, {random.below(2) * (random.word() % cells), mass.end()}, quantile, element};
      const RankThreshold threshold{scale, node_bits(gaps)};
      const PieceLine line = cut_node(gaps, threshold);
      ASSERT_LE(line.pieces().size(), std::size_t{2} * (threshold.bits / 2 + 2));
      ASSERT_LT(proposals(gaps, threshold, line), 4.26);
    }
  }
}

}  // namespace
}  // namespace discreet

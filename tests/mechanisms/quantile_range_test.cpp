// Theorem 1 of proofs/mechanisms/quantile_range.md by exhaustion: by how much the scores of a quantile move between
// columns that differ by one unit.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/quantile_neighbours.hpp"
#include "support/quantile_nodes.hpp"

namespace discreet {
namespace {
namespace quantile_range {

using testing::Gaps;
using testing::LawNode;
using testing::Masses;

const std::vector<Fraction> quantiles{{1, 10}, {1, 4}, {1, 3}, {1, 2},
                                      {3, 5},  {2, 3}, {3, 4}, {9, 10}};

Gaps gaps_of_cells(const Masses& column, const LawNode& at) {
  return testing::cell_gaps(column, at.num, at.den);
}
Gaps gaps_of_boundaries(const Masses& column, const LawNode& at) {
  return testing::boundary_gaps(column, at.num, at.den);
}

/// The greatest change of a gap less the least.
unsigned long range_between(const Gaps& x, const Gaps& y) {
  std::int64_t least = INT64_MAX;
  std::int64_t greatest = INT64_MIN;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::int64_t change = x[i] - y[i];
    least = std::min(least, change);
    greatest = std::max(greatest, change);
  }
  return static_cast<unsigned long>(greatest - least);
}

struct Ranges {
  unsigned long added = 0;
  unsigned long replaced = 0;
  std::size_t pairs = 0;
};

/// Every column of at most seven units, one row each, and every unit that is added to it or replaced.
template <class GapsOf>
Ranges greatest_ranges(const LawNode& at, std::size_t cells, const GapsOf& gaps_of) {
  Ranges out;
  const auto units = testing::units_of(cells, 1, 1);
  for (const Masses& column : testing::columns_of(units, cells, 7)) {
    std::vector<Gaps> more;
    for (const Masses& unit : units) {
      more.push_back(gaps_of(testing::with_unit(column, unit), at));
    }
    const Gaps gaps = gaps_of(column, at);
    for (std::size_t x = 0; x < cells; ++x) {
      out.added = std::max(out.added, range_between(gaps, more[x]));
      ++out.pairs;
      for (std::size_t y = 0; y < x; ++y) {
        out.replaced = std::max(out.replaced, range_between(more[x], more[y]));
        ++out.pairs;
      }
    }
  }
  return out;
}

// 256,128 pairs.
TEST(QuantileRange, IsNeverPassedAndIsReached) {
  std::set<Fraction> reached;
  std::set<Fraction> reached_by_replacing;
  std::size_t pairs = 0;
  for (const Fraction& quantile : quantiles) {
    const LawNode at = testing::law_tree({quantile}).front();
    for (std::size_t cells = 2; cells <= 5; ++cells) {
      for (const auto& gaps_of : {gaps_of_cells, gaps_of_boundaries}) {
        const Ranges found = greatest_ranges(at, cells, gaps_of);
        EXPECT_LE(found.added, 2 * at.slope());
        EXPECT_LE(found.replaced, 2 * at.den);
        if (found.added == 2 * at.slope()) {
          reached.insert(quantile);
        }
        if (found.replaced == 2 * at.den) {
          reached_by_replacing.insert(quantile);
        }
        pairs += found.pairs;
      }
    }
  }
  for (const Fraction& quantile :
       {Fraction{1, 4}, Fraction{1, 3}, Fraction{1, 2}, Fraction{3, 5}}) {
    EXPECT_TRUE(reached.contains(quantile)) << quantile;
    EXPECT_TRUE(reached_by_replacing.contains(quantile)) << quantile;
  }
  EXPECT_EQ(pairs, 256'128U);
}

// 160,000 pairs: what a unit has within a node is any mass on any of its places.
TEST(QuantileRange, GrowsWithTheMassThatIsWithinTheNode) {
  std::mt19937_64 pick{1};  // NOLINT(cert-msc51-cpp): which masses, always the same
  const auto masses = [&](std::size_t places, unsigned long most) {
    Masses out(places);
    for (unsigned long& mass : out) {
      mass = pick() % 3 == 0 ? pick() % (most + 1) : 0;
    }
    return out;
  };
  const auto sum = [](const Masses& x) {
    unsigned long out = 0;
    for (const unsigned long mass : x) {
      out += mass;
    }
    return out;
  };
  for (const Fraction& quantile : quantiles) {
    const LawNode at = testing::law_tree({quantile}).front();
    for (int trial = 0; trial < 5'000; ++trial) {
      const std::size_t places = 1 + pick() % 7;
      const Masses column = masses(places, 12);
      const Masses unit = masses(places, 6);
      const Masses other = masses(places, 6);
      const auto one = testing::with_unit(column, unit);
      const auto two = testing::with_unit(column, other);
      const unsigned long by_one = at.num * sum(other) + (at.den - at.num) * sum(unit);
      const unsigned long by_other = at.num * sum(unit) + (at.den - at.num) * sum(other);
      for (const auto& gaps_of : {gaps_of_cells, gaps_of_boundaries}) {
        EXPECT_LE(range_between(gaps_of(column, at), gaps_of(one, at)), 2 * at.slope() * sum(unit));
        EXPECT_LE(range_between(gaps_of(one, at), gaps_of(two, at)),
                  2 * std::max(by_one, by_other));
      }
    }
  }
}

TEST(QuantileRange, IsReachedByAsManyRowsBetweenAsTheQuantileNeeds) {
  for (const Fraction& quantile : quantiles) {
    const LawNode at = testing::law_tree({quantile}).front();
    // Rows between two cells, and one more beyond them on the side of the smaller part.
    const unsigned long rows = at.slope() / std::min(at.num, at.den - at.num) + 1;
    Masses column{0, rows, 0, 0};
    Masses more{0, rows, 0, 1};
    if (2 * at.num < at.den) {
      std::ranges::reverse(column);
      std::ranges::reverse(more);
    }
    EXPECT_EQ(range_between(gaps_of_cells(column, at), gaps_of_cells(more, at)), 2 * at.slope());
  }
}

}  // namespace quantile_range
}  // namespace
}  // namespace discreet

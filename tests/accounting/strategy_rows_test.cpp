#include "accounting/strategy_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/two_point.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

// A curve that mostly falls, some of it flat and some of it rising, with room on both sides of its points.
std::vector<double> curve(std::mt19937_64& random, std::size_t size) {
  std::vector<double> values(size);
  double value = 1;
  for (double& one : values) {
    const auto choice = random() % 16;
    value *= choice == 0 ? 1.02 : choice < 4 ? 1 : 0.97 + 0.03 * std::ldexp(random() >> 11U, -53);
    one = value;
  }
  return values;
}

struct Case {
  std::int64_t cells;
  std::int64_t first;
  std::int64_t last;
  std::int64_t count;
  std::vector<double> values;  // values[cells + i] is the point i
  std::vector<double> more;
};

Case drawn(std::mt19937_64& random) {
  const auto below = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
  };
  Case out{1 + below(40), 0, 0, 1 + below(70), {}, {}};
  out.first = below(out.cells - 1);
  out.last = out.first + 1 + below(out.cells - out.first - 1);
  const auto size = static_cast<std::size_t>(out.count + 2 * out.cells);
  out.values = curve(random, size);
  out.more.resize(size);
  std::generate(out.more.begin(), out.more.end(),
                [&] { return std::ldexp(static_cast<double>(random() >> 11U), -70); });
  return out;
}

double worth(const detail::TwoPointTables& tables, const Case& one, std::int64_t i,
             std::int64_t j) {
  const auto at = static_cast<std::size_t>(one.cells + i - j);
  const auto strategy = static_cast<std::size_t>(j);
  return tables.upper_stay[strategy] * one.values[at] +
         tables.upper_leap[strategy] * one.values[at + static_cast<std::size_t>(one.cells)];
}

// By how much a strategy between two can be better than both.
double added(const detail::TwoPointTables& tables, const Case& one, std::int64_t i) {
  const auto width = static_cast<std::size_t>(one.last - one.first);
  const auto value = [&](std::int64_t at) {
    return one.values[static_cast<std::size_t>(one.cells + at)];
  };
  const double near = value(i - one.last) - value(i - one.first);
  const double far = value(i - one.last + one.cells) - value(i - one.first + one.cells);
  const double gain =
      far < 0 ? tables.upper_rise[width] * std::max(near, 0.0) - tables.upper_fall[width] * far
              : tables.upper_rise[width] * near - tables.lower_fall[width] * far;
  return std::max(gain, 0.0);
}

double between(const detail::TwoPointTables& tables, const Case& one, std::int64_t i) {
  return std::max(worth(tables, one, i, one.first), worth(tables, one, i, one.last)) +
         added(tables, one, i);
}

TEST(StrategyRows, AreRaisedToTheBestOnVectorsOfEveryWidth) {
  testing::for_each_vector_target([] {
    std::mt19937_64 random{1};
    for (int trial = 0; trial < 300; ++trial) {
      const Case one = drawn(random);
      const detail::TwoPointTables tables{0.7, one.cells};
      std::vector<double> out(static_cast<std::size_t>(one.count), 0.5);
      detail::raise_to_best(
          {tables.upper_stay.data(), tables.upper_leap.data(), one.cells, one.first, one.last},
          one.values.data() + one.cells, one.more.data() + one.cells, out.data(), one.count);
      for (std::int64_t i = 0; i < one.count; ++i) {
        double best = 0.5;
        for (std::int64_t j = one.first; j <= one.last; ++j) {
          best = std::max(best, worth(tables, one, i, j) +
                                    one.more[static_cast<std::size_t>(one.cells + i - j)]);
        }
        ASSERT_EQ(out[static_cast<std::size_t>(i)], best) << one.count << ' ' << i;
      }
    }
  });
}

TEST(StrategyRows, AreLookedAtWhereverOnePointNeedsIt) {
  int passed = 0;
  testing::for_each_vector_target([&] {
    std::mt19937_64 random{2};
    for (int trial = 0; trial < 300; ++trial) {
      const Case one = drawn(random);
      const detail::TwoPointTables tables{0.7, one.cells};
      const auto width = static_cast<std::size_t>(one.last - one.first);
      std::vector<double> bound(static_cast<std::size_t>(one.count));
      for (std::int64_t i = 0; i < one.count; ++i) {
        bound[static_cast<std::size_t>(i)] = between(tables, one, i);
      }
      const auto looked = [&] {
        return detail::may_be_worth_more(
            {tables.upper_stay.data(), tables.upper_leap.data(), one.cells, one.first, one.last},
            {tables.upper_rise[width], tables.upper_fall[width], tables.lower_fall[width]},
            one.values.data() + one.cells, bound.data(), one.count);
      };
      passed += looked() ? 0 : 1;
      if (one.count % 8 == 0) {
        EXPECT_FALSE(looked());
      }
      double& least = bound[random() % bound.size()];
      least = std::nextafter(least, 0);
      EXPECT_TRUE(looked());
    }
  });
  EXPECT_GT(passed, 0);
}

TEST(StrategyRows, KnowWhatEachCellMayAddOnVectorsOfEveryWidth) {
  testing::for_each_vector_target([] {
    std::mt19937_64 random{4};
    for (int trial = 0; trial < 300; ++trial) {
      Case one = drawn(random);
      const detail::TwoPointTables tables{0.7, one.cells};
      one.first = 0;
      one.last = 1;
      std::vector<double> out(static_cast<std::size_t>(one.count));
      detail::added_in_cells({tables.upper_rise[1], tables.upper_fall[1], tables.lower_fall[1]},
                             one.values.data() + one.cells, one.cells, out.data(), one.count);
      for (std::int64_t i = 0; i < one.count; ++i) {
        ASSERT_EQ(out[static_cast<std::size_t>(i)], added(tables, one, i)) << one.count << ' ' << i;
      }
    }
  });
}

}  // namespace
}  // namespace discreet

#include "numbers/interval.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "support/extremes.hpp"
#include "support/random_doubles.hpp"

namespace discreet {
namespace {

bool is_valid(Interval i) { return i.lo <= i.hi && i.lo < infinity && i.hi > -infinity; }

bool contains_exactly(Interval i, const Fraction& value) {
  return (i.lo == -infinity || exact_fraction(i.lo) <= value) &&
         (i.hi == infinity || value <= exact_fraction(i.hi));
}

// Real members of an interval: its finite ends and something between.
std::vector<Fraction> members(Interval i) {
  const Fraction lo = exact_fraction(std::max(i.lo, -largest));
  const Fraction hi = exact_fraction(std::min(i.hi, largest));
  return {lo, hi, Fraction{(lo * 3 + hi) / 4}};
}

void expect_sound(Interval a, Interval b) {
  const Interval sum = a + b;
  const Interval difference = a - b;
  const Interval product = a * b;
  const Interval quotient = a / b;
  for (const Interval result : {sum, difference, product, quotient, -a}) {
    ASSERT_TRUE(is_valid(result)) << a.lo << ' ' << a.hi << ' ' << b.lo << ' ' << b.hi;
  }
  for (const Fraction& x : members(a)) {
    ASSERT_TRUE(contains_exactly(-a, Fraction{-x}));
    for (const Fraction& y : members(b)) {
      ASSERT_TRUE(contains_exactly(sum, Fraction{x + y})) << a.lo << ' ' << b.lo;
      ASSERT_TRUE(contains_exactly(difference, Fraction{x - y})) << a.lo << ' ' << b.lo;
      ASSERT_TRUE(contains_exactly(product, Fraction{x * y})) << a.lo << ' ' << b.lo;
      if (y != 0) {
        ASSERT_TRUE(contains_exactly(quotient, Fraction{x / y})) << a.lo << ' ' << b.lo;
      }
    }
  }
}

std::vector<Interval> corner_intervals() {
  const std::vector<double> ends{-infinity, -largest, -3.0,     -1.0,      -0x1p-1022,
                                 -smallest, 0.0,      smallest, 0.1,       1.0,
                                 0x1p600,   largest,  infinity, 0x1p-1021, -0.0};
  std::vector<Interval> out;
  for (const double lo : ends) {
    for (const double hi : ends) {
      if (is_valid({lo, hi})) {
        out.push_back({lo, hi});
      }
    }
  }
  return out;
}

TEST(Interval, EveryOperationContainsEveryResultAtTheCorners) {
  for (const Interval a : corner_intervals()) {
    for (const Interval b : corner_intervals()) {
      expect_sound(a, b);
    }
  }
}

TEST(Interval, EveryOperationContainsTheResultForRandomOperands) {
  testing::RandomDoubles random;
  const auto any = [&] {
    const double x = random.any_finite();
    const double y = random.below(4) == 0 ? random.any_finite() : x * random.between(0.5, 2);
    return Interval{std::min(x, std::isfinite(y) ? y : x), std::max(x, std::isfinite(y) ? y : x)};
  };
  for (int i = 0; i < 5'000; ++i) {
    const Interval a = any();
    const Interval b = any();
    expect_sound(a, b);
    // Comparable sizes, where cancellation and ties happen.
    expect_sound({-1.5, random.between(-1, 1)}, {random.between(0.1, 1), 1});
  }
}

TEST(Interval, PointsStayWithinTwoStepsOfTheExactResult) {
  testing::RandomDoubles random;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.between(-4, 4);
    const double y = random.between(1, 4);
    const Interval results[] = {Interval::point(x) + y, x - Interval::point(y),
                                Interval::point(x) * y, x / Interval::point(y)};
    for (const Interval r : results) {
      EXPECT_LE(r.hi, next_up(next_up(r.lo)));
    }
  }
}

TEST(Interval, ScalarFormsAreThoseOfThePoint) {
  const Interval a{-0.3, 7.1};
  for (const double b : {-2.5, 0.1, 3.0, infinity, -infinity}) {
    const Interval p = Interval::point(b);
    EXPECT_TRUE(a + b == a + p && b + a == p + a);
    EXPECT_TRUE(a - b == a - p && b - a == p - a);
    EXPECT_TRUE(a * b == a * p && b * a == p * a);
    EXPECT_TRUE(a / b == a / p && b / a == p / a);
  }
}

TEST(Interval, APointOfInfinityIsWhatLiesBeyondTheFiniteDoubles) {
  EXPECT_EQ(Interval::point(infinity), (Interval{largest, infinity}));
  EXPECT_EQ(Interval::point(-infinity), (Interval{-infinity, -largest}));
  EXPECT_EQ(Interval::point(-2.0), (Interval{-2.0, -2.0}));
}

TEST(Interval, ProductsAndQuotientsOfNonNegativesStayNonNegative) {
  const Interval tiny{0.0, smallest};
  EXPECT_EQ((tiny * tiny).lo, 0.0);
  EXPECT_EQ((tiny / Interval{1.0, infinity}).lo, 0.0);
  EXPECT_EQ((-tiny / Interval{1.0, infinity}).hi, 0.0);
  EXPECT_EQ((tiny * tiny).hi, smallest);
}

TEST(Interval, DivisionByWhatMayBeZeroKnowsNothing) {
  for (const Interval b : {Interval{0, 1}, Interval{-1, 1}, Interval{-2, -1}}) {
    EXPECT_EQ((Interval{1, 2} / b), Interval::everything());
  }
}

TEST(Interval, ContainsItsEndsAndNothingOutside) {
  constexpr Interval i{1.0, 2.0};
  static_assert(i.contains(1.0) && i.contains(2.0) && i.contains(1.5));
  EXPECT_FALSE(i.contains(next_down(1.0)));
  EXPECT_FALSE(i.contains(next_up(2.0)));
}

}  // namespace
}  // namespace discreet

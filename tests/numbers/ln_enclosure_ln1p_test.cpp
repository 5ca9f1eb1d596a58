#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "numbers/big_interval.hpp"
#include "numbers/ln_enclosure.hpp"
#include "support/extremes.hpp"
#include "support/random_doubles.hpp"

namespace discreet {
namespace {

// MPFR's log1p at 200 bits, from both sides; the width is at most the stated one.
void expect_ln1p_contained(double x) {
  static thread_local BigFloat argument{53};
  static thread_local BigFloat truth{200};
  const Interval i = ln1p_enclosure(x);
  ASSERT_LE(i.lo, i.hi);
  mpfr_set_d(argument.get(), x, MPFR_RNDN);
  mpfr_log1p(truth.get(), argument.get(), MPFR_RNDU);
  ASSERT_LE(mpfr_cmp_d(truth.get(), i.hi), 0) << std::hexfloat << x;
  mpfr_log1p(truth.get(), argument.get(), MPFR_RNDD);
  ASSERT_GE(mpfr_cmp_d(truth.get(), i.lo), 0) << std::hexfloat << x;
  const double size = std::abs(mpfr_get_d(truth.get(), MPFR_RNDN));
  ASSERT_LE(i.hi - i.lo, std::max(ln1p_width * size, smallest)) << std::hexfloat << x;
}

TEST(Ln1pEnclosure, ContainsTheTruthAtRandomArguments) {
  testing::RandomDoubles random;
  for (int i = 0; i < 30'000; ++i) {
    expect_ln1p_contained(random.between(ln_core_least, ln_core_greatest));
    expect_ln1p_contained(random.between(-1, 1));
    expect_ln1p_contained(std::abs(random.any_finite()));
    expect_ln1p_contained(random.between(-1e-12, 1e-12));
  }
}

TEST(Ln1pEnclosure, ContainsTheTruthAtTheCornersAndWhereTheMethodTurns) {
  for (const double x : testing::corner_doubles()) {
    if (x > -1 && x < largest) {
      expect_ln1p_contained(x);
    }
  }
  for (const double x : {ln_core_least, ln_core_greatest, ln_core_tiny, -ln_core_tiny, 0.0,
                         -0x1.fffffffffffffp-1, -0.75, 0x1p-1022, -0x1p-1022}) {
    double below = x;
    double above = x;
    for (int i = 0; i < 20; ++i, below = next_down(below), above = next_up(above)) {
      expect_ln1p_contained(above);
      if (below > -1) {
        expect_ln1p_contained(below);
      }
    }
  }
}

TEST(Ln1pEnclosure, IsExactAtZero) {
  EXPECT_EQ(ln1p_enclosure(0.0), (Interval{0, 0}));
  EXPECT_EQ(ln1p_enclosure(-0.0), (Interval{0, 0}));
}

TEST(Ln1pEnclosure, KnowsTheLimitsAndNothingBelowMinusOne) {
  EXPECT_EQ(ln1p_enclosure(-1.0).lo, -infinity);
  EXPECT_LT(ln1p_enclosure(-1.0).hi, -700);
  EXPECT_EQ(ln1p_enclosure(infinity).hi, infinity);
  EXPECT_GT(ln1p_enclosure(infinity).lo, 709);
  EXPECT_EQ(ln1p_enclosure(largest).hi, infinity);
  EXPECT_TRUE(ln1p_enclosure(largest).contains(ln_enclosure(largest).lo));
  EXPECT_EQ(ln1p_enclosure(next_down(-1.0)), Interval::everything());
  EXPECT_EQ(ln1p_enclosure(std::numeric_limits<double>::quiet_NaN()), Interval::everything());
}

TEST(Ln1pEnclosure, OfAnIntervalReachesFromItsLowerToItsUpperEnd) {
  const Interval x{-0.25, 3.5};
  const Interval y = ln1p_enclosure(x);
  EXPECT_EQ(y.lo, ln1p_enclosure(x.lo).lo);
  EXPECT_EQ(y.hi, ln1p_enclosure(x.hi).hi);
  EXPECT_EQ(ln1p_enclosure(Interval{-3, 0.5}), (Interval{-infinity, ln1p_enclosure(0.5).hi}));
  EXPECT_EQ(ln1p_enclosure(Interval{-3, -1}), Interval::everything());
}

}  // namespace
}  // namespace discreet

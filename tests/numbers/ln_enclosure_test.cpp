#include "numbers/ln_enclosure.hpp"

#include <cerrno>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "support/extremes.hpp"
#include "support/random_doubles.hpp"

namespace discreet {
namespace {

// ln x to 200 bits, compared from below and from above.
class LnTruth {
 public:
  void at(double x) {
    mpfr_set_d(argument_.get(), x, MPFR_RNDN);
    exact_ = mpfr_log(below_.get(), argument_.get(), MPFR_RNDD) == 0;
    mpfr_set(above_.get(), below_.get(), MPFR_RNDN);
    if (!exact_) {
      mpfr_nextabove(above_.get());
    }
  }
  [[nodiscard]] bool inside(Interval i) const {
    return mpfr_cmp_d(below_.get(), i.lo) >= 0 && mpfr_cmp_d(above_.get(), i.hi) <= 0;
  }
  [[nodiscard]] double size() const { return std::abs(mpfr_get_d(below_.get(), MPFR_RNDN)); }

 private:
  BigFloat argument_{53};
  BigFloat below_{200};
  BigFloat above_{200};
  bool exact_ = false;
};

void expect_ln_contained(LnTruth& truth, double x) {
  const Interval i = ln_enclosure(x);
  truth.at(x);
  ASSERT_TRUE(truth.inside(i)) << std::hexfloat << x << ' ' << i.lo << ' ' << i.hi;
  ASSERT_LE(i.hi - i.lo, ln_width * truth.size()) << std::hexfloat << x;
}

TEST(LnEnclosure, ContainsTheTruthAtRandomArguments) {
  testing::RandomDoubles random;
  LnTruth truth;
  for (int i = 0; i < 40'000; ++i) {
    expect_ln_contained(truth, std::abs(random.any_finite()) + smallest);
    expect_ln_contained(truth, random.between(0.5, 2));
    expect_ln_contained(truth, random.between(0, 1e-307) + smallest);
    expect_ln_contained(truth, 1 + random.between(-1e-9, 1e-9));
  }
}

TEST(LnEnclosure, ContainsTheTruthWhereTheExponentTurnsAndAtTheCorners) {
  LnTruth truth;
  for (int e = -1074; e <= 1023; ++e) {
    for (const double m : {1.0, 0x1.6a09e667f3bcdp0}) {
      double x = std::ldexp(m, e);
      expect_ln_contained(truth, next_up(x));
      for (int step = 0; step < 4 && x > 0; ++step) {
        expect_ln_contained(truth, x);
        x = next_down(x);
      }
    }
  }
  expect_ln_contained(truth, largest);
}

TEST(LnEnclosure, IsExactAtOne) { EXPECT_EQ(ln_enclosure(1.0), (Interval{0, 0})); }

TEST(LnEnclosure, KnowsTheLimitsAndNothingElsewhere) {
  EXPECT_EQ(ln_enclosure(0.0), (Interval{-infinity, ln_enclosure(smallest).hi}));
  EXPECT_EQ(ln_enclosure(-0.0), ln_enclosure(0.0));
  EXPECT_EQ(ln_enclosure(infinity), (Interval{ln_enclosure(largest).lo, infinity}));
  EXPECT_EQ(ln_enclosure(-smallest), Interval::everything());
  EXPECT_EQ(ln_enclosure(-infinity), Interval::everything());
  EXPECT_EQ(ln_enclosure(std::numeric_limits<double>::quiet_NaN()), Interval::everything());
}

TEST(LnEnclosure, IsUndoneByExpEnclosure) {
  testing::RandomDoubles random;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.between(0, 1000) + smallest;
    EXPECT_TRUE(exp_enclosure(ln_enclosure(x)).contains(x)) << x;
  }
}

TEST(LnEnclosure, OfAnIntervalContainsThatOfItsPositiveMembers) {
  testing::RandomDoubles random;
  for (int i = 0; i < 20'000; ++i) {
    const double lo = random.between(0, 3);
    const double hi = lo + random.between(0, 3);
    const Interval both = ln_enclosure(Interval{lo, hi});
    for (const double x : {lo, hi, random.between(lo, hi)}) {
      const Interval one = ln_enclosure(x);
      // Of a member strictly inside only the truth is promised, so allow the enclosure's width.
      EXPECT_LE(both.lo, one.hi);
      EXPECT_GE(both.hi, one.lo);
    }
    EXPECT_EQ(both.lo, ln_enclosure(lo).lo);
    EXPECT_EQ(both.hi, ln_enclosure(hi).hi);
  }
  EXPECT_EQ(ln_enclosure(Interval{-1, 2}), (Interval{-infinity, ln_enclosure(2.0).hi}));
  EXPECT_EQ(ln_enclosure(Interval{1, infinity}), (Interval{0, infinity}));
  EXPECT_EQ(ln_enclosure(Interval{-2, 0}), Interval::everything());
}

TEST(LnEnclosure, LeavesErrnoAlone) {
  errno = 7;
  EXPECT_EQ(ln_enclosure(0.0).lo, -infinity);
  EXPECT_EQ(ln_enclosure(-1.0), Interval::everything());
  EXPECT_EQ(errno, 7);
}

}  // namespace
}  // namespace discreet

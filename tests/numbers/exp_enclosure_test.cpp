#include "numbers/exp_enclosure.hpp"

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "numbers/big_interval.hpp"
#include "support/extremes.hpp"
#include "support/random_doubles.hpp"

namespace discreet {
namespace {

// e^x to 200 bits, below and above.
class Truth {
 public:
  void at(double x) {
    mpfr_set_d(argument_.get(), x, MPFR_RNDN);
    mpfr_exp(below_.get(), argument_.get(), MPFR_RNDD);
    mpfr_set(above_.get(), below_.get(), MPFR_RNDN);
    mpfr_nextabove(above_.get());
  }
  [[nodiscard]] bool inside(Interval i) const {
    return mpfr_cmp_d(below_.get(), i.lo) >= 0 && mpfr_cmp_d(above_.get(), i.hi) <= 0;
  }
  [[nodiscard]] double value() const { return mpfr_get_d(below_.get(), MPFR_RNDN); }

 private:
  BigFloat argument_{53};
  BigFloat below_{200};
  BigFloat above_{200};
};

void expect_contained(Truth& truth, double x) {
  const Interval i = exp_enclosure(x);
  ASSERT_TRUE(0 <= i.lo && i.lo <= i.hi && i.lo < infinity) << x;
  truth.at(x);
  ASSERT_TRUE(truth.inside(i)) << std::hexfloat << x << ' ' << i.lo << ' ' << i.hi;
  if (std::abs(x) <= 708) {
    ASSERT_LE(i.hi - i.lo, exp_width * truth.value()) << x;
  } else if (std::isfinite(i.hi)) {
    ASSERT_LE(i.hi - i.lo, exp_width * truth.value() + 3 * smallest) << x;
  }
}

void expect_contained_around(Truth& truth, double x) {
  double below = x;
  double above = x;
  for (int i = 0; i < 20; ++i) {
    expect_contained(truth, below);
    expect_contained(truth, above);
    below = next_down(below);
    above = next_up(above);
  }
}

TEST(ExpEnclosure, ContainsTheTruthAtRandomArguments) {
  testing::RandomDoubles random;
  Truth truth;
  for (int i = 0; i < 400'000; ++i) {
    expect_contained(truth, random.between(-1, 1));
    expect_contained(truth, random.between(-40, 0));
    expect_contained(truth, random.between(-746, 710));
  }
}

TEST(ExpEnclosure, ContainsTheTruthAtRandomBitPatterns) {
  testing::RandomDoubles random;
  Truth truth;
  for (int i = 0; i < 100'000; ++i) {
    expect_contained(truth, random.any_finite());
  }
}

TEST(ExpEnclosure, ContainsTheTruthWhereTheReductionTurns) {
  Truth truth;
  for (int k = -2154; k <= 2050; ++k) {
    expect_contained_around(truth, k * (std::log(2.0) / 2));
  }
}

TEST(ExpEnclosure, ContainsTheTruthAtTheEndsOfTheDoubles) {
  Truth truth;
  for (const double x :
       {708.0, -708.0, 708.39641853226408, -708.39641853226408, 709.0, 709.78271289338397, 710.0,
        711.0, -744.44007192138122, -745.0, -745.13321910194122, -746.0, -747.0, 1e308, -1e308}) {
    expect_contained_around(truth, x);
  }
}

TEST(ExpEnclosure, ContainsTheTruthBesideZero) {
  Truth truth;
  for (const double x : testing::corner_doubles()) {
    expect_contained_around(truth, x);
  }
  for (int e = -1074; e < 0; ++e) {
    expect_contained(truth, std::ldexp(1, e));
    expect_contained(truth, -std::ldexp(1, e));
  }
}

TEST(ExpEnclosure, KnowsTheLimitsAndNothingOfNan) {
  EXPECT_EQ(exp_enclosure(-infinity), (Interval{0, smallest}));
  EXPECT_EQ(exp_enclosure(-1e308), (Interval{0, smallest}));
  EXPECT_EQ(exp_enclosure(infinity), (Interval{largest, infinity}));
  EXPECT_EQ(exp_enclosure(1e308), (Interval{largest, infinity}));
  EXPECT_EQ(exp_enclosure(std::numeric_limits<double>::quiet_NaN()), (Interval{0, infinity}));
}

TEST(ExpEnclosure, OfAnIntervalContainsTheEnclosureOfItsMembers) {
  testing::RandomDoubles random;
  Truth truth;
  for (int i = 0; i < 20'000; ++i) {
    const double lo = random.between(-750, 700);
    const double hi = lo + random.between(0, i % 2 == 0 ? 1e-12 : 20);
    const Interval e = exp_enclosure(Interval{lo, hi});
    ASSERT_LE(e.lo, e.hi);
    for (const double x : {lo, hi, random.between(lo, hi)}) {
      truth.at(x);
      ASSERT_TRUE(truth.inside(e)) << x;
    }
  }
  EXPECT_EQ(exp_enclosure(Interval::everything()), (Interval{0, infinity}));
}

TEST(ExpEnclosure, LeavesErrnoAlone) {
  errno = 7;
  EXPECT_EQ(exp_enclosure(-1e5).lo, 0);
  EXPECT_EQ(exp_enclosure(1e5).hi, infinity);
  EXPECT_EQ(errno, 7);
}

TEST(ExpEnclosure, HasTheSameBitsFromEveryCompiler) {
  testing::RandomDoubles random;
  std::uint64_t hash = 0;
  const auto mix = [&](double x) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  };
  for (int i = 0; i < 100'000; ++i) {
    const Interval e = exp_enclosure(random.between(-750, 711));
    mix(e.lo);
    mix(e.hi);
  }
  EXPECT_EQ(hash, 16026815897896911600U);
  static_assert(exp_enclosure(0.0) == Interval{1 - exp_slack, 1 + exp_slack});
}

}  // namespace
}  // namespace discreet

#include "numbers/big_interval.hpp"

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"

namespace discreet {
namespace {

// Operands with all signs, overlaps with zero and very different sizes.
std::vector<Fraction> operands() {
  std::mt19937_64 random{1};  // the same operands in every run
  std::vector<Fraction> out{0, 1, -1, Fraction{1, 3}, Fraction{-1, 3}, Fraction{7, 5}};
  for (int i = 0; i < 20; ++i) {
    Fraction f{static_cast<long>(random() >> 20U), static_cast<long>(random() >> 40U) + 1};
    f.canonicalize();
    out.push_back(i % 2 == 0 ? f : Fraction{-f});
  }
  return out;
}

// The narrowest enclosure and a wide one with both bounds well away from the value.
std::vector<BigInterval> enclosures(const Fraction& value) {
  std::vector<BigInterval> out{BigInterval::of(value, 40), BigInterval::of(value, 90)};
  BigInterval wide{30};
  mpfr_set_q(wide.lo.get(), Fraction{value - 1}.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(wide.hi.get(), Fraction{value + Fraction{1, 7}}.get_mpq_t(), MPFR_RNDU);
  out.push_back(wide);
  return out;
}

template <class Check>
void for_pairs(Check check) {
  for (const Fraction& a : operands()) {
    for (const Fraction& b : operands()) {
      for (const BigInterval& x : enclosures(a)) {
        for (const BigInterval& y : enclosures(b)) {
          check(a, b, x, y);
        }
      }
    }
  }
}

TEST(BigInterval, EnclosesTheExactNumberAsNarrowlyAsThePrecisionAllows) {
  const auto max = std::numeric_limits<std::int64_t>::max();
  const BigInterval exact = BigInterval::of(max, 63);
  EXPECT_NE(mpfr_equal_p(exact.lo.get(), exact.hi.get()), 0);
  EXPECT_TRUE(exact.contains(exact_fraction(max)));
  EXPECT_FALSE(exact.contains(exact_fraction(max - 1)));

  const BigInterval rounded = BigInterval::of(max, 62);
  EXPECT_TRUE(rounded.contains(exact_fraction(max)));
  BigFloat next = rounded.lo;
  mpfr_nextabove(next.get());
  EXPECT_NE(mpfr_equal_p(next.get(), rounded.hi.get()), 0);

  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(BigInterval::of(tiny, 53).contains(exact_fraction(tiny)));
  EXPECT_FALSE(BigInterval::of(tiny, 53).contains(Fraction{0}));
}

TEST(BigInterval, RefusesWhatIsNotFinite) {
  EXPECT_THROW(BigInterval::of(std::numeric_limits<double>::infinity(), 53), Error);
  EXPECT_THROW(BigInterval::of(std::numeric_limits<float>::quiet_NaN(), 53), Error);
}

TEST(BigInterval, ContainsItsEndsAndNothingOutside) {
  const BigInterval x = BigInterval::of(Fraction{1, 3}, 20);
  EXPECT_TRUE(x.contains(x.lo));
  EXPECT_TRUE(x.contains(x.hi));
  BigFloat outside = x.lo;
  mpfr_nextbelow(outside.get());
  EXPECT_FALSE(x.contains(outside));
  outside = x.hi;
  mpfr_nextabove(outside.get());
  EXPECT_FALSE(x.contains(outside));
  EXPECT_FALSE(BigInterval{20}.contains(x.lo));
  EXPECT_FALSE(BigInterval{20}.contains(Fraction{1, 3}));
}

TEST(BigInterval, SumsDifferencesAndNegationsContainTheExactOnes) {
  for_pairs([](const Fraction& a, const Fraction& b, const BigInterval& x, const BigInterval& y) {
    EXPECT_TRUE((x + y).contains(Fraction{a + b}));
    EXPECT_TRUE((x - y).contains(Fraction{a - b}));
    EXPECT_TRUE((-x).contains(Fraction{-a}));
  });
}

TEST(BigInterval, ProductsContainTheExactOnes) {
  for_pairs([](const Fraction& a, const Fraction& b, const BigInterval& x, const BigInterval& y) {
    EXPECT_TRUE((x * y).contains(Fraction{a * b}));
  });
}

TEST(BigInterval, QuotientsContainTheExactOnes) {
  for_pairs([](const Fraction& a, const Fraction& b, const BigInterval& x, const BigInterval& y) {
    if (b > 0) {
      EXPECT_TRUE((x / y).contains(Fraction{a / b}));
    }
  });
}

// Corners that a wide interval reaches although its midpoint does not.
TEST(BigInterval, ProductsAndQuotientsContainTheirCorners) {
  BigInterval x{53};
  mpfr_set_si(x.lo.get(), -3, MPFR_RNDD);
  mpfr_set_si(x.hi.get(), 2, MPFR_RNDU);
  BigInterval y{53};
  mpfr_set_si(y.lo.get(), 1, MPFR_RNDD);
  mpfr_set_si(y.hi.get(), 5, MPFR_RNDU);
  EXPECT_EQ(mpfr_cmp_si((x * y).lo.get(), -15), 0);
  EXPECT_EQ(mpfr_cmp_si((x * y).hi.get(), 10), 0);
  EXPECT_EQ(mpfr_cmp_si((x * -y).lo.get(), -10), 0);
  EXPECT_EQ(mpfr_cmp_si((x * -y).hi.get(), 15), 0);
  EXPECT_EQ(mpfr_cmp_si((x * x).lo.get(), -6), 0);
  EXPECT_EQ(mpfr_cmp_si((x * x).hi.get(), 9), 0);
  EXPECT_EQ(mpfr_cmp_si((x / y).lo.get(), -3), 0);
  EXPECT_EQ(mpfr_cmp_si((x / y).hi.get(), 2), 0);
  EXPECT_TRUE((y / y).contains(Fraction{1, 5}));
  EXPECT_TRUE((-y / y).contains(Fraction{-1, 5}));
  EXPECT_EQ(mpfr_cmp_si((-y / y).lo.get(), -5), 0);
}

TEST(BigInterval, ExpAndLogContainTheValueOfAFinerEvaluation) {
  for (const Fraction& a : operands()) {
    if (abs(a) > 100000) {
      continue;
    }
    BigFloat fine{400};
    mpfr_set_q(fine.get(), a.get_mpq_t(), MPFR_RNDN);
    mpfr_exp(fine.get(), fine.get(), MPFR_RNDN);
    for (const BigInterval& x : enclosures(a)) {
      EXPECT_TRUE(exp(x).contains(fine));
    }
    if (a > 0) {
      mpfr_set_q(fine.get(), a.get_mpq_t(), MPFR_RNDN);
      mpfr_log(fine.get(), fine.get(), MPFR_RNDN);
      for (const BigInterval& x : enclosures(a)) {
        EXPECT_TRUE(log(x).contains(fine));
      }
    }
  }
}

TEST(BigInterval, ExpStaysSoundWhereMpfrOverflowsAndUnderflows) {
  const BigInterval far = exp(BigInterval::of(1e300, 53));
  EXPECT_EQ(mpfr_inf_p(far.lo.get()), 0);
  EXPECT_NE(mpfr_inf_p(far.hi.get()), 0);
  const BigInterval near = exp(BigInterval::of(-1e300, 53));
  EXPECT_NE(mpfr_zero_p(near.lo.get()), 0);
  EXPECT_GT(mpfr_sgn(near.hi.get()), 0);
}

TEST(BigInterval, SaysNothingWhereADivisorOrLogarithmMayStillBeZero) {
  BigInterval y{53};
  mpfr_set_si(y.lo.get(), 0, MPFR_RNDD);
  mpfr_set_si(y.hi.get(), 1, MPFR_RNDU);
  const BigInterval quotient = y / y;
  EXPECT_NE(mpfr_inf_p(quotient.lo.get()), 0);
  EXPECT_NE(mpfr_inf_p(quotient.hi.get()), 0);
  EXPECT_TRUE(quotient.contains(Fraction{-1000000}));
  const BigInterval logarithm = log(y);
  EXPECT_NE(mpfr_inf_p(logarithm.lo.get()), 0);
  EXPECT_NE(mpfr_zero_p(logarithm.hi.get()), 0);
  // An infinite bound times zero is no NaN.
  const BigInterval nothing = quotient * BigInterval::of(0, 53);
  EXPECT_TRUE(nothing.contains(Fraction{0}));
}

TEST(BigInterval, RejectsDivisorsAndLogarithmsThatCannotBePositive) {
  for (const int bad : {0, -1}) {
    const BigInterval y = BigInterval::of(bad, 53);
    EXPECT_THROW(y / y, Error);
    EXPECT_THROW(log(y), Error);
  }
  EXPECT_THROW(log(BigInterval{53}), Error);
}

TEST(BigInterval, ResultsHaveTheGreaterPrecision) {
  const BigInterval x = BigInterval::of(3, 40);
  const BigInterval y = BigInterval::of(7, 90);
  EXPECT_EQ((x + y).precision(), 90);
  EXPECT_EQ((y - x).precision(), 90);
  EXPECT_EQ((x * y).precision(), 90);
  EXPECT_EQ((x / y).precision(), 90);
  EXPECT_EQ((-x).precision(), 40);
}

}  // namespace
}  // namespace discreet

#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/error_bounds.hpp"
#include "numbers/interval.hpp"
#include "numbers/ln_enclosure.hpp"
#include "support/random_doubles.hpp"

namespace discreet {
namespace {

// A result that is rounded and then moved one step outward leaves the exact one by three half-ulps
// and what is of second order.
const Fraction one_op = half_ulp * 3 + half_ulp * half_ulp * 8;

Fraction square_of_quotient(double x) {
  const Fraction s = exact_fraction(x) / (exact_fraction(x) + 2);
  return s * s;
}

// ln(1 + x) = 2s (1 + z/3 + z²/5 + …) with z = s². The polynomial has rounded coefficients and
// stops after ten terms; what follows is at most a geometric series. The sum itself is at least 1.
Fraction derive_ln_remainder() {
  using namespace detail;
  const Fraction z =
      std::max(square_of_quotient(ln_core_least), square_of_quotient(ln_core_greatest));
  Fraction out = 0;
  Fraction power = 1;
  long odd = 1;
  for (const double d : {ln_d3, ln_d5, ln_d7, ln_d9, ln_d11, ln_d13, ln_d15, ln_d17, ln_d19}) {
    power *= z;
    odd += 2;
    out += abs(Fraction{exact_fraction(d) - Fraction{1, odd}}) * power;
  }
  return out + power * z / ((1 - z) * (odd + 2));
}

// The factors between ln_core's value and ln(1 + x).
Fraction least_ln_factor() {
  return (1 - exact_fraction(ln_evaluation_error)) * (1 - exact_fraction(ln_remainder));
}

Fraction greatest_ln_factor() {
  return (1 + exact_fraction(ln_evaluation_error)) * (1 + exact_fraction(ln_remainder));
}

// The ends are value · (1 ∓ slack), rounded; they must pass ln(1 + x) on either side.
double derive_ln_slack() {
  const Fraction below = 1 - 1 / (greatest_ln_factor() * (1 + half_ulp));
  const Fraction above = 1 / (least_ln_factor() * (1 - half_ulp)) - 1;
  return rounded_up(std::max(below, above));
}

Fraction near_width() {
  const Fraction slack = exact_fraction(ln_slack);
  return greatest_ln_factor() * (1 + slack) * (1 + half_ulp) -
         least_ln_factor() * (1 - slack) * (1 - half_ulp);
}

// With exponent 0 the width is near_width. Else ln x = E + N, a multiple of ln 2 and the ln of the
// significand, |E| ≤ 2.01 |ln x| and |N| ≤ 1.01 |ln x| (tested below); the interval of ln 2, its
// product, N and the sum add their widths.
double derive_ln_width() {
  const Fraction ln2_width =
      (exact_fraction(detail::ln2.hi) - exact_fraction(detail::ln2.lo)) / exact_fraction(0.5);
  const Fraction multiple = ln2_width + 2 * one_op * (1 + ln2_width);
  const Fraction apart = Fraction{201, 100} * multiple + Fraction{101, 100} * near_width();
  return rounded_up(apart + 2 * one_op * (1 + apart));
}

// Away from zero, |ln(1 + x)| ≥ 0.34 (tested below); the sum 1 + x is off by one operation at each
// end, and so is ln by no more than 1.01 times that, besides its own width at both ends.
double derive_ln1p_width() {
  const Fraction sums = 2 * one_op * Fraction{101, 100} / Fraction{34, 100};
  return rounded_up(sums + 2 * exact_fraction(ln_width) * (1 + sums));
}

BigInterval big_ln(double x) { return log(BigInterval::of(x, 120)); }

TEST(LnCore, RemainderIsBoundedOverTheWholeRange) {
  EXPECT_GE(ln_remainder, rounded_up(derive_ln_remainder()));
}

TEST(LnCore, SlackCoversRoundingRemainderAndWidening) { EXPECT_GE(ln_slack, derive_ln_slack()); }

TEST(LnCore, WidthsFollowFromTheSlack) {
  EXPECT_GE(ln_width, rounded_up(near_width()));
  EXPECT_GE(ln_width, derive_ln_width());
  EXPECT_GE(ln1p_width, derive_ln1p_width());
}

TEST(LnCore, WideningFactorsAreExact) {
  EXPECT_EQ(exact_fraction(1 - ln_slack), 1 - exact_fraction(ln_slack));
  EXPECT_EQ(exact_fraction(1 + ln_slack), 1 + exact_fraction(ln_slack));
}

TEST(LnCore, TwoLiesBetweenTheBoundsOfItsLogarithm) {
  EXPECT_GT(mpfr_cmp_d(big_ln(2.0).lo.get(), detail::ln2.lo), 0);
  EXPECT_LT(mpfr_cmp_d(big_ln(2.0).hi.get(), detail::ln2.hi), 0);
  EXPECT_EQ(next_up(detail::ln2.lo), detail::ln2.hi);
}

TEST(LnCore, SignificandsStayInItsRangeAndNearHalfOfLnTwo) {
  const double least = 0x1.6a09e667f3bcdp-1;
  EXPECT_GE(least - 1, ln_core_least);
  EXPECT_LE(2 * least - 1, ln_core_greatest);
  // |N| ≤ 0.3466 and |E| ≥ 0.693 give |E| / (|E| − |N|) ≤ 2.01 and |N| / (|E| − |N|) ≤ 1.01.
  EXPECT_GT(mpfr_cmp_d(big_ln(least).lo.get(), -0.3466), 0);
  EXPECT_LT(mpfr_cmp_d(big_ln(2 * least).hi.get(), 0.3466), 0);
  EXPECT_LE(Fraction(3466, 6930 - 3466), Fraction(101, 100));
}

TEST(LnCore, LogarithmsOutsideItsRangeAreNotSmall) {
  EXPECT_LT(mpfr_cmp_d(big_ln(1 + ln_core_least).hi.get(), -0.34), 0);
  EXPECT_GT(mpfr_cmp_d(big_ln(1 + ln_core_greatest).lo.get(), 0.34), 0);
}

TEST(LnCore, VectorsGiveTheSameBits) {
  using Pair = double __attribute__((vector_size(16)));
  testing::RandomDoubles random;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.between(ln_core_least, ln_core_greatest);
    const double y = random.between(1e-12, 1e-3);
    const Pair values = ln_core(Pair{x, y});
    EXPECT_EQ(values[0], ln_core(x));
    EXPECT_EQ(values[1], ln_core(y));
  }
}

}  // namespace
}  // namespace discreet

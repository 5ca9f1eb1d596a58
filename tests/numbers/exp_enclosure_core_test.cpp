#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/error_bounds.hpp"
#include "numbers/exp_enclosure.hpp"
#include "support/random_doubles.hpp"

namespace discreet {
namespace {

std::vector<Fraction> coefficients() {
  using namespace detail;
  std::vector<Fraction> out;
  for (const double c : {1.0, 1.0, exp_c2, exp_c3, exp_c4, exp_c5, exp_c6, exp_c7, exp_c8, exp_c9,
                         exp_c10, exp_c11}) {
    out.push_back(exact_fraction(c));
  }
  return out;
}

std::vector<Fraction> derivative(const std::vector<Fraction>& p) {
  std::vector<Fraction> out;
  for (std::size_t i = 1; i < p.size(); ++i) {
    out.emplace_back(p[i] * static_cast<long>(i));
  }
  return out;
}

Fraction evaluate(const std::vector<Fraction>& p, const Fraction& r) {
  Fraction out = 0;
  for (std::size_t i = p.size(); i-- > 0;) {
    out = out * r + p[i];
  }
  return out;
}

// The triangle inequality: no |p(r)| with |r| ≤ range is greater.
Fraction crude_bound(std::vector<Fraction> p, const Fraction& range) {
  for (Fraction& c : p) {
    c = abs(c);
  }
  return evaluate(p, range);
}

// An upper bound of |p e^−r − 1|.
Fraction relative_error(const Fraction& p, const Fraction& r) {
  const mpfr_prec_t precision = 160;
  const BigInterval error =
      BigInterval::of(p, precision) * exp(BigInterval::of(Fraction{-r}, precision)) -
      BigInterval::of(1, precision);
  Fraction low;
  Fraction high;
  mpfr_get_q(low.get_mpq_t(), error.lo.get());
  mpfr_get_q(high.get_mpq_t(), error.hi.get());
  return std::max(Fraction{abs(low)}, Fraction{abs(high)});
}

// A bound of |P(r) e^−r − 1| over |r| ≤ exp_reduced_range, cell by cell. The derivative is
// D(r) e^−r with D = P' − P, so a cell of half-width h around c adds at most
// h · (|D(c)| + h sup|D'|) · e^range to what its centre shows.
Fraction derive_exp_remainder() {
  const int cells = 1 << 13;
  const Fraction range = exact_fraction(exp_reduced_range);
  const Fraction h = range / cells;
  const std::vector<Fraction> p = coefficients();
  std::vector<Fraction> d = derivative(p);
  d.emplace_back(0);
  std::transform(d.begin(), d.end(), p.begin(), d.begin(), std::minus<>{});
  const Fraction bend = crude_bound(derivative(d), range);
  const Fraction e_to_range = 2;

  Fraction worst = 0;
  for (int cell = 0; cell < cells; ++cell) {
    const Fraction centre = range * (2 * cell + 1 - cells) / cells;
    const Fraction slope = (abs(evaluate(d, centre)) + h * bend) * e_to_range;
    worst = std::max(worst, Fraction{relative_error(evaluate(p, centre), centre) + h * slope});
  }
  return worst;
}

// The factors between exp_core's value and e^(x − k ln 2): evaluation, remainder, and e^(error of
// the reduction), for which 1 − t ≤ e^−t and e^t ≤ 1 / (1 − t) serve.
Fraction least_factor() {
  return (1 - exact_fraction(exp_evaluation_error)) * (1 - exact_fraction(exp_remainder)) *
         (1 - exact_fraction(exp_reduction_error));
}

Fraction greatest_factor() {
  return (1 + exact_fraction(exp_evaluation_error)) * (1 + exact_fraction(exp_remainder)) /
         (1 - exact_fraction(exp_reduction_error));
}

// The ends are value · (1 ∓ slack), rounded; they must pass e^x on either side.
double derive_exp_slack() {
  const Fraction below = 1 - 1 / (greatest_factor() * (1 + half_ulp));
  const Fraction above = 1 / (least_factor() * (1 - half_ulp)) - 1;
  return rounded_up(std::max(below, above));
}

double derive_exp_width() {
  const Fraction slack = exact_fraction(exp_slack);
  return rounded_up(greatest_factor() * (1 + slack) * (1 + half_ulp) -
                    least_factor() * (1 - slack) * (1 - half_ulp));
}

TEST(ExpCore, TheBoundOfTheDerivativeMayTakeTwoForEToTheRange) {
  const BigInterval power = exp(BigInterval::of(exp_reduced_range, 100));
  EXPECT_LT(mpfr_cmp_ui(power.hi.get(), 2), 0);
}

TEST(ExpCore, RemainderIsBoundedOverTheWholeReducedRange) {
  EXPECT_GE(exp_remainder, rounded_up(derive_exp_remainder()));
}

TEST(ExpCore, SlackCoversRoundingRemainderAndWidening) { EXPECT_GE(exp_slack, derive_exp_slack()); }

TEST(ExpCore, WidthFollowsFromTheSlack) { EXPECT_GE(exp_width, derive_exp_width()); }

TEST(ExpCore, WideningFactorsAreExact) {
  EXPECT_EQ(exact_fraction(1 - exp_slack), 1 - exact_fraction(exp_slack));
  EXPECT_EQ(exact_fraction(1 + exp_slack), 1 + exact_fraction(exp_slack));
}

TEST(ExpCore, ArgumentsBeyondItsRangeLeaveTheDoubles) {
  const auto e_to = [](double x) { return exp(BigInterval::of(x, 200)); };
  EXPECT_LT(mpfr_cmp_d(e_to(exp_core_least).hi.get(), std::numeric_limits<double>::denorm_min()),
            0);
  EXPECT_GT(mpfr_cmp_d(e_to(exp_core_greatest).lo.get(), std::numeric_limits<double>::max()), 0);
}

TEST(ExpCore, ExponentIsTheIntegerThatTheReductionTookAway) {
  testing::RandomDoubles random;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.between(exp_core_least, exp_core_greatest);
    const double shifted = exp_shifted(x);
    EXPECT_EQ(static_cast<double>(exp_core(x).exponent), shifted - detail::exp_shifter);
    EXPECT_LE(std::abs(exp_reduced(x, shifted)), exp_reduced_range);
  }
}

TEST(ExpCore, VectorsGiveTheSameBits) {
  using Pair = double __attribute__((vector_size(16)));
  testing::RandomDoubles random;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.between(exp_core_least, exp_core_greatest);
    const double y = random.between(-1, 1);
    const Pair both{x, y};
    const Pair values = exp_polynomial(exp_reduced(both, exp_shifted(both)));
    EXPECT_EQ(values[0], exp_core(x).value);
    EXPECT_EQ(values[1], exp_core(y).value);
  }
}

}  // namespace
}  // namespace discreet

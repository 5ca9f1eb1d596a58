#include "discreet/numbers/fbig.hpp"

#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/rounding.hpp"

namespace discreet {
namespace {

using namespace discreet::testing;

TEST(FBig, HoldsEveryNumberExactly) {
  for_operands<float>(
      [](float x) { ASSERT_EQ(exact_fraction(exact_fbig(x)), exact_fraction(x)) << x; });
  for_operands<double>(
      [](double x) { ASSERT_EQ(exact_fraction(exact_fbig(x)), exact_fraction(x)) << x; });
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  EXPECT_NE(exact_fbig(max), exact_fbig(max - 1));
  EXPECT_EQ(exact_fraction(exact_fbig(max)), exact_fraction(max));
  EXPECT_EQ(exact_fraction(exact_fbig(std::numeric_limits<std::uint64_t>::max())),
            exact_fraction(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_EQ(exact_fbig(std::int8_t{-128}), FBig(-1, 7));
}

TEST(FBig, HasOneFormForOneValue) {
  const FBig x{mpz_class{-96}, 3};
  EXPECT_EQ(x.significand(), -3);
  EXPECT_EQ(x.exponent(), 8);
  EXPECT_EQ(x, FBig(-3, 8));
  const FBig zero{mpz_class{0}, 99};
  EXPECT_EQ(zero.significand(), 0);
  EXPECT_EQ(zero.exponent(), 0);
  EXPECT_EQ(zero, FBig{});
  EXPECT_EQ(exact_fbig(-0.0), FBig{});
}

TEST(FBig, ComputesAndComparesAsFractionsDo) {
  const std::vector<double> values = adversarial<double>();
  for (const double a : values) {
    for (const double b : values) {
      const FBig x = exact_fbig(a);
      const FBig y = exact_fbig(b);
      const Fraction p = exact_fraction(a);
      const Fraction q = exact_fraction(b);
      ASSERT_EQ(exact_fraction(x + y), Fraction{p + q});
      ASSERT_EQ(exact_fraction(x - y), Fraction{p - q});
      ASSERT_EQ(exact_fraction(x * y), Fraction{p * q});
      ASSERT_EQ(exact_fraction(-x), Fraction{-p});
      ASSERT_EQ(x == y, p == q);
      ASSERT_EQ(x <=> y, cmp(p, q) <=> 0);
    }
  }
}

TEST(FBig, RefusesWhatIsNotFinite) {
  for (const double bad :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(thrown_by([&] { (void)exact_fbig(bad); }), bad_parameter);
    EXPECT_EQ(thrown_by([&] { (void)exact_fbig(static_cast<float>(bad)); }), bad_parameter);
  }
}

TEST(FBig, RefusesExponentsBeyondSixtyFourBits) {
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  const std::int64_t min = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(thrown_by([&] { (void)FBig(2, max); }), bug);
  EXPECT_EQ(thrown_by([&] { (void)(FBig(1, max) * FBig(1, 1)); }), bug);
  EXPECT_EQ(thrown_by([&] { (void)(FBig(1, max) + FBig(1, min)); }), bug);
  EXPECT_EQ(thrown_by([&] { (void)(FBig(1, min) < FBig(1, max)); }), bug);
  EXPECT_EQ(FBig(1, max) * FBig(1, min), FBig(1, -1));
}

}  // namespace
}  // namespace discreet

#include "discreet/numbers/inf_powi.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "support/rounding.hpp"

namespace discreet {
namespace {

using namespace discreet::testing;

template <class T>
class InfPowi : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InfPowi, Floats);

Fraction exact_power(const Fraction& base, int exponent) {
  Fraction power{1};
  for (int i = 0; i < std::abs(exponent); ++i) {
    power *= base;
  }
  return exponent < 0 ? Fraction{1 / power} : power;
}

TYPED_TEST(InfPowi, IsTheLeastValueNotBelowTheExactOne) {
  for_operands<TypeParam>([](TypeParam base) {
    for (const int exponent : {-7, -3, -2, -1, 0, 1, 2, 3, 8}) {
      if (base == 0 && exponent < 0) {
        continue;
      }
      const Fraction exact = exact_power(exact_fraction(base), exponent);
      ASSERT_TRUE(is_least_not_below(inf_powi(base, exponent), exact)) << base << "^" << exponent;
      ASSERT_TRUE(is_greatest_not_above(neg_inf_powi(base, exponent), exact))
          << base << "^" << exponent;
    }
  });
}

// Powers near one stay in range for all exponents; e^(n ln x) is another way to them.
TYPED_TEST(InfPowi, IsTightForTheLargestExponents) {
  const TypeParam above = 1 + std::numeric_limits<TypeParam>::epsilon();
  const TypeParam below = 1 - std::numeric_limits<TypeParam>::epsilon();
  for (const TypeParam base : {above, below, TypeParam{1.5}, TypeParam{0.75}}) {
    for (const int exponent :
         {std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), 1000, -999, 12345}) {
      const BigInterval exact =
          exp(log(BigInterval::of(base, 400)) * BigInterval::of(exponent, 400));
      ASSERT_TRUE(is_least_not_below(inf_powi(base, exponent), exact)) << base << "^" << exponent;
      ASSERT_TRUE(is_greatest_not_above(neg_inf_powi(base, exponent), exact))
          << base << "^" << exponent;
    }
  }
}

TYPED_TEST(InfPowi, KnowsItsLimits) {
  using Limits = std::numeric_limits<TypeParam>;
  const TypeParam infinity = Limits::infinity();
  for (const TypeParam zero : {TypeParam{0}, -TypeParam{0}}) {
    EXPECT_EQ(inf_powi(zero, 0), 1);
    EXPECT_EQ(inf_powi(zero, 3), 0);
    EXPECT_FALSE(std::signbit(inf_powi(zero, 3)));
    EXPECT_EQ(inf_powi(zero, -3), infinity);
    EXPECT_EQ(neg_inf_powi(zero, -3), infinity);
  }
  EXPECT_EQ(inf_powi(infinity, 0), 1);
  EXPECT_EQ(inf_powi(infinity, 2), infinity);
  EXPECT_EQ(neg_inf_powi(-infinity, 3), -infinity);
  EXPECT_EQ(inf_powi(-infinity, -3), 0);
  EXPECT_FALSE(std::signbit(inf_powi(-infinity, -3)));
  EXPECT_EQ(inf_powi(Limits::max(), 3), infinity);
  EXPECT_EQ(neg_inf_powi(Limits::max(), 3), Limits::max());
  EXPECT_EQ(inf_powi(Limits::lowest(), 3), Limits::lowest());
  EXPECT_EQ(inf_powi(TypeParam{2}, std::numeric_limits<int>::max()), infinity);
  EXPECT_EQ(neg_inf_powi(TypeParam{2}, std::numeric_limits<int>::max()), Limits::max());
  EXPECT_EQ(inf_powi(TypeParam{2}, std::numeric_limits<int>::min()), Limits::denorm_min());
  EXPECT_EQ(neg_inf_powi(TypeParam{2}, std::numeric_limits<int>::min()), 0);
}

TYPED_TEST(InfPowi, RefusesNan) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  for (const int exponent : {-1, 0, 1}) {
    EXPECT_EQ(thrown_by([&] { (void)inf_powi(nan, exponent); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_powi(nan, exponent); }), bad_distance);
  }
}

TYPED_TEST(InfPowi, LeavesErrnoAndTheRoundingModeAlone) {
  expect_no_trace([] {
    (void)inf_powi(std::numeric_limits<TypeParam>::max(), 9);
    (void)neg_inf_powi(std::numeric_limits<TypeParam>::max(), -9);
  });
}

template <class T>
void expect_exact_power_or_refused() {
  using Limits = std::numeric_limits<T>;
  for (int a = Limits::min(); a <= Limits::max(); ++a) {
    const auto base = static_cast<T>(a);
    for (int exponent = 0; exponent <= 70; ++exponent) {
      const Fraction exact = exact_power(Fraction{a}, exponent);
      if (exact >= Limits::min() && exact <= Limits::max()) {
        ASSERT_EQ(Fraction{inf_powi(base, exponent)}, exact);
        ASSERT_EQ(Fraction{neg_inf_powi(base, exponent)}, exact);
      } else {
        ASSERT_EQ(thrown_by([&] { (void)inf_powi(base, exponent); }), bad_distance);
        ASSERT_EQ(thrown_by([&] { (void)neg_inf_powi(base, exponent); }), bad_distance);
      }
    }
    ASSERT_EQ(thrown_by([&] { (void)inf_powi(base, -1); }), bad_distance);
    ASSERT_EQ(thrown_by([&] { (void)neg_inf_powi(base, -1); }), bad_distance);
  }
}

TEST(InfPowiIntegers, AreExactOrRefusedForEveryByte) {
  expect_exact_power_or_refused<std::int8_t>();
  expect_exact_power_or_refused<std::uint8_t>();
}

TEST(InfPowiIntegers, EndAtOnceForTheLargestExponents) {
  const int max = std::numeric_limits<int>::max();
  EXPECT_EQ(inf_powi(std::int64_t{-1}, max), -1);
  EXPECT_EQ(inf_powi(std::int64_t{-1}, max - 1), 1);
  EXPECT_EQ(inf_powi(std::uint64_t{0}, max), 0U);
  EXPECT_EQ(inf_powi(std::uint32_t{1}, max), 1U);
  EXPECT_EQ(thrown_by([&] { (void)inf_powi(std::int64_t{-2}, max); }), bad_distance);
  EXPECT_EQ(inf_powi(std::int64_t{-2}, 63), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(thrown_by([&] { (void)inf_powi(std::numeric_limits<std::uint64_t>::max(), 2); }),
            bad_distance);
}

}  // namespace
}  // namespace discreet

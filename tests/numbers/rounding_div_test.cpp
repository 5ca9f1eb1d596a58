#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "discreet/numbers/rounding.hpp"
#include "support/rounding.hpp"

namespace discreet {
namespace {

using namespace discreet::testing;

template <class T>
class InfDiv : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InfDiv, Floats);

TYPED_TEST(InfDiv, IsTheLeastValueNotBelowTheExactOne) {
  for_operand_pairs<TypeParam>([](TypeParam a, TypeParam b) {
    if (b == 0) {
      return;
    }
    const Fraction exact = exact_fraction(a) / exact_fraction(b);
    ASSERT_TRUE(is_least_not_below(inf_div(a, b), exact)) << a << " / " << b;
    ASSERT_TRUE(is_greatest_not_above(neg_inf_div(a, b), exact)) << a << " / " << b;
  });
}

// Quotients that are exact, and quotients that miss a double by as little as they can.
TYPED_TEST(InfDiv, DecidesExactAndNearlyExactQuotients) {
  RandomFloats<TypeParam> random;
  for (int i = 0; i < 5000; ++i) {
    const TypeParam q = random.moderate();
    const TypeParam b = random.moderate();
    const TypeParam product = q * b;
    for (const TypeParam a : {product, std::nextafter(product, TypeParam{0})}) {
      const Fraction exact = exact_fraction(a) / exact_fraction(b);
      ASSERT_TRUE(is_least_not_below(inf_div(a, b), exact)) << a << " / " << b;
      ASSERT_TRUE(is_greatest_not_above(neg_inf_div(a, b), exact)) << a << " / " << b;
    }
    const auto small = static_cast<TypeParam>(random.word() % 1000 + 1);
    ASSERT_EQ(inf_div(small * 8, small), 8);
    ASSERT_EQ(neg_inf_div(small * 8, -small), -8);
  }
}

TYPED_TEST(InfDiv, OverflowsUpwardToInfinityAndDownwardToTheLeastFinite) {
  using Limits = std::numeric_limits<TypeParam>;
  const TypeParam half{0.5};
  EXPECT_EQ(inf_div(Limits::max(), half), Limits::infinity());
  EXPECT_EQ(inf_div(Limits::lowest(), Limits::denorm_min()), Limits::lowest());
  EXPECT_EQ(neg_inf_div(Limits::max(), half), Limits::max());
  EXPECT_EQ(neg_inf_div(Limits::lowest(), half), -Limits::infinity());
}

TYPED_TEST(InfDiv, UnderflowsAwayFromTheExactQuotient) {
  using Limits = std::numeric_limits<TypeParam>;
  EXPECT_EQ(inf_div(Limits::denorm_min(), Limits::max()), Limits::denorm_min());
  EXPECT_EQ(neg_inf_div(Limits::denorm_min(), Limits::max()), 0);
  EXPECT_EQ(inf_div(Limits::denorm_min(), -Limits::max()), 0);
  EXPECT_FALSE(std::signbit(inf_div(Limits::denorm_min(), -Limits::max())));
  EXPECT_EQ(neg_inf_div(Limits::denorm_min(), -Limits::max()), -Limits::denorm_min());
}

TYPED_TEST(InfDiv, ReadsADivisorOfZeroAsTheLimitFromAbove) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam zero : {TypeParam{0}, -TypeParam{0}}) {
    EXPECT_EQ(inf_div(TypeParam{1}, zero), infinity);
    EXPECT_EQ(neg_inf_div(TypeParam{1}, zero), infinity);
    EXPECT_EQ(inf_div(TypeParam{-1}, zero), -infinity);
    EXPECT_EQ(neg_inf_div(TypeParam{-1}, zero), -infinity);
    EXPECT_EQ(inf_div(infinity, zero), infinity);
    EXPECT_EQ(neg_inf_div(-infinity, zero), -infinity);
    EXPECT_EQ(thrown_by([&] { (void)inf_div(zero, TypeParam{0}); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_div(TypeParam{0}, zero); }), bad_distance);
  }
}

TYPED_TEST(InfDiv, DividesInfinityAndByInfinityButNotBoth) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  EXPECT_EQ(inf_div(infinity, TypeParam{-2}), -infinity);
  EXPECT_EQ(neg_inf_div(infinity, TypeParam{2}), infinity);
  for (const TypeParam x : {TypeParam{0}, TypeParam{1}, TypeParam{-1}}) {
    for (const TypeParam divisor : {infinity, -infinity}) {
      EXPECT_EQ(inf_div(x, divisor), 0);
      EXPECT_FALSE(std::signbit(inf_div(x, divisor)));
      EXPECT_EQ(neg_inf_div(x, divisor), 0);
      EXPECT_FALSE(std::signbit(neg_inf_div(x, divisor)));
    }
  }
  EXPECT_EQ(thrown_by([&] { (void)inf_div(infinity, infinity); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_div(-infinity, infinity); }), bad_distance);
}

TYPED_TEST(InfDiv, RefusesNan) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam x : {TypeParam{0}, TypeParam{1}, -infinity, infinity, nan}) {
    EXPECT_EQ(thrown_by([&] { (void)inf_div(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)inf_div(nan, x); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_div(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_div(nan, x); }), bad_distance);
  }
}

TYPED_TEST(InfDiv, LeavesErrnoAndTheRoundingModeAlone) {
  using Limits = std::numeric_limits<TypeParam>;
  expect_no_trace([] {
    (void)inf_div(Limits::max(), Limits::max());
    (void)neg_inf_div(Limits::denorm_min(), -Limits::max());
    (void)inf_div(Limits::denorm_min(), Limits::denorm_min());
  });
}

template <class T>
void expect_ceiling_and_floor() {
  using Limits = std::numeric_limits<T>;
  for (int a = Limits::min(); a <= Limits::max(); ++a) {
    for (int b = Limits::min(); b <= Limits::max(); ++b) {
      const auto x = static_cast<T>(a);
      const auto y = static_cast<T>(b);
      // Quotients of bytes are exact enough in double for their ceiling and floor.
      const double ceiling = b == 0 ? 0 : std::ceil(double(a) / double(b));
      if (b != 0 && ceiling <= Limits::max()) {
        ASSERT_EQ(inf_div(x, y), ceiling);
        ASSERT_EQ(neg_inf_div(x, y), std::floor(double(a) / double(b)));
      } else {
        ASSERT_EQ(thrown_by([&] { (void)inf_div(x, y); }), bad_distance);
        ASSERT_EQ(thrown_by([&] { (void)neg_inf_div(x, y); }), bad_distance);
      }
    }
  }
}

TEST(InfDivIntegers, AreTheCeilingAndTheFloorOnAllPairsOfBytes) {
  expect_ceiling_and_floor<std::int8_t>();
  expect_ceiling_and_floor<std::uint8_t>();
}

TEST(InfDivIntegers, KeepSixtyFourBits) {
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  const std::int64_t min = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(inf_div(max, std::int64_t{2}), max / 2 + 1);
  EXPECT_EQ(neg_inf_div(max, std::int64_t{2}), max / 2);
  EXPECT_EQ(neg_inf_div(-max, std::int64_t{2}), -(max / 2) - 1);
  EXPECT_EQ(thrown_by([&] { (void)inf_div(min, std::int64_t{-1}); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_div(max, std::int64_t{0}); }), bad_distance);
  EXPECT_EQ(inf_div(std::numeric_limits<std::uint64_t>::max(), std::uint64_t{2}),
            std::uint64_t{1} << 63U);
}

}  // namespace
}  // namespace discreet

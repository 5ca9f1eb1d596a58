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
class InfMul : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InfMul, Floats);

TYPED_TEST(InfMul, IsTheLeastValueNotBelowTheExactOne) {
  for_operand_pairs<TypeParam>([](TypeParam a, TypeParam b) {
    const Fraction exact = exact_fraction(a) * exact_fraction(b);
    ASSERT_TRUE(is_least_not_below(inf_mul(a, b), exact)) << a << " * " << b;
    ASSERT_TRUE(is_greatest_not_above(neg_inf_mul(a, b), exact)) << a << " * " << b;
  });
}

// Factors on the edge of the zone that MPFR is not asked about, with full significands.
TEST(InfMulZone, IsExactAtItsEdges) {
  RandomFloats<double> random;
  for (int i = 0; i < 5000; ++i) {
    for (const int exponent : {-452, -451, -450, -449, 0, 448, 449, 450}) {
      const auto shift = [&](double x) { return std::scalbn(x, exponent - std::ilogb(x)); };
      const double a = shift(random.moderate());
      const double b = shift(random.moderate());
      const Fraction exact = exact_fraction(a) * exact_fraction(b);
      ASSERT_TRUE(is_least_not_below(inf_mul(a, b), exact)) << a << " * " << b;
      ASSERT_TRUE(is_greatest_not_above(neg_inf_mul(a, b), exact)) << a << " * " << b;
    }
  }
}

TYPED_TEST(InfMul, OverflowsUpwardToInfinityAndDownwardToTheLeastFinite) {
  using Limits = std::numeric_limits<TypeParam>;
  EXPECT_EQ(inf_mul(Limits::max(), TypeParam{2}), Limits::infinity());
  EXPECT_EQ(inf_mul(Limits::lowest(), Limits::max()), Limits::lowest());
  EXPECT_EQ(neg_inf_mul(Limits::max(), Limits::max()), Limits::max());
  EXPECT_EQ(neg_inf_mul(Limits::lowest(), TypeParam{2}), -Limits::infinity());
}

TYPED_TEST(InfMul, UnderflowsAwayFromTheExactProduct) {
  const TypeParam least = std::numeric_limits<TypeParam>::denorm_min();
  EXPECT_EQ(inf_mul(least, least), least);
  EXPECT_EQ(neg_inf_mul(least, least), 0);
  EXPECT_EQ(inf_mul(-least, least), 0);
  EXPECT_FALSE(std::signbit(inf_mul(-least, least)));
  EXPECT_EQ(neg_inf_mul(-least, least), -least);
}

TYPED_TEST(InfMul, KeepsAnInfiniteFactorAndRefusesItTimesZero) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  const TypeParam least = std::numeric_limits<TypeParam>::denorm_min();
  EXPECT_EQ(inf_mul(infinity, least), infinity);
  EXPECT_EQ(neg_inf_mul(-least, infinity), -infinity);
  EXPECT_EQ(inf_mul(-infinity, -infinity), infinity);
  EXPECT_EQ(inf_mul(-infinity, infinity), -infinity);
  for (const TypeParam zero : {TypeParam{0}, -TypeParam{0}}) {
    EXPECT_EQ(thrown_by([&] { (void)inf_mul(zero, infinity); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_mul(-infinity, zero); }), bad_distance);
  }
}

TYPED_TEST(InfMul, RefusesNan) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam x : {TypeParam{0}, TypeParam{1}, -infinity, infinity, nan}) {
    EXPECT_EQ(thrown_by([&] { (void)inf_mul(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)inf_mul(nan, x); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_mul(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_mul(nan, x); }), bad_distance);
  }
}

TYPED_TEST(InfMul, LeavesErrnoAndTheRoundingModeAlone) {
  using Limits = std::numeric_limits<TypeParam>;
  expect_no_trace([] {
    (void)inf_mul(Limits::max(), Limits::max());
    (void)neg_inf_mul(Limits::denorm_min(), -Limits::max());
    (void)inf_mul(Limits::denorm_min(), Limits::denorm_min());
  });
}

template <class T>
void expect_exact_product_or_refused() {
  using Limits = std::numeric_limits<T>;
  for (int a = Limits::min(); a <= Limits::max(); ++a) {
    for (int b = Limits::min(); b <= Limits::max(); ++b) {
      const auto x = static_cast<T>(a);
      const auto y = static_cast<T>(b);
      const int exact = a * b;
      if (exact >= Limits::min() && exact <= Limits::max()) {
        ASSERT_EQ(inf_mul(x, y), exact);
        ASSERT_EQ(neg_inf_mul(x, y), exact);
      } else {
        ASSERT_EQ(thrown_by([&] { (void)inf_mul(x, y); }), bad_distance);
        ASSERT_EQ(thrown_by([&] { (void)neg_inf_mul(x, y); }), bad_distance);
      }
    }
  }
}

TEST(InfMulIntegers, AreExactOrRefusedOnAllPairsOfBytes) {
  expect_exact_product_or_refused<std::int8_t>();
  expect_exact_product_or_refused<std::uint8_t>();
}

TEST(InfMulIntegers, KeepSixtyFourBits) {
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(inf_mul(max, std::int64_t{-1}), -max);
  EXPECT_EQ(neg_inf_mul(std::uint64_t{0xFFFFFFFF}, std::uint64_t{0x100000001}),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(thrown_by([&] { (void)inf_mul(max, std::int64_t{2}); }), bad_distance);
}

}  // namespace
}  // namespace discreet

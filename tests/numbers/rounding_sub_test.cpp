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
class InfSub : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InfSub, Floats);

TYPED_TEST(InfSub, IsTheLeastValueNotBelowTheExactOne) {
  for_operand_pairs<TypeParam>([](TypeParam a, TypeParam b) {
    const Fraction exact = exact_fraction(a) - exact_fraction(b);
    ASSERT_TRUE(is_least_not_below(inf_sub(a, b), exact)) << a << " - " << b;
    ASSERT_TRUE(is_greatest_not_above(neg_inf_sub(a, b), exact)) << a << " - " << b;
  });
}

TYPED_TEST(InfSub, OverflowsUpwardToInfinityAndDownwardToTheLeastFinite) {
  using Limits = std::numeric_limits<TypeParam>;
  EXPECT_EQ(inf_sub(Limits::max(), Limits::lowest()), Limits::infinity());
  EXPECT_EQ(inf_sub(Limits::lowest(), Limits::max()), Limits::lowest());
  EXPECT_EQ(neg_inf_sub(Limits::max(), Limits::lowest()), Limits::max());
  EXPECT_EQ(neg_inf_sub(Limits::lowest(), Limits::denorm_min()), -Limits::infinity());
}

TYPED_TEST(InfSub, KeepsAnInfiniteOperandAndRefusesEqualOnes) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  EXPECT_EQ(inf_sub(infinity, TypeParam{1}), infinity);
  EXPECT_EQ(neg_inf_sub(TypeParam{1}, infinity), -infinity);
  EXPECT_EQ(inf_sub(infinity, -infinity), infinity);
  EXPECT_EQ(thrown_by([&] { (void)inf_sub(infinity, infinity); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_sub(-infinity, -infinity); }), bad_distance);
}

TYPED_TEST(InfSub, RefusesNan) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam x : {TypeParam{0}, TypeParam{1}, -infinity, infinity, nan}) {
    EXPECT_EQ(thrown_by([&] { (void)inf_sub(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)inf_sub(nan, x); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_sub(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_sub(nan, x); }), bad_distance);
  }
}

TYPED_TEST(InfSub, LeavesErrnoAndTheRoundingModeAlone) {
  using Limits = std::numeric_limits<TypeParam>;
  expect_no_trace([] {
    (void)inf_sub(Limits::max(), Limits::max());
    (void)neg_inf_sub(Limits::denorm_min(), -Limits::max());
    (void)inf_sub(Limits::denorm_min(), Limits::denorm_min());
  });
}

template <class T>
void expect_exact_difference_or_refused() {
  using Limits = std::numeric_limits<T>;
  for (int a = Limits::min(); a <= Limits::max(); ++a) {
    for (int b = Limits::min(); b <= Limits::max(); ++b) {
      const auto x = static_cast<T>(a);
      const auto y = static_cast<T>(b);
      const int exact = a - b;
      if (exact >= Limits::min() && exact <= Limits::max()) {
        ASSERT_EQ(inf_sub(x, y), exact);
        ASSERT_EQ(neg_inf_sub(x, y), exact);
      } else {
        ASSERT_EQ(thrown_by([&] { (void)inf_sub(x, y); }), bad_distance);
        ASSERT_EQ(thrown_by([&] { (void)neg_inf_sub(x, y); }), bad_distance);
      }
    }
  }
}

TEST(InfSubIntegers, AreExactOrRefusedOnAllPairsOfBytes) {
  expect_exact_difference_or_refused<std::int8_t>();
  expect_exact_difference_or_refused<std::uint8_t>();
}

TEST(InfSubIntegers, KeepSixtyFourBits) {
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  const std::int64_t min = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(inf_sub(max, max - 1), 1);
  EXPECT_EQ(neg_inf_sub(std::int64_t{-1}, max), min);
  EXPECT_EQ(thrown_by([&] { (void)inf_sub(std::int64_t{0}, min); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_sub(std::uint64_t{0}, std::uint64_t{1}); }),
            bad_distance);
}

}  // namespace
}  // namespace discreet

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
class InfAdd : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InfAdd, Floats);

TYPED_TEST(InfAdd, IsTheLeastValueNotBelowTheExactOne) {
  for_operand_pairs<TypeParam>([](TypeParam a, TypeParam b) {
    const Fraction exact = exact_fraction(a) + exact_fraction(b);
    ASSERT_TRUE(is_least_not_below(inf_add(a, b), exact)) << a << " + " << b;
    ASSERT_TRUE(is_greatest_not_above(neg_inf_add(a, b), exact)) << a << " + " << b;
  });
}

TYPED_TEST(InfAdd, OverflowsUpwardToInfinityAndDownwardToTheLeastFinite) {
  using Limits = std::numeric_limits<TypeParam>;
  EXPECT_EQ(inf_add(Limits::max(), Limits::max()), Limits::infinity());
  EXPECT_EQ(inf_add(Limits::max(), Limits::denorm_min()), Limits::infinity());
  EXPECT_EQ(inf_add(Limits::lowest(), Limits::lowest()), Limits::lowest());
  EXPECT_EQ(neg_inf_add(Limits::max(), Limits::max()), Limits::max());
  EXPECT_EQ(neg_inf_add(Limits::lowest(), -Limits::denorm_min()), -Limits::infinity());
}

TYPED_TEST(InfAdd, KeepsAnInfiniteOperandAndRefusesOppositeOnes) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam x : {TypeParam{0}, TypeParam{-1}, std::numeric_limits<TypeParam>::max()}) {
    EXPECT_EQ(inf_add(infinity, x), infinity);
    EXPECT_EQ(neg_inf_add(x, infinity), infinity);
    EXPECT_EQ(inf_add(-infinity, x), -infinity);
    EXPECT_EQ(neg_inf_add(x, -infinity), -infinity);
  }
  EXPECT_EQ(inf_add(infinity, infinity), infinity);
  EXPECT_EQ(thrown_by([&] { (void)inf_add(infinity, -infinity); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_add(-infinity, infinity); }), bad_distance);
}

TYPED_TEST(InfAdd, RefusesNan) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam x : {TypeParam{0}, TypeParam{1}, -infinity, infinity, nan}) {
    EXPECT_EQ(thrown_by([&] { (void)inf_add(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)inf_add(nan, x); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_add(x, nan); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_add(nan, x); }), bad_distance);
  }
}

TYPED_TEST(InfAdd, LeavesErrnoAndTheRoundingModeAlone) {
  using Limits = std::numeric_limits<TypeParam>;
  expect_no_trace([] {
    (void)inf_add(Limits::max(), Limits::max());
    (void)neg_inf_add(Limits::denorm_min(), -Limits::max());
    (void)inf_add(Limits::denorm_min(), Limits::denorm_min());
  });
}

template <class T>
void expect_exact_sum_or_refused() {
  using Limits = std::numeric_limits<T>;
  for (int a = Limits::min(); a <= Limits::max(); ++a) {
    for (int b = Limits::min(); b <= Limits::max(); ++b) {
      const auto x = static_cast<T>(a);
      const auto y = static_cast<T>(b);
      const int exact = a + b;
      if (exact >= Limits::min() && exact <= Limits::max()) {
        ASSERT_EQ(inf_add(x, y), exact);
        ASSERT_EQ(neg_inf_add(x, y), exact);
      } else {
        ASSERT_EQ(thrown_by([&] { (void)inf_add(x, y); }), bad_distance);
        ASSERT_EQ(thrown_by([&] { (void)neg_inf_add(x, y); }), bad_distance);
      }
    }
  }
}

TEST(InfAddIntegers, AreExactOrRefusedOnAllPairsOfBytes) {
  expect_exact_sum_or_refused<std::int8_t>();
  expect_exact_sum_or_refused<std::uint8_t>();
}

TEST(InfAddIntegers, KeepSixtyFourBits) {
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  const std::int64_t min = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(inf_add(max - 1, std::int64_t{1}), max);
  EXPECT_EQ(neg_inf_add(min + 1, std::int64_t{-1}), min);
  EXPECT_EQ(thrown_by([&] { (void)inf_add(max, std::int64_t{1}); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_add(min, std::int64_t{-1}); }), bad_distance);
  const std::uint64_t top = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(inf_add(top - 1, std::uint64_t{1}), top);
  EXPECT_EQ(thrown_by([&] { (void)inf_add(top, std::uint64_t{1}); }), bad_distance);
}

}  // namespace
}  // namespace discreet

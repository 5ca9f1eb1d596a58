#include "discreet/numbers/inf_ln.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "support/rounding.hpp"

namespace discreet {
namespace {

using namespace discreet::testing;

template <class T>
class InfLn : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InfLn, Floats);

TYPED_TEST(InfLn, IsTheLeastValueNotBelowTheExactOne) {
  for_operands<TypeParam>([](TypeParam operand) {
    const TypeParam x = std::abs(operand);
    if (x != 0) {
      const BigInterval exact = log(BigInterval::of(x, 300));
      ASSERT_TRUE(is_least_not_below(inf_ln(x), exact)) << x;
      ASSERT_TRUE(is_greatest_not_above(neg_inf_ln(x), exact)) << x;
    }
  });
}

TYPED_TEST(InfLn, KnowsItsLimits) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam zero : {TypeParam{0}, -TypeParam{0}}) {
    EXPECT_EQ(inf_ln(zero), -infinity);
    EXPECT_EQ(neg_inf_ln(zero), -infinity);
  }
  EXPECT_EQ(inf_ln(infinity), infinity);
  EXPECT_EQ(neg_inf_ln(infinity), infinity);
  EXPECT_EQ(inf_ln(TypeParam{1}), 0);
  EXPECT_EQ(neg_inf_ln(TypeParam{1}), 0);
  EXPECT_FALSE(std::signbit(neg_inf_ln(TypeParam{1})));
}

TYPED_TEST(InfLn, RefusesNanAndNegativeNumbers) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam bad :
       {Limits::quiet_NaN(), -Limits::denorm_min(), TypeParam{-1}, -Limits::infinity()}) {
    EXPECT_EQ(thrown_by([&] { (void)inf_ln(bad); }), bad_distance);
    EXPECT_EQ(thrown_by([&] { (void)neg_inf_ln(bad); }), bad_distance);
  }
}

TYPED_TEST(InfLn, LeavesErrnoAndTheRoundingModeAlone) {
  expect_no_trace([] {
    (void)inf_ln(TypeParam{0});
    (void)neg_inf_ln(std::numeric_limits<TypeParam>::denorm_min());
  });
}

}  // namespace
}  // namespace discreet

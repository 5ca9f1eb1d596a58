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
class InfExp : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InfExp, Floats);

template <Float T>
void expect_tight(T x) {
  const BigInterval exact = exp(BigInterval::of(x, 300));
  ASSERT_TRUE(is_least_not_below(inf_exp(x), exact)) << x;
  ASSERT_TRUE(is_greatest_not_above(neg_inf_exp(x), exact)) << x;
}

TYPED_TEST(InfExp, IsTheLeastValueNotBelowTheExactOne) {
  for_operands<TypeParam>([](TypeParam x) { expect_tight(x); });
}

// From the exponents whose exponential is subnormal to those where it overflows.
TYPED_TEST(InfExp, IsTightWhereItUnderflowsAndOverflows) {
  const TypeParam floor = std::log(std::numeric_limits<TypeParam>::denorm_min());
  const TypeParam subnormal = std::log(std::numeric_limits<TypeParam>::min());
  const TypeParam ceiling = std::log(std::numeric_limits<TypeParam>::max());
  for (const TypeParam edge : {floor, subnormal, ceiling}) {
    TypeParam x = edge;
    for (int i = 0; i < 50; ++i) {
      expect_tight(x);
      expect_tight(edge + static_cast<TypeParam>(i - 25) / 16);
      x = std::nextafter(x, std::numeric_limits<TypeParam>::max());
    }
  }
}

TYPED_TEST(InfExp, KnowsItsLimits) {
  using Limits = std::numeric_limits<TypeParam>;
  const TypeParam infinity = Limits::infinity();
  EXPECT_EQ(inf_exp(infinity), infinity);
  EXPECT_EQ(neg_inf_exp(infinity), infinity);
  EXPECT_EQ(inf_exp(-infinity), 0);
  EXPECT_EQ(neg_inf_exp(-infinity), 0);
  EXPECT_EQ(inf_exp(Limits::max()), infinity);
  EXPECT_EQ(neg_inf_exp(Limits::max()), Limits::max());
  EXPECT_EQ(inf_exp(Limits::lowest()), Limits::denorm_min());
  EXPECT_EQ(neg_inf_exp(Limits::lowest()), 0);
  EXPECT_EQ(inf_exp(-TypeParam{0}), 1);
  EXPECT_EQ(neg_inf_exp(TypeParam{0}), 1);
}

TYPED_TEST(InfExp, RefusesNan) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  EXPECT_EQ(thrown_by([&] { (void)inf_exp(nan); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_exp(nan); }), bad_distance);
}

TYPED_TEST(InfExp, LeavesErrnoAndTheRoundingModeAlone) {
  expect_no_trace([] {
    (void)inf_exp(std::numeric_limits<TypeParam>::max());
    (void)inf_exp(std::numeric_limits<TypeParam>::lowest());
    (void)neg_inf_exp(TypeParam{1});
  });
}

}  // namespace
}  // namespace discreet

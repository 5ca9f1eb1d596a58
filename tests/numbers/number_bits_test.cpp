#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "discreet/numbers/number.hpp"

namespace discreet::detail {
namespace {

template <class T>
class FloatBits : public ::testing::Test {};
using Floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FloatBits, Floats);

TYPED_TEST(FloatBits, TellNanInfinityAndFiniteApart) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam magnitude : {TypeParam{0}, Limits::denorm_min(), Limits::min(), TypeParam{1},
                                    Limits::max(), Limits::infinity(), Limits::quiet_NaN()}) {
    for (const TypeParam value : {magnitude, -magnitude}) {
      EXPECT_EQ(is_nan(value), std::isnan(value));
      EXPECT_EQ(is_finite(value), std::isfinite(value));
      EXPECT_EQ(has_minus_sign(value), std::signbit(value));
    }
  }
}

TYPED_TEST(FloatBits, KnowTheSmallestAndTheLargestNan) {
  const auto first = static_cast<BitsOf<TypeParam>>(infinity_bits<TypeParam> + 1);
  const auto last = static_cast<BitsOf<TypeParam>>(~sign_bit<TypeParam>);
  EXPECT_TRUE(is_nan(std::bit_cast<TypeParam>(first)));
  EXPECT_TRUE(is_nan(std::bit_cast<TypeParam>(last)));
}

}  // namespace
}  // namespace discreet::detail

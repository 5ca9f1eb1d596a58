#include "discreet/framework/metrics.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/expect_error.hpp"
#include "support/score_types.hpp"

namespace discreet {
namespace {

template <class T>
class Metric : public ::testing::Test {
 protected:
  static constexpr T largest = std::numeric_limits<T>::max();
  const LInfDistance<T> monotonic{Monotonic::yes};
  const LInfDistance<T> either_way{Monotonic::no};
  const RangeDistance<T> range{};
};
TYPED_TEST_SUITE(Metric, ScoreTypes);

TEST(Monotonic, HasAName) {
  EXPECT_EQ(to_string(Monotonic::yes), "yes");
  EXPECT_EQ(to_string(Monotonic::no), "no");
  EXPECT_EQ(to_string(static_cast<Monotonic>(2)), "");
}

TYPED_TEST(Metric, LInfIsNotMonotonicUnlessSaid) {
  EXPECT_EQ(LInfDistance<TypeParam>{}.monotonic(), Monotonic::no);
  EXPECT_EQ(this->monotonic.monotonic(), Monotonic::yes);
  EXPECT_NE(this->monotonic, this->either_way);
}

TYPED_TEST(Metric, DoublesOnlyWhereChangesGoBothWays) {
  for (const TypeParam d : {TypeParam{0}, TypeParam{1}, TypeParam{3}, TypeParam{60}}) {
    EXPECT_EQ(this->monotonic.range_distance(d), d);
    EXPECT_EQ(this->range.range_distance(d), d);
    EXPECT_EQ(this->either_way.range_distance(d), d + d);
  }
  EXPECT_EQ(this->monotonic.range_distance(this->largest), this->largest);
  EXPECT_EQ(this->range.range_distance(this->largest), this->largest);
}

TYPED_TEST(Metric, DoublingThatOverflowsIsAnErrorForIntegersAndInfiniteForFloats) {
  const TypeParam half = this->largest / 2;
  if constexpr (Float<TypeParam>) {
    constexpr TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
    EXPECT_EQ(this->either_way.range_distance(half), this->largest);
    EXPECT_EQ(this->either_way.range_distance(this->largest), infinity);
    EXPECT_EQ(this->either_way.range_distance(infinity), infinity);
    EXPECT_EQ(this->monotonic.range_distance(infinity), infinity);
    EXPECT_EQ(this->range.range_distance(infinity), infinity);
    constexpr TypeParam least = std::numeric_limits<TypeParam>::denorm_min();
    EXPECT_EQ(this->either_way.range_distance(least), 2 * least);
  } else {
    EXPECT_EQ(this->either_way.range_distance(half), static_cast<TypeParam>(this->largest - 1));
    for (const TypeParam d : {static_cast<TypeParam>(half + 1), this->largest}) {
      expect_error(bad_distance, [&] { return this->either_way.range_distance(d); });
    }
  }
}

TYPED_TEST(Metric, RefusesWhatIsNotADistance) {
  const auto refuses = [this](TypeParam d, const char* rule) {
    expect_error(bad_distance, [&] { return this->monotonic.range_distance(d); }, rule);
    expect_error(bad_distance, [&] { return this->either_way.range_distance(d); }, rule);
    expect_error(bad_distance, [&] { return this->range.range_distance(d); }, rule);
  };
  if constexpr (std::numeric_limits<TypeParam>::is_signed) {
    refuses(TypeParam{-1}, "must not be negative");
    refuses(std::numeric_limits<TypeParam>::lowest(), "must not be negative");
  }
  if constexpr (Float<TypeParam>) {
    refuses(-TypeParam{0}, "must not be negative");
    refuses(-std::numeric_limits<TypeParam>::denorm_min(), "must not be negative");
    refuses(-std::numeric_limits<TypeParam>::infinity(), "must not be negative");
    refuses(std::numeric_limits<TypeParam>::quiet_NaN(), "must not be NaN");
    refuses(-std::numeric_limits<TypeParam>::quiet_NaN(), "must not be NaN");
  }
}

}  // namespace
}  // namespace discreet

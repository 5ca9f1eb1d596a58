#include "discreet/numbers/next_up.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/random_doubles.hpp"

namespace discreet {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_neighbours(double x) {
  EXPECT_EQ(next_up(x), std::nextafter(x, infinity)) << x;
  EXPECT_EQ(next_down(x), std::nextafter(x, -infinity)) << x;
}

TEST(NextUp, IsTheNeighbourAtEveryCorner) {
  for (const double x : testing::corner_doubles()) {
    expect_neighbours(x);
  }
}

TEST(NextUp, IsTheNeighbourOfRandomDoubles) {
  testing::RandomDoubles random;
  for (int i = 0; i < 100'000; ++i) {
    expect_neighbours(random.any_finite());
  }
}

TEST(NextUp, LeavesTheFarInfinityAndComesBackFromTheOther) {
  EXPECT_EQ(next_up(infinity), infinity);
  EXPECT_EQ(next_down(-infinity), -infinity);
  EXPECT_EQ(next_down(infinity), std::numeric_limits<double>::max());
  EXPECT_EQ(next_up(-infinity), -std::numeric_limits<double>::max());
}

}  // namespace
}  // namespace discreet

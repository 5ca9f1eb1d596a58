#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "numbers/interval.hpp"
#include "support/random_doubles.hpp"

namespace discreet {
namespace {

template <class T>
constexpr T limit = std::numeric_limits<T>::infinity();

template <class T>
void expect_neighbours(T x) {
  EXPECT_EQ(next_up(x), std::nextafter(x, limit<T>)) << x;
  EXPECT_EQ(next_down(x), std::nextafter(x, -limit<T>)) << x;
}

TEST(NextUp, IsTheNeighbourAtEveryCorner) {
  for (const double x : testing::corner_doubles()) {
    expect_neighbours(x);
  }
  using Floats = std::numeric_limits<float>;
  for (const float x : {0.0F, 1.0F, Floats::denorm_min(), Floats::min(), Floats::max()}) {
    expect_neighbours(x);
    expect_neighbours(-x);
  }
}

TEST(NextUp, IsTheNeighbourOfRandomNumbers) {
  testing::RandomDoubles random;
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.any_finite();
    expect_neighbours(x);
    const auto y =
        std::bit_cast<float>(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x)));
    if (std::isfinite(y)) {
      expect_neighbours(y);
    }
  }
}

TEST(NextUp, LeavesTheFarInfinityAndComesBackFromTheOther) {
  EXPECT_EQ(next_up(limit<double>), limit<double>);
  EXPECT_EQ(next_down(-limit<double>), -limit<double>);
  EXPECT_EQ(next_down(limit<double>), std::numeric_limits<double>::max());
  EXPECT_EQ(next_up(-limit<float>), -std::numeric_limits<float>::max());
}

}  // namespace
}  // namespace discreet

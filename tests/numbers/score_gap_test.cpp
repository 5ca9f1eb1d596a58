#include "numbers/score_gap.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "support/gap_cases.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::GapCase;
using testing::Oracle;

constexpr std::size_t gaps_of_each_type = 12'000;

TEST(ScoreGap, IsEnclosedForEveryTypeOfScore) {
  testing::for_gaps_of_every_type(gaps_of_each_type, []<class T>(const GapCase<T>& c) {
    const Oracle gap = Oracle::gap(c.a, c.b, c.scale);
    ASSERT_TRUE(testing::is_enclosed(ScoreGap<T>{c.a, c.b, c.scale}, gap, gap))
        << +c.a << ' ' << +c.b << ' ' << c.scale;
    ASSERT_EQ((ScoreGap<T>{c.a, c.b, c.scale}.is_zero()), c.a == c.b);
  });
}

TEST(ScoreGap, IsNeverNegativeAndIsTheSameBothWays) {
  testing::for_gaps_of_every_type(1000, []<class T>(const GapCase<T>& c) {
    const Interval there = ScoreGap<T>{c.a, c.b, c.scale}.quick();
    ASSERT_GE(there.lo, 0.0);
    ASSERT_EQ(there, (ScoreGap<T>{c.b, c.a, c.scale}.quick()));
  });
}

}  // namespace
}  // namespace discreet

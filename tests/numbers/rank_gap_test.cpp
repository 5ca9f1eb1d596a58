#include "numbers/rank_gap.hpp"

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "support/gap_cases.hpp"
#include "support/oracle.hpp"
#include "support/random_scores.hpp"

namespace discreet {
namespace {

using testing::Oracle;

Oracle exact_rank(UInt128 gap) {
  return Oracle::of(static_cast<std::uint64_t>(gap >> 64U)) * Oracle{0x1p64} +
         Oracle::of(static_cast<std::uint64_t>(gap));
}

void expect_enclosed(UInt128 gap, double scale) {
  const Oracle exact = exact_rank(gap) / Oracle{scale};
  ASSERT_TRUE(testing::is_enclosed(RankGap{gap, scale}, exact, exact))
      << static_cast<double>(gap) << ' ' << scale;
}

TEST(RankGap, IsEnclosed) {
  testing::RandomScores random;
  for (const double scale : testing::all_scales) {
    for (unsigned bit = 0; bit < 128; ++bit) {
      expect_enclosed(UInt128{1} << bit, scale);
      expect_enclosed((UInt128{1} << bit) + 1, scale);
      expect_enclosed((UInt128{1} << bit) - 1, scale);
    }
  }
  for (int run = 0; run < 20'000 && !HasFatalFailure(); ++run) {
    const UInt128 gap = (UInt128{random.word()} << 64U | random.word()) >> random.below(128);
    expect_enclosed(gap, testing::any_scale(random));
  }
}

TEST(RankGap, IsExactlyZeroOrOneWhereItIs) {
  EXPECT_EQ((RankGap{0, 3.0}.quick()), (Interval{0.0, 0.0}));
  EXPECT_TRUE((RankGap{0, 3.0}.is_zero()));
  EXPECT_FALSE((RankGap{UInt128{1} << 64U, 3.0}.is_zero()));
  EXPECT_TRUE((RankGap{3, 3.0}.quick().contains(1.0)));
}

}  // namespace
}  // namespace discreet

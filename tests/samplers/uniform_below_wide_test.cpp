#include "samplers/uniform_below_wide.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "support/every_width.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;

// The words of one try are walked, all of them: every integer below m must have the same mass, and what is
// left must be what makes no integer below m. A try that fails starts afresh, which the next test looks at,
// so that equal masses in one try are the law.
TEST(UniformBelowWide, GivesEveryIntegerTheSameMassInEveryTry) {
  testing::for_each_width([]<unsigned Width>() {
    for (const std::uint64_t m : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 11U, 16U, 17U, 255U, 256U, 257U}) {
      const auto bits_of_m = static_cast<std::size_t>(std::bit_width(m - 1));
      const std::size_t words = (bits_of_m + Width - 1) / Width;
      const auto found = testing::walk_words<Width>(words * Width, [&](ScriptedBits<Width>& bits) {
        return static_cast<std::uint64_t>(sample_uniform_below_wide(bits, m));
      });
      const mpq_class share{1, static_cast<unsigned long>(std::uint64_t{1} << bits_of_m)};
      ASSERT_EQ(found.decided.size(), m);
      for (const auto& [value, mass] : found.decided) {
        ASSERT_LT(value, m);
        ASSERT_EQ(mass, share) << value << " below " << m << ", width " << Width;
      }
      ASSERT_EQ(found.undecided, 1 - share * static_cast<unsigned long>(m));
    }
  });
}

TEST(UniformBelowWide, StartsAfreshAfterAnIntegerThatIsNotBelow) {
  ScriptedBits<4> bits{{0xb, 0xf, 0xa, 0x3}};
  EXPECT_EQ(sample_uniform_below_wide(bits, 11), UInt128{0xa});
  EXPECT_EQ(bits.tally().words, 3U);
}

TEST(UniformBelowWide, TakesTwoWordsOf64BitsAndOfTheSecondOnlyTheFirstBits) {
  const UInt128 m = (UInt128{1} << 100U) + 1;  // 101 bits: m - 1 is 2^100
  ScriptedBits<64> bits{{~std::uint64_t{0}, 0, 0x7fffffffffffffffU, ~std::uint64_t{0}}};
  const UInt128 expected = ((UInt128{1} << 63U) - 1) << 37U | ((UInt128{1} << 37U) - 1);
  EXPECT_TRUE(sample_uniform_below_wide(bits, m) == expected) << "the greatest below 2^100";
  EXPECT_EQ(bits.tally().words, 4U);
}

TEST(UniformBelowWide, ReachesBothEndsOf128Bits) {
  const UInt128 most = ~UInt128{0};
  ScriptedBits<64> high{{~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, 0}};
  EXPECT_TRUE(sample_uniform_below_wide(high, most) == UInt128{~std::uint64_t{0}} << 64U);
  ScriptedBits<64> low{{0, 5}};
  EXPECT_TRUE(sample_uniform_below_wide(low, most) == 5);
}

TEST(UniformBelowWide, DrawsNothingWhenThereIsOneChoice) {
  ScriptedBits<64> bits{{}};
  EXPECT_TRUE(sample_uniform_below_wide(bits, 1) == 0);
}

TEST(UniformBelowWide, RejectsZero) {
  ScriptedBits<64> bits{{0U}};
  EXPECT_THROW((void)sample_uniform_below_wide(bits, 0), Error);
}

}  // namespace
}  // namespace discreet

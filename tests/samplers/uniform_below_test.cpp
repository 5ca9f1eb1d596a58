#include "samplers/uniform_below.hpp"

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;

std::map<std::uint64_t, BigInterval> uniform_law(std::uint64_t m) {
  std::map<std::uint64_t, BigInterval> law;
  for (std::uint64_t i = 0; i < m; ++i) {
    law.emplace(i, BigInterval::of(Fraction{1} / Fraction{static_cast<unsigned long>(m)},
                                   testing::law_precision));
  }
  return law;
}

TEST(UniformBelow, HasItsLawOverAllWordsOfEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    for (const std::uint64_t m :
         {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 11U, 16U, 17U, 255U, 256U, 257U}) {
      const auto found = testing::walk_words<Width>(
          36, [&](ScriptedBits<Width>& bits) { return sample_uniform_below(bits, m); });
      testing::expect_law(found, uniform_law(m));
    }
  });
}

TEST(UniformBelow, IsTheWholePartOfUTimesM) {
  // 64-bit words on either side of the boundaries i * 2^64 / m, continued by words of zeros and
  // ones.
  for (const std::uint64_t m : {std::uint64_t{3}, std::uint64_t{1000003},
                                (std::uint64_t{1} << 62U) + 1, ~std::uint64_t{0}}) {
    for (const std::uint64_t i : {std::uint64_t{1}, m / 3, m / 2, m - 1}) {
      mpz_class boundary{static_cast<unsigned long>(i)};
      boundary <<= 64;
      boundary /= static_cast<unsigned long>(m);
      for (long offset = -2; offset <= 2; ++offset) {
        for (const std::uint64_t rest : {std::uint64_t{0}, ~std::uint64_t{0}}) {
          const mpz_class first = boundary + offset;
          if (first < 0 || mpz_sizeinbase(first.get_mpz_t(), 2) > 64) {
            continue;
          }
          ScriptedBits<64> bits{{first.get_ui(), rest, rest, rest, rest}};
          // U as far as it can matter: 320 bits.
          mpz_class u = first;
          for (int word = 0; word < 4; ++word) {
            u <<= 64;
            u += static_cast<unsigned long>(rest);
          }
          mpz_class expected = u * static_cast<unsigned long>(m);
          expected >>= 320;
          EXPECT_EQ(sample_uniform_below(bits, m), expected.get_ui());
        }
      }
    }
  }
}

TEST(UniformBelow, DrawsNothingWhenThereIsOneChoice) {
  ScriptedBits<64> bits{{}};
  EXPECT_EQ(sample_uniform_below(bits, 1), 0U);
}

TEST(UniformBelow, TakesOneWordAwayFromTheBoundaries) {
  ScriptedBits<64> bits{{std::uint64_t{1} << 63U}};
  EXPECT_EQ(sample_uniform_below(bits, 10), 5U);
  EXPECT_EQ(bits.tally().words, 1U);
}

TEST(UniformBelow, RejectsZero) {
  ScriptedBits<64> bits{{0U}};
  try {
    (void)sample_uniform_below(bits, 0);
    FAIL() << "a draw below zero came out";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), bad_parameter);
  }
  EXPECT_EQ(bits.tally().words, 0U);
}

TEST(UniformBelow, RejectsABoundThatTheWordsCannotCarry) {
  ScriptedBits<7> bits{std::vector<std::uint64_t>(10, 0)};
  EXPECT_THROW((void)sample_uniform_below(bits, ~std::uint64_t{0}), Error);
}

}  // namespace
}  // namespace discreet

#include "samplers/decisions.hpp"

#include <cstdint>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;

using Two = std::pair<std::uint64_t, std::uint64_t>;

std::map<Two, BigInterval> law_of_two(std::uint64_t m, unsigned bits) {
  const std::uint64_t sides = std::uint64_t{1} << bits;
  std::map<Two, BigInterval> law;
  for (std::uint64_t first = 0; first < m; ++first) {
    for (std::uint64_t second = 0; second < sides; ++second) {
      const Fraction share{1UL, static_cast<unsigned long>(m * sides)};
      law.emplace(Two{first, second}, BigInterval::of(share, testing::law_precision));
    }
  }
  return law;
}

TEST(DrawnDecisions, TwoOfOneDrawAreUniformAndIndependent) {
  testing::for_each_width([]<unsigned Width>() {
    for (const std::uint64_t m : {1U, 2U, 3U, 5U, 8U}) {
      for (const unsigned bits : {0U, 1U, 3U, 5U}) {
        const auto found = testing::walk_words<Width>(36, [&](ScriptedBits<Width>& words) {
          DrawnDecisions decide{words};
          BelowTwo<DrawnDecisions<ScriptedBits<Width>>> two{decide, m, bits};
          return Two{two.first(), two.second()};
        });
        testing::expect_law(found, law_of_two(m, bits));
      }
    }
  });
}

TEST(DrawnDecisions, HalvesOfWordsAreWordsOfHalfTheWidth) {
  for (const std::uint64_t m : {2U, 3U, 5U, 8U, 11U}) {
    const auto found = testing::walk_words<8>(40, [&](ScriptedBits<8>& words) {
      HalfWords halves{words};
      const std::uint64_t first = sample_uniform_below(halves, m);
      return Two{first, sample_uniform_below(halves, std::uint64_t{4})};
    });
    testing::expect_law(found, law_of_two(m, 2));
  }
  ScriptedBits<64> words{{0x123456789abcdef0U}};
  HalfWords halves{words};
  EXPECT_EQ(halves.next(), 0x9abcdef0U);
  EXPECT_EQ(halves.next(), 0x12345678U);
}

// Half words on either side of the boundaries i · 2^32 / m, continued by zeros and ones: what is answered at once, and what
// is not, is the whole part of U · m.
TEST(DrawnDecisions, ManyDrawsAreTheWholePartsOfTheirStringsTimesM) {
  for (const std::uint64_t m :
       {std::uint64_t{3}, std::uint64_t{1'000'003}, (1UL << 27U) - 1, 1UL << 27U}) {
    for (const std::uint64_t i : {std::uint64_t{1}, m / 3, m - 1}) {
      for (const std::uint64_t step : {0U, 1U, 2U, 3U}) {
        const std::uint64_t half = (i << 32U) / m + step - 1;
        for (const std::uint64_t rest : {std::uint64_t{0}, ~std::uint64_t{0}}) {
          ScriptedBits<64> words{{half | (rest << 32U), rest, rest, rest}};
          DrawnDecisions decide{words};
          ManyBelow<DrawnDecisions<ScriptedBits<64>>> many{decide, m};
          mpz_class u{static_cast<unsigned long>(half)};
          for (int word = 0; word < 3; ++word) {
            u <<= 32;
            u += static_cast<unsigned long>(rest & 0xffffffffU);
          }
          mpz_class expected = u * static_cast<unsigned long>(m);
          expected >>= 128;
          EXPECT_EQ(many.draw(), expected.get_ui()) << half << " of " << m;
        }
      }
    }
  }
}

TEST(DrawnDecisions, ManyDrawsTakeHalfAWordEachWhereThatHasRoom) {
  using Many = ManyBelow<DrawnDecisions<ScriptedBits<64>>>;
  ScriptedBits<64> words{{(std::uint64_t{1} << 63U) | (1U << 30U), 1, 2}};
  DrawnDecisions decide{words};
  Many small{decide, Many::most_by_halves};
  EXPECT_EQ(small.draw(), Many::most_by_halves / 4);
  EXPECT_EQ(small.draw(), Many::most_by_halves / 2);
  EXPECT_EQ(words.tally().words, 1U);
  Many large{decide, Many::most_by_halves + 1};
  EXPECT_EQ(large.draw(), 0U);
  EXPECT_EQ(large.draw(), 0U);
  EXPECT_EQ(words.tally().words, 3U);
}

}  // namespace
}  // namespace discreet

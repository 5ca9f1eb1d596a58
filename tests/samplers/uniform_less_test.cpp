#include "samplers/uniform_less.hpp"

#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "numbers/score_gap.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/laws.hpp"
#include "support/reals.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::Blurred;
using testing::RationalReal;
using testing::ScriptedBits;
using testing::Unfiltered;

std::map<bool, BigInterval> coin_law(const Fraction& p) {
  const Fraction heads = p < 0 ? Fraction{0} : (p > 1 ? Fraction{1} : p);
  std::map<bool, BigInterval> law;
  law.emplace(true, BigInterval::of(heads, testing::law_precision));
  law.emplace(false, BigInterval::of(Fraction{1 - heads}, testing::law_precision));
  return law;
}

std::vector<Fraction> interesting_reals() {
  Fraction tiny{1};
  tiny >>= 1100;
  return {Fraction{0},    Fraction{1},        Fraction{-3},       Fraction{5},
          Fraction{1, 2}, Fraction{3, 8},     Fraction{1, 3},     Fraction{2, 3},
          tiny,           Fraction{1 - tiny}, Fraction{255, 256}, Fraction{1, 1 << 19}};
}

TEST(UniformLess, HasItsLawOverAllWordsOfEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    for (const Fraction& p : interesting_reals()) {
      const auto found = testing::walk_words<Width>(28, [&](ScriptedBits<Width>& bits) {
        RationalReal real{p};
        return sample_less(bits, real);
      });
      testing::expect_law(found, coin_law(p));
    }
  });
}

TEST(UniformLess, HasItsLawWithoutTheFilter) {
  testing::for_each_width([]<unsigned Width>() {
    for (const Fraction& p : interesting_reals()) {
      const auto found = testing::walk_words<Width>(28, [&](ScriptedBits<Width>& bits) {
        Unfiltered<RationalReal> real{{p}};
        return sample_less(bits, real);
      });
      testing::expect_law(found, coin_law(p));
    }
  });
}

TEST(UniformLess, EndsOnADyadicRealThatNoPrecisionSeparates) {
  for (const Fraction& p : {Fraction{1, 2}, Fraction{3, 8}, Fraction{1, 1 << 10}}) {
    const auto found = testing::walk_words<1>(210, [&](ScriptedBits<1>& bits) {
      Blurred<RationalReal> real{{p}};
      return sample_less(bits, real);
    });
    testing::expect_law(found, coin_law(p));
  }
}

TEST(UniformLess, DrawsNothingWhereTheRealIsNoProbability) {
  ScriptedBits<64> bits{{}};
  for (const Fraction& p : {Fraction{0}, Fraction{-1}, Fraction{1}, Fraction{2}}) {
    RationalReal real{p};
    EXPECT_EQ(sample_less(bits, real), p >= 1);
  }
  EXPECT_EQ(bits.tally().words, 0U);
}

TEST(UniformLess, FilterAndExactPathAgreeOnTheSameBits) {
  // Words around the real's own 64-bit cell, where the filter is least sure.
  for (const Fraction& p : {Fraction{1, 3}, Fraction{1, 2}, Fraction{999999, 1000000}}) {
    mpz_class cell = p.get_num();
    cell <<= 64;
    cell /= p.get_den();
    for (long offset = -5000; offset <= 5000; offset += 17) {
      const mpz_class word = cell + offset;
      const std::vector<std::uint64_t> script{mpz_class{word}.get_ui(), 0x123456789abcdef0U,
                                              0x0fedcba987654321U};
      ScriptedBits<64> with{script};
      ScriptedBits<64> without{script};
      RationalReal filtered{p};
      Unfiltered<RationalReal> unfiltered{{p}};
      EXPECT_EQ(sample_less(with, filtered), sample_less(without, unfiltered));
    }
  }
}

TEST(UniformLess, AFilterThatIsSureTakesOneWordAndNoFallback) {
  ScriptedBits<64> bits{{std::uint64_t{1} << 62U}};
  RationalReal third{Fraction{1, 3}};
  EXPECT_TRUE(sample_less(bits, third));
  EXPECT_EQ(bits.tally(), (Tally{.words = 1, .comparisons = 1, .fallbacks = 0}));
}

TEST(UniformLess, CountsItsFallbacks) {
  // The first 64 bits of 1/3 leave the comparison open; the next word, larger than 1/3's, decides
  // it.
  ScriptedBits<64> bits{{0x5555555555555555U, 0x5555555555555556U}};
  RationalReal third{Fraction{1, 3}};
  EXPECT_FALSE(sample_less(bits, third));
  EXPECT_EQ(bits.tally(), (Tally{.words = 2, .comparisons = 1, .fallbacks = 1}));
}

TEST(UniformLess, FindsOutAGeneratorThatStutters) {
  // Zeros for ever leave the comparison with a real beyond MPFR's exponents open for ever.
  ScriptedBits<64> zeros{std::vector<std::uint64_t>(20000, 0)};
  try {
    (void)sample_bernoulli_exp(zeros, ScoreGap<double>{1e300, 0.0, 1.0});
    FAIL() << "a generator of zeros decided a comparison";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), no_entropy);
  }
}

TEST(LazyUniform, NeverRedrawsWhatIsKnown) {
  ScriptedBits<8> bits{{0xab, 0xcd, 0xef}};
  LazyUniform<ScriptedBits<8>> u{bits};
  EXPECT_EQ(u.head(), 0xabU);
  EXPECT_EQ(u.head(), 0xabU);
  u.extend();
  EXPECT_EQ(u.prefix(), 0xabcd);
  EXPECT_EQ(u.head(), 0xabU);
  u.extend_to(17);
  EXPECT_EQ(u.prefix(), 0xabcdef);
  EXPECT_EQ(u.known(), 24U);
}

TEST(LazyUniform, KeepsWhatItKnowsWhenTheSourceFails) {
  ScriptedBits<8> bits{{0xab, 0xcd}};
  LazyUniform<ScriptedBits<8>> u{bits};
  u.extend_to(16);
  EXPECT_THROW(u.extend(), testing::OutOfWords);
  EXPECT_EQ(u.prefix(), 0xabcd);
  EXPECT_EQ(u.known(), 16U);
}

}  // namespace
}  // namespace discreet

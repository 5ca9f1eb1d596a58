#include "samplers/bernoulli_exp.hpp"

#include <cstdint>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "numbers/score_gap.hpp"
#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/laws.hpp"
#include "support/reals.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;

constexpr double huge = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();

std::map<bool, BigInterval> coin_of_exp(const Fraction& x) {
  const BigInterval heads = exp(-BigInterval::of(x, testing::law_precision));
  std::map<bool, BigInterval> law;
  law.emplace(true, heads);
  law.emplace(false, BigInterval::of(Fraction{1}, testing::law_precision) - heads);
  return law;
}

template <unsigned Width>
void expect_coin(double a, double b, double scale) {
  const auto found = testing::walk_words<Width>(28, [&](ScriptedBits<Width>& bits) {
    return sample_bernoulli_exp(bits, ScoreGap<double>{a, b, scale});
  });
  Fraction gap = (exact_fraction(a) - exact_fraction(b)) / exact_fraction(scale);
  testing::expect_law(found, coin_of_exp(gap < 0 ? Fraction{-gap} : gap));
}

TEST(BernoulliExp, HasItsLawOverAllWordsOfEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    expect_coin<Width>(0.0, 0.0, 1.0);
    expect_coin<Width>(0.0, 1.0, 1.0);
    expect_coin<Width>(3.0, 1.0, 7.0);
    expect_coin<Width>(0.6931471805599453, 0.0, 1.0);  // e^-x is just off 1/2
    expect_coin<Width>(0.0, 13.1698, 1.0);             // and here off 2^-19
    expect_coin<Width>(40.0, 0.0, 1.0);
  });
}

TEST(BernoulliExp, HasItsLawAtExtremeMagnitudes) {
  testing::for_each_width([]<unsigned Width>() {
    expect_coin<Width>(1e-300, 0.0, 1.0);
    expect_coin<Width>(1e300, 0.0, 1.0);
    expect_coin<Width>(huge, -huge, huge);  // the difference overflows a double
    expect_coin<Width>(huge, -huge, 1.0);
    expect_coin<Width>(least, 0.0, least);
    expect_coin<Width>(1.0, 0.0, least);  // a gap of 2^1074 scales
    expect_coin<Width>(least, 0.0, huge);
    expect_coin<Width>(1.0, 1.0 + std::numeric_limits<double>::epsilon(), 1.0);
  });
}

TEST(BernoulliExp, TellsNeighbouringSixtyFourBitIntegersApart) {
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t bottom = std::numeric_limits<std::int64_t>::min();
  const auto one_apart = testing::walk_words<4>(24, [&](ScriptedBits<4>& bits) {
    return sample_bernoulli_exp(bits, ScoreGap<std::int64_t>{top, top - 1, 1.0});
  });
  testing::expect_law(one_apart, coin_of_exp(Fraction{1}));

  const auto all_apart = testing::walk_words<4>(24, [&](ScriptedBits<4>& bits) {
    return sample_bernoulli_exp(bits, ScoreGap<std::int64_t>{bottom, top, 0x1p63});
  });
  testing::expect_law(all_apart, coin_of_exp((exact_fraction(top) - exact_fraction(bottom)) /
                                             exact_fraction(0x1p63)));

  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto unsigned_apart = testing::walk_words<4>(24, [&](ScriptedBits<4>& bits) {
    return sample_bernoulli_exp(bits, ScoreGap<std::uint64_t>{most, most - 2, 2.0});
  });
  testing::expect_law(unsigned_apart, coin_of_exp(Fraction{1}));
}

TEST(BernoulliExp, DrawsNothingForEqualScores) {
  ScriptedBits<64> bits{{}};
  EXPECT_TRUE(sample_bernoulli_exp(bits, ScoreGap<float>{2.5F, 2.5F, 1e-300}));
  EXPECT_TRUE(sample_bernoulli_exp(bits, ScoreGap<double>{0.0, -0.0, 1.0}));
  EXPECT_EQ(bits.tally().words, 0U);
}

TEST(BernoulliExp, TakesOneWordAwayFromTheEdge) {
  ScriptedBits<64> bits{{0U, ~std::uint64_t{0}}};
  EXPECT_TRUE(sample_bernoulli_exp(bits, ScoreGap<double>{1.0, 0.0, 1.0}));
  EXPECT_FALSE(sample_bernoulli_exp(bits, ScoreGap<double>{1.0, 0.0, 1.0}));
  EXPECT_EQ(bits.tally(), (Tally{.words = 2, .comparisons = 2, .fallbacks = 0}));
}

}  // namespace
}  // namespace discreet

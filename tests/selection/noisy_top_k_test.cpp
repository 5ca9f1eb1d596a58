#include "discreet/selection/noisy_top_k.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "selection/engine.hpp"
#include "support/frequency.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using Winners = std::vector<std::size_t>;

// Enough to see a shift of 0.02 in any probability: sqrt(2 ln(2 * 24 / 1e-9) / 4 / 40000) < 0.018.
constexpr std::size_t releases = 40000;

template <class Number>
void expect_release_law(const std::vector<Number>& scores, double scale, std::size_t k,
                        Optimize optimize, Law law) {
  std::map<Winners, std::size_t> seen;
  for (std::size_t i = 0; i < releases; ++i) {
    ++seen[noisy_top_k(scores, {law, scale, k, optimize})];
  }
  testing::expect_frequencies(seen, releases, testing::top_k_law(scores, scale, k, optimize, law));
}

TEST(NoisyTopK, FollowsItsLawWithSystemBits) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    for (const Optimize optimize : {Optimize::max, Optimize::min}) {
      expect_release_law<double>({0.0, 1.0, 2.0, 2.0}, 1.5, 2, optimize, law);
      expect_release_law<std::int8_t>({-128, 127, 120}, 9.0, 1, optimize, law);
    }
  }
}

TEST(NoisyTopK, ScaleZeroIsTheTrueTopKWithTiesToTheLowestIndex) {
  testing::ScriptedBits<64> none{{}};
  const std::vector<double> scores{1.0, 3.0, 3.0, -0.0, 0.0};
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    EXPECT_EQ(detail::top_k_from_bits(none, scores, {law, 0.0, 3, Optimize::max}),
              (Winners{1, 2, 0}));
    EXPECT_EQ(detail::top_k_from_bits(none, scores, {law, 0.0, 9, Optimize::min}),
              (Winners{3, 4, 0, 1, 2}));
  }
}

TEST(NoisyTopK, TreatsInfinitiesAsTheLargestFiniteScoresAtScaleZeroToo) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float largest = std::numeric_limits<float>::max();
  testing::ScriptedBits<64> none{{}};
  const std::vector<float> scores{largest, inf, -inf, -largest};
  EXPECT_EQ(
      detail::top_k_from_bits(none, scores, {Law::exponential_mechanism, 0.0, 4, Optimize::max}),
      (Winners{0, 1, 2, 3}));
}

TEST(NoisyTopK, GivesNothingForNothing) {
  testing::ScriptedBits<64> none{{}};
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    EXPECT_EQ(detail::top_k_from_bits(none, std::vector<int>{}, {law, 1.0, 3, Optimize::max}),
              Winners{});
    EXPECT_EQ(detail::top_k_from_bits(none, std::vector<int>{1, 2}, {law, 1.0, 0, Optimize::max}),
              Winners{});
  }
}

TEST(NoisyTopK, RefusesNanBeforeAnyBitIsDrawn) {
  testing::ScriptedBits<64> bits{{1, 2, 3}};
  const std::vector<double> scores{1.0, std::numeric_limits<double>::quiet_NaN()};
  for (const double scale : {0.0, 1.0}) {
    try {
      (void)detail::top_k_from_bits(bits, scores,
                                    {Law::exponential_mechanism, scale, 1, Optimize::max});
      FAIL() << "a NaN was ranked";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), outside_domain);
    }
  }
  EXPECT_EQ(bits.tally().words, 0U);
}

TEST(NoisyTopK, RefusesAScaleThatIsNoScale) {
  testing::ScriptedBits<64> bits{{1, 2, 3}};
  const std::vector<int> scores{1, 2};
  for (const double scale :
       {-1.0, -0.0, std::numeric_limits<double>::quiet_NaN(),
        std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
    try {
      (void)detail::top_k_from_bits(bits, scores, {Law::permute_and_flip, scale, 1, Optimize::max});
      FAIL() << "a scale that is none was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter);
    }
  }
  EXPECT_EQ(bits.tally().words, 0U);
}

TEST(NoisyTopK, RefusesWhatACastMadeOfAnEnum) {
  testing::ScriptedBits<64> bits{{1, 2, 3}};
  const std::vector<int> scores{1, 100};
  EXPECT_THROW((void)detail::top_k_from_bits(
                   bits, scores, {Law::exponential_mechanism, 1.0, 1, static_cast<Optimize>(7)}),
               Error);
  EXPECT_THROW(
      (void)detail::top_k_from_bits(bits, scores, {static_cast<Law>(7), 1.0, 1, Optimize::max}),
      Error);
  EXPECT_EQ(bits.tally().words, 0U);
}

}  // namespace
}  // namespace discreet

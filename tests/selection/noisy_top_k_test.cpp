#include "discreet/selection/noisy_top_k.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/entropy/system_bits.hpp"
#include "discreet/error.hpp"
#include "discreet/selection/exponential_noisy_max.hpp"
#include "discreet/selection/exponential_top_k.hpp"
#include "discreet/selection/gumbel_noisy_max.hpp"
#include "discreet/selection/gumbel_top_k.hpp"
#include "discreet/selection/permute_and_flip.hpp"
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
    ++seen[noisy_top_k(scores, scale, k, optimize, law)];
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

template <class Release>
void expect_max_law(Release release, Law law) {
  const std::vector<float> scores{0.5F, 1.25F, -3.0F};
  std::map<Winners, std::size_t> seen;
  for (std::size_t i = 0; i < releases; ++i) {
    ++seen[Winners{release(scores)}];
  }
  testing::expect_frequencies(seen, releases,
                              testing::top_k_law(scores, 2.0, 1, Optimize::max, law));
}

TEST(NoisyMax, FollowsItsLawUnderEveryName) {
  expect_max_law([](const auto& x) { return permute_and_flip(x, 2.0, Optimize::max); },
                 Law::permute_and_flip);
  expect_max_law([](const auto& x) { return exponential_noisy_max(x, 2.0, Optimize::max); },
                 Law::permute_and_flip);
  expect_max_law([](const auto& x) { return gumbel_noisy_max(x, 2.0, Optimize::max); },
                 Law::exponential_mechanism);
}

template <class Release>
void expect_top_law(Release release, Law law) {
  const std::vector<double> scores{0.0, 1.0, 2.0};
  std::map<Winners, std::size_t> seen;
  for (std::size_t i = 0; i < releases; ++i) {
    ++seen[release(scores)];
  }
  testing::expect_frequencies(seen, releases,
                              testing::top_k_law(scores, 1.0, 2, Optimize::max, law));
}

// The laws differ by 0.07 and more in their likeliest outcome, so a name for the wrong one is seen.
TEST(NoisyTopK, NamesOfTheLawsAreTheLaws) {
  expect_top_law([](const auto& x) { return exponential_top_k(x, 1.0, 2, Optimize::max); },
                 Law::permute_and_flip);
  expect_top_law([](const auto& x) { return gumbel_top_k(x, 1.0, 2, Optimize::max); },
                 Law::exponential_mechanism);
  expect_top_law(
      [](const auto& x) { return exponential_top_k(thread_bits(), x, 1.0, 2, Optimize::max); },
      Law::permute_and_flip);
  expect_top_law(
      [](const auto& x) { return gumbel_top_k(thread_bits(), x, 1.0, 2, Optimize::max); },
      Law::exponential_mechanism);
}

TEST(NoisyTopK, ScaleZeroIsTheTrueTopKWithTiesToTheLowestIndex) {
  testing::ScriptedBits<64> none{{}};
  const std::vector<double> scores{1.0, 3.0, 3.0, -0.0, 0.0};
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    EXPECT_EQ(noisy_top_k(none, scores, 0.0, 3, Optimize::max, law), (Winners{1, 2, 0}));
    EXPECT_EQ(noisy_top_k(none, scores, 0.0, 9, Optimize::min, law), (Winners{3, 4, 0, 1, 2}));
  }
}

TEST(NoisyTopK, TreatsInfinitiesAsTheLargestFiniteScoresAtScaleZeroToo) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float largest = std::numeric_limits<float>::max();
  testing::ScriptedBits<64> none{{}};
  const std::vector<float> scores{largest, inf, -inf, -largest};
  EXPECT_EQ(noisy_top_k(none, scores, 0.0, 4, Optimize::max, Law::exponential_mechanism),
            (Winners{0, 1, 2, 3}));
}

TEST(NoisyTopK, GivesNothingForNothing) {
  testing::ScriptedBits<64> none{{}};
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    EXPECT_EQ(noisy_top_k(none, std::vector<int>{}, 1.0, 3, Optimize::max, law), Winners{});
    EXPECT_EQ(noisy_top_k(none, std::vector<int>{1, 2}, 1.0, 0, Optimize::max, law), Winners{});
  }
}

TEST(NoisyTopK, RefusesNanBeforeAnyBitIsDrawn) {
  testing::ScriptedBits<64> bits{{1, 2, 3}};
  const std::vector<double> scores{1.0, std::numeric_limits<double>::quiet_NaN()};
  for (const double scale : {0.0, 1.0}) {
    try {
      (void)noisy_top_k(bits, scores, scale, 1, Optimize::max, Law::exponential_mechanism);
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
      (void)noisy_top_k(bits, scores, scale, 1, Optimize::max, Law::permute_and_flip);
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
  EXPECT_THROW(
      (void)noisy_top_k(bits, scores, 1.0, 1, static_cast<Optimize>(7), Law::exponential_mechanism),
      Error);
  EXPECT_THROW((void)noisy_top_k(bits, scores, 1.0, 1, Optimize::max, static_cast<Law>(7)), Error);
  EXPECT_EQ(bits.tally().words, 0U);
}

TEST(NoisyMax, RefusesAnEmptyVector) {
  const std::vector<double> none;
  EXPECT_THROW((void)permute_and_flip(none, 1.0, Optimize::max), Error);
  EXPECT_THROW((void)exponential_noisy_max(none, 1.0, Optimize::max), Error);
  EXPECT_THROW((void)gumbel_noisy_max(none, 1.0, Optimize::max), Error);
}

}  // namespace
}  // namespace discreet

#include "discreet/specification.hpp"

#include <cstddef>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/framework/measures.hpp"
#include "support/frequency.hpp"
#include "support/laws.hpp"

namespace discreet {
namespace {

using Winners = std::vector<std::size_t>;

// Enough to see a shift of 0.02 in any probability: sqrt(2 ln(2 * 24 / 1e-9) / 4 / 40000) < 0.018.
constexpr std::size_t releases = 40000;

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

TEST(Specification, ReleasesTheBestByItsLawUnderEveryName) {
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
TEST(Specification, NamesOfTheLawsAreTheLaws) {
  expect_top_law([](const auto& x) { return exponential_top_k(x, 1.0, 2, Optimize::max); },
                 Law::permute_and_flip);
  expect_top_law([](const auto& x) { return gumbel_top_k(x, 1.0, 2, Optimize::max); },
                 Law::exponential_mechanism);
}

TEST(Specification, RefusesAnEmptyVector) {
  const std::vector<double> none;
  EXPECT_THROW((void)permute_and_flip(none, 1.0, Optimize::max), Error);
  EXPECT_THROW((void)exponential_noisy_max(none, 1.0, Optimize::max), Error);
  EXPECT_THROW((void)gumbel_noisy_max(none, 1.0, Optimize::max), Error);
}

TEST(Specification, SaysWhichNoiseAMeasureSelectsWith) {
  EXPECT_FALSE(REPLACEMENT<MaxDivergence>);
  EXPECT_FALSE(ONE_SHOT<MaxDivergence>);
  EXPECT_TRUE(REPLACEMENT<ZeroConcentratedDivergence>);
  EXPECT_TRUE(ONE_SHOT<ZeroConcentratedDivergence>);
  EXPECT_TRUE(REPLACEMENT<BoundedRange>);
  EXPECT_TRUE(ONE_SHOT<BoundedRange>);
}

template <class MO, class RV>
void expect_noise_around_an_exact_score() {
  const RV noise = random_variable<MO>(FBig{1, 3}, FBig{2, 7});
  EXPECT_EQ(noise.shift(), Fraction(1, 3));
  EXPECT_EQ(noise.scale(), Fraction(2, 7));
  EXPECT_EQ(random_variable<MO>(FBig{1, 3}, FBig{0}).scale(), 0);
  EXPECT_THROW((void)random_variable<MO>(FBig{1, 3}, FBig{-1}), Error);
}

TEST(Specification, PutsItsNoiseAroundAnExactScore) {
  expect_noise_around_an_exact_score<MaxDivergence, ExponentialRV>();
  expect_noise_around_an_exact_score<ZeroConcentratedDivergence, GumbelRV>();
  expect_noise_around_an_exact_score<BoundedRange, GumbelRV>();
}

}  // namespace
}  // namespace discreet

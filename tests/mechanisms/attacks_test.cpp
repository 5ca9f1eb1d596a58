// Known attacks on selection and noise in finite arithmetic; each test fails for an implementation
// that falls to the attack.
//
//   Mironov 2012, "On Significance of the Least Significant Bits for Differential Privacy": noise
//   in doubles
//     leaves outputs that one input can reach and its neighbour cannot.
//   Ilvento 2020, "Implementing the Exponential Mechanism with Base-2 Differential Privacy":
//   weights e^(y/s)
//     in doubles are rounded, underflow and overflow, and the normalised sum betrays it.
//   Haney, Desfontaines, Hartman, Shrestha, Hay 2022, "Precision-based attacks and interval
//   refining": the
//     precision of a sum of score and noise reveals the score.
//   Casacuberta, Shoemate, Vadhan, Wagaman 2022, "Widespread Underestimation of Sensitivity in
//   Differentially
//     Private Libraries and How to Fix It": overflow and rounding make a stated sensitivity too
//     small.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/discreet.hpp"
#include "entropy/system_bits.hpp"
#include "selection/engine.hpp"
#include "support/expect_error.hpp"
#include "support/hoeffding.hpp"
#include "support/words_then_zeros.hpp"

namespace discreet {
namespace {

constexpr std::array both_laws = {Law::exponential_mechanism, Law::permute_and_flip};

/// The indices that some words lead to, followed by zeros for ever.
template <class T>
std::set<std::size_t> reachable(const std::vector<T>& scores, double scale, Law law) {
  std::set<std::size_t> found;
  for (std::uint64_t first = 0; first < 256; ++first) {
    for (const std::uint64_t second : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      WordsThenZeros bits{{first << 56U, second}};
      found.insert(detail::top_k_from_bits(bits, scores, {law, scale, 1, Optimize::max}).front());
    }
  }
  // The last position of all, with a fraction of one and of zero: a far candidate owns just that.
  for (const std::uint64_t second : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    WordsThenZeros ones{{~std::uint64_t{0}, second}};
    found.insert(detail::top_k_from_bits(ones, scores, {law, scale, 1, Optimize::max}).front());
  }
  return found;
}

/// The share of releases in which the worse of two candidates, `gap` scales below, comes first.
double worse_share(Law law, double gap) {
  return law == Law::exponential_mechanism ? 1 / (1 + std::exp(gap)) : std::exp(-gap) / 2;
}

/// Expects the law for a best candidate at index 1 and another `gap` scales below at index 0.
template <class T>
void expect_the_law(const std::vector<T>& scores, double scale, double gap) {
  constexpr std::size_t trials = 20'000;
  for (const Law law : both_laws) {
    std::size_t worse = 0;
    for (std::size_t i = 0; i < trials; ++i) {
      worse += noisy_top_k(scores, {law, scale, 1, Optimize::max}).front() == 0 ? 1U : 0U;
    }
    EXPECT_NEAR(static_cast<double>(worse) / trials, worse_share(law, gap), stray(trials, 2));
  }
}

TEST(Attacks, UnderflowOfFarCandidatesMakesNoneImpossible) {
  // Ilvento 2020: e^-746 is 0 in doubles, so a rounded weight would exclude what the law allows.
  for (const Law law : both_laws) {
    for (const double gap : {746.0, 1500.0}) {
      EXPECT_EQ(reachable<double>({0, -gap}, 1, law), (std::set<std::size_t>{0, 1}));
    }
  }
}

TEST(Attacks, EveryCandidateIsReachableWhateverTheScores) {
  // Mironov 2012, Haney et al. 2022: an output that only one neighbour can produce ends all
  // privacy.
  std::vector<double> scores(16);
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = std::ldexp(1.0, -20 + 2 * static_cast<int>(i));
    all.insert(i);
  }
  for (const Law law : both_laws) {
    EXPECT_EQ(reachable(scores, 1e6, law), all);
    EXPECT_TRUE(reachable(scores, 1, law).contains(0));
  }
}

TEST(Attacks, NoiseIsNotAbsorbedByALargeScore) {
  // In doubles 2^60 + noise is 2^60 again for noise below 64: the order would be the scores' own.
  expect_the_law<double>({0x1p60, 0x1.0000000000001p60}, 0x1p8, 1);
  expect_the_law<double>({1e300, std::nextafter(1e300, 2e300)},
                         std::nextafter(1e300, 2e300) - 1e300, 1);
}

TEST(Attacks, ScoreOverScaleBeyond709NeitherOverflowsNorUnderflows) {
  // Ilvento 2020: e^710 is infinite in doubles, and inf / inf is no probability.
  expect_the_law<double>({1e6, 1e6 + 1}, 1, 1);
  expect_the_law<double>({-1e6 - 1, -1e6}, 1, 1);
  expect_the_law<double>({1e300, 2e300}, 1e300, 1);
  for (const Law law : both_laws) {
    // Another answer has a chance below e^(-10^300).
    EXPECT_EQ(noisy_top_k(std::vector<double>{-1e308, 1e308, 0}, {law, 1e-300, 1, Optimize::max}),
              std::vector<std::size_t>{1});
  }
}

TEST(Attacks, ScoresWhoseDifferenceOverflowsKeepTheirGap) {
  const double most = std::numeric_limits<double>::max();
  expect_the_law<double>({-most, most}, most, 2);
  expect_the_law<std::int64_t>(
      {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}, 0x1p64,
      1);
}

TEST(Attacks, NeighbouringSixtyFourBitScoresStayDifferent) {
  // Both are 2^63 as doubles, and there they would tie.
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::uint64_t umost = std::numeric_limits<std::uint64_t>::max();
  expect_the_law<std::int64_t>({most - 1, most}, 1, 1);
  expect_the_law<std::int64_t>({-most - 1, -most}, 1, 1);
  expect_the_law<std::uint64_t>({umost - 1, umost}, 1, 1);
  for (const Law law : both_laws) {
    const std::vector<std::int64_t> rising = {most - 1, most};
    const std::vector<std::int64_t> falling = {most, most - 1};
    for (const double scale : {0.0, 1e-3}) {
      EXPECT_EQ(noisy_top_k(rising, {law, scale, 2, Optimize::max}),
                (std::vector<std::size_t>{1, 0}));
      EXPECT_EQ(noisy_top_k(falling, {law, scale, 2, Optimize::max}),
                (std::vector<std::size_t>{0, 1}));
      EXPECT_EQ(noisy_top_k(rising, {law, scale, 2, Optimize::min}),
                (std::vector<std::size_t>{0, 1}));
    }
  }
}

TEST(Attacks, AnIndexIsNotTheScaledFractionOfAWord) {
  // int(u * n) with u of b bits gives some of n indices a chance of 2/2^b, others 1/2^b. At 64 bits
  // nobody sees that; at 4 bits and n = 11 everybody does.
  constexpr std::size_t n = 11;
  constexpr std::size_t trials = 100'000;
  ASSERT_LT(stray(trials, 2 * n), 1.0 / n - 1.0 / 16);
  for (const Law law : both_laws) {
    NarrowBits<4, SystemBits> bits{thread_bits()};
    std::vector<std::size_t> wins(n);
    for (std::size_t i = 0; i < trials; ++i) {
      ++wins[detail::top_k_from_bits(bits, std::vector<int>(n), {law, 1, 1, Optimize::max})
                 .front()];
    }
    for (const std::size_t count : wins) {
      EXPECT_NEAR(static_cast<double>(count) / trials, 1.0 / n, stray(trials, 2 * n));
    }
  }
}

TEST(Attacks, TiesComeInEveryOrderAlike) {
  // A race that keeps the earlier of equals, or the later, favours an end of the list.
  constexpr std::size_t trials = 60'000;
  for (const Law law : both_laws) {
    std::map<std::vector<std::size_t>, std::size_t> orders;
    for (std::size_t i = 0; i < trials; ++i) {
      ++orders[noisy_top_k(std::vector<double>(3), {law, 1, 3, Optimize::min})];
    }
    EXPECT_EQ(orders.size(), 6U);
    for (const auto& [order, count] : orders) {
      EXPECT_NEAR(static_cast<double>(count) / trials, 1.0 / 6, stray(trials, 12));
    }
  }
}

TEST(Attacks, ASensitivityIsNotUnderestimatedByOverflowOrRounding) {
  // Casacuberta et al. 2022. 100 + 100 wraps to -56 in eight bits.
  const auto narrow =
      make_noisy_max(VectorDomain{AtomDomain<std::int8_t>{}},
                     LInfDistance<std::int8_t>{Monotonic::no}, MaxDivergence{}, 1.0, Optimize::max);
  expect_error(bad_distance, [&] { return narrow.map(100); });
  // 2^53 + 1 is 2^53 as a double rounded to nearest.
  const auto wide = make_noisy_max(VectorDomain{AtomDomain<std::int64_t>{}},
                                   LInfDistance<std::int64_t>{Monotonic::yes}, MaxDivergence{}, 1.0,
                                   Optimize::max);
  EXPECT_EQ(wide.map((std::int64_t{1} << 53U) + 1), 0x1p53 + 2);
}

}  // namespace
}  // namespace discreet

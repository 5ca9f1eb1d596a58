#include "discreet/mechanisms/top_k_measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/framework/measures.hpp"
#include "discreet/mechanisms/noisy_max.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet {

/// A measure of a user: Renyi divergence of order two.
struct RenyiOfOrderTwo {
  using Distance = double;
  static constexpr std::string_view name = "RenyiOfOrderTwo";
  static void require_distance(double d) { MaxDivergence::require_distance(d); }
  static bool within(double cost, double budget) { return cost <= budget; }
};

template <>
struct TopK<RenyiOfOrderTwo> {
  using RV = GumbelRV;
  static constexpr Law law = Law::exponential_mechanism;
  static constexpr bool one_shot = true;
  static RV random_variable(const Fraction& shift, const Fraction& scale) { return {shift, scale}; }
  // rho-zCDP bounds the divergence of order two by 2 rho, and that of adaptive steps adds up.
  static double privacy_map(double d_in, double scale) {
    return inf_mul(2.0, TopK<ZeroConcentratedDivergence>::privacy_map(d_in, scale));
  }
  template <BitSource Bits, ScoreRange Scores>
  static std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale,
                                              std::size_t k, Optimize optimize) {
    return gumbel_top_k(bits, x, scale, k, optimize);
  }
};

namespace {

struct NoMeasure {
  using Distance = double;
};
static_assert(TopKMeasure<RenyiOfOrderTwo>);
static_assert(!TopKMeasure<NoMeasure>);
static_assert(!TopKMeasure<Approximate<MaxDivergence>>);

TEST(TopK, SaysWhichNoiseAMeasureSelectsWith) {
  using Pure = TopK<MaxDivergence>;
  EXPECT_TRUE((std::same_as<Pure::RV, ExponentialRV>));
  EXPECT_EQ(Pure::law, Law::permute_and_flip);
  EXPECT_FALSE(Pure::one_shot);
  using Concentrated = TopK<ZeroConcentratedDivergence>;
  EXPECT_TRUE((std::same_as<Concentrated::RV, GumbelRV>));
  EXPECT_EQ(Concentrated::law, Law::exponential_mechanism);
  EXPECT_TRUE(Concentrated::one_shot);
  using Range = TopK<BoundedRange>;
  EXPECT_TRUE((std::same_as<Range::RV, GumbelRV>));
  EXPECT_EQ(Range::law, Law::exponential_mechanism);
  EXPECT_TRUE(Range::one_shot);
}

template <class MO>
void expect_noise_around_an_exact_score() {
  const auto noise = TopK<MO>::random_variable(Fraction{1, 3}, Fraction{2, 7});
  EXPECT_EQ(noise.shift(), Fraction(1, 3));
  EXPECT_EQ(noise.scale(), Fraction(2, 7));
}

TEST(TopK, PutsItsNoiseAroundAnExactScore) {
  expect_noise_around_an_exact_score<MaxDivergence>();
  expect_noise_around_an_exact_score<ZeroConcentratedDivergence>();
  expect_noise_around_an_exact_score<BoundedRange>();
}

TEST(TopK, ChargesOnlyProvedPairs) {
  EXPECT_TRUE((Charged<ExponentialRV, MaxDivergence>::value));
  EXPECT_TRUE((Charged<GumbelRV, MaxDivergence>::value));
  EXPECT_TRUE((Charged<GumbelRV, ZeroConcentratedDivergence>::value));
  EXPECT_TRUE((Charged<GumbelRV, BoundedRange>::value));
  EXPECT_FALSE((Charged<ExponentialRV, ZeroConcentratedDivergence>::value));
  EXPECT_FALSE((Charged<ExponentialRV, BoundedRange>::value));
}

TEST(TopK, TakesAMeasureOfAUser) {
  const auto release =
      make_noisy_top_k(VectorDomain{AtomDomain<int>{}}, LInfDistance<int>{Monotonic::yes},
                       RenyiOfOrderTwo{}, 3, 0.5, Optimize::max);
  EXPECT_NEAR(release.map(1), 2.8468, 1e-4);  // 3 * 2 * (a - 1 - ln a), a = 2 / (1 - e^-2)
  EXPECT_EQ(release({1, 2, 3}).size(), 3U);
  EXPECT_EQ(make_noisy_max(VectorDomain{AtomDomain<int>{}}, LInfDistance<int>{}, RenyiOfOrderTwo{},
                           0.0, Optimize::max)({1, 2, 3}),
            2U);
}

/// ln of the chance that the exponential mechanism at scale one, peeled, gives this sequence.
double log_chance(const std::vector<double>& y, const std::vector<std::size_t>& sequence) {
  std::set<std::size_t> gone;
  double sum = 0;
  for (const std::size_t i : sequence) {
    double mass = 0;
    for (std::size_t j = 0; j < y.size(); ++j) {
      mass += gone.contains(j) ? 0 : std::exp(y[j]);
    }
    sum += y[i] - std::log(mass);
    gone.insert(i);
  }
  return sum;
}

TEST(TopK, SelectionsInSequenceHaveMoreThanKTimesTheRangeOfOne) {
  // Two heavy candidates and light ones, one of each kind moved by eta: whether the moved heavy one
  // is gone decides on which side of the interval a round of light ones falls.
  constexpr double eta = 1;
  const std::vector<double> x = {0, 0, -30, -30, -30, -30};
  std::vector<double> moved = x;
  for (const std::size_t i : {0U, 2U, 4U}) {
    moved[i] += eta;
  }
  const auto log_ratio = [&](const std::vector<std::size_t>& sequence) {
    return log_chance(moved, sequence) - log_chance(x, sequence);
  };
  const double one = log_ratio({0}) - log_ratio({1});
  const double two = log_ratio({0, 2}) - log_ratio({1, 3});
  const double three = log_ratio({0, 2, 4}) - log_ratio({1, 3, 5});
  EXPECT_NEAR(one, eta, 1e-9);
  EXPECT_NEAR(two, 3 * eta, 1e-9);
  EXPECT_NEAR(three, 5 * eta, 1e-9);
  EXPECT_GE(TopK<BoundedRange>::compose(eta, 1), one);
  EXPECT_GE(TopK<BoundedRange>::compose(eta, 2), two);
  EXPECT_GE(TopK<BoundedRange>::compose(eta, 3), three);
}

}  // namespace
}  // namespace discreet

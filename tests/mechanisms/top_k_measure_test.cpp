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
  static constexpr Law law = Law::exponential_mechanism;
  // rho-zCDP bounds the divergence of order two by 2 rho, and that of adaptive steps adds up.
  static double privacy_map(double d_in, double scale) {
    return inf_mul(2.0, TopK<ZeroConcentratedDivergence>::privacy_map(d_in, scale));
  }
};

namespace {

struct NoMeasure {
  using Distance = double;
};
static_assert(TopKMeasure<RenyiOfOrderTwo>);
static_assert(!TopKMeasure<NoMeasure>);
static_assert(!TopKMeasure<Approximate<MaxDivergence>>);

TEST(TopK, SaysWhichLawAMeasureSelectsBy) {
  EXPECT_EQ(TopK<MaxDivergence>::law, Law::permute_and_flip);
  EXPECT_EQ(TopK<ZeroConcentratedDivergence>::law, Law::exponential_mechanism);
  EXPECT_EQ(TopK<BoundedRange>::law, Law::exponential_mechanism);
}

TEST(TopK, ChargesOnlyProvedPairs) {
  EXPECT_TRUE((is_proved<Law::permute_and_flip, MaxDivergence>));
  EXPECT_TRUE((is_proved<Law::exponential_mechanism, MaxDivergence>));
  EXPECT_TRUE((is_proved<Law::exponential_mechanism, ZeroConcentratedDivergence>));
  EXPECT_TRUE((is_proved<Law::exponential_mechanism, BoundedRange>));
  EXPECT_FALSE((is_proved<Law::permute_and_flip, ZeroConcentratedDivergence>));
  EXPECT_FALSE((is_proved<Law::permute_and_flip, BoundedRange>));
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

#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"

namespace discreet {
namespace {
namespace approximate_top_k {

const VectorDomain domain{AtomDomain<double>{Nan::excluded}};
const LInfDistance<double> one_way{Monotonic::yes};
const LInfDistance<double> both_ways{Monotonic::no};
const Approximate<MaxDivergence> approximate{};

TEST(ApproximateTopK, MapsADistanceToTheCurveOfItsLaw) {
  const auto exponential = make_noisy_top_k(domain, one_way, approximate, 5, 4.0, Optimize::max);
  EXPECT_EQ(exponential.map(1).delta(0.5), bounded_range_to_delta(0.25, 5, 0.5));
  const auto flip =
      make_noisy_top_k<ExponentialRV>(domain, both_ways, approximate, 5, 4.0, Optimize::max);
  EXPECT_EQ(flip.map(1).delta(0.5), permute_and_flip_to_delta(0.5, 5, 0.5));
}

TEST(ApproximateTopK, KeepsToThePlanItWasCalibratedBy) {
  const ApproximateCost target{1, 1e-6};
  const TopKPlan plan = calibrate_top_k(10, target, 1, Monotonic::yes, 1000);
  ASSERT_EQ(plan.law, Law::exponential_mechanism);
  const auto release =
      make_noisy_top_k(domain, one_way, approximate, 10, plan.scale, Optimize::max);
  EXPECT_LE(release.map(1).delta(1), 1e-6);
  EXPECT_LE(release.map(1).epsilon(1e-6), 1.001);
}

TEST(ApproximateTopK, IsCheckedAgainstOneEpsilonAndDelta) {
  const auto release = make_noisy_top_k(domain, one_way, approximate, 10, 7.0, Optimize::max);
  EXPECT_TRUE(release.check(1.0, {1.0, 1e-6}));
  EXPECT_FALSE(release.check(1.0, {0.5, 1e-6}));
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const ApproximateCost budget : {ApproximateCost{nan, 0.5}, ApproximateCost{-1, 0.5},
                                       ApproximateCost{1, nan}, ApproximateCost{1, 1.5}}) {
    EXPECT_THROW((void)release.check(1.0, budget), Error);
  }
}

TEST(ApproximateTopK, CostsNothingWhereNothingIsRevealedAndClaimsNothingWithoutNoise) {
  const auto release = make_noisy_top_k(domain, one_way, approximate, 3, 1.0, Optimize::max);
  EXPECT_EQ(release.map(0).delta(0), 0);
  EXPECT_EQ(release.map(std::numeric_limits<double>::infinity()).delta(1), 1);
  const auto nothing = make_noisy_top_k(domain, one_way, approximate, 0, 1.0, Optimize::max);
  EXPECT_EQ(nothing.map(1).delta(0), 0);
  const auto bare = make_noisy_top_k(domain, one_way, approximate, 3, 0.0, Optimize::max);
  EXPECT_EQ(bare.map(1).delta(1), 1);
  EXPECT_EQ(bare.map(0).delta(0), 0);
}

TEST(ApproximateTopK, ReleasesDistinctIndices) {
  const std::vector<double> scores{5, 1, 4, 2, 3};
  const auto check = [&](const auto& release) {
    const std::vector<std::size_t> found = release(std::span{scores});
    EXPECT_EQ(found.size(), 3U);
    EXPECT_EQ(std::set(found.begin(), found.end()).size(), 3U);
    EXPECT_LT(*std::set(found.begin(), found.end()).rbegin(), scores.size());
  };
  check(make_noisy_top_k(domain, one_way, approximate, 3, 1.0, Optimize::max));
  check(make_noisy_top_k<ExponentialRV>(domain, one_way, approximate, 3, 1.0, Optimize::max));
  const auto exact = make_noisy_top_k(domain, one_way, approximate, 2, 0.0, Optimize::min);
  EXPECT_EQ(exact(std::span{scores}), (std::vector<std::size_t>{1, 3}));
}

TEST(ApproximateTopK, RefusesWhatItCannotProve) {
  EXPECT_THROW((void)make_noisy_top_k(domain, one_way, approximate, 1, -1.0, Optimize::max), Error);
  const VectorDomain nans{AtomDomain<double>{Nan::allowed}};
  EXPECT_THROW((void)make_noisy_top_k(nans, one_way, approximate, 1, 1.0, Optimize::max), Error);
  const auto release = make_noisy_top_k(domain, one_way, approximate, 3, 1.0, Optimize::max);
  EXPECT_THROW((void)release.map(-1), Error);
}

}  // namespace approximate_top_k
}  // namespace
}  // namespace discreet

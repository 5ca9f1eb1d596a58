#include "discreet/accounting/compose.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/strategies.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "support/extremes.hpp"

namespace discreet {
namespace {

// The least double that is not below the fraction.
bool is_rounded_up(double value, const Fraction& exact) {
  return exact_fraction(value) >= exact && exact_fraction(std::nextafter(value, 0.0)) < exact;
}

TEST(Compose, KEqualChargesAreOneChargeOfKInExactRationals) {
  std::mt19937_64 random{8};  // NOLINT(cert-msc51-cpp): the same costs in every run
  std::uniform_real_distribution<double> uniform{0, 1};
  for (const int k : {1, 2, 3, 10, 1000}) {
    for (int i = 0; i < 20; ++i) {
      const double each = uniform(random);
      const auto size = static_cast<std::size_t>(k);
      const Fraction times{k};
      const std::vector<Cost> pure(size, PureCost{each});
      EXPECT_TRUE(is_rounded_up(compose<PureCost>(pure).epsilon, times * exact_fraction(each)));
      const std::vector<Cost> zcdp(size, ZcdpCost{each});
      EXPECT_TRUE(is_rounded_up(compose<ZcdpCost>(zcdp).rho, times * exact_fraction(each)));
      const std::vector<Cost> range(size, BoundedRangeCost{each});
      EXPECT_TRUE(is_rounded_up(compose<PureCost>(range).epsilon, times * exact_fraction(each)));
      EXPECT_TRUE(is_rounded_up(compose<BoundedRangeCost>(range).eta,
                                (2 * times - 1) * exact_fraction(each)));
      EXPECT_TRUE(is_rounded_up(compose<ZcdpCost>(range).rho,
                                times * exact_fraction(bounded_range_to_zcdp(each))));
    }
  }
}

TEST(Compose, MixesWhatMayBeMixed) {
  const std::vector<Cost> mixed{PureCost{0.5}, BoundedRangeCost{0.25}, ApproximateCost{0.125, 0}};
  EXPECT_EQ(compose<PureCost>(mixed).epsilon, 0.875);
  EXPECT_EQ(compose<BoundedRangeCost>(mixed).eta, 1.75);
  EXPECT_NEAR(compose<ZcdpCost>(mixed).rho,
              pure_to_zcdp(0.5) + bounded_range_to_zcdp(0.25) + pure_to_zcdp(0.125), 1e-15);
  const std::vector<Cost> deltas{PureCost{0.5}, ApproximateCost{0.25, 0.125}};
  EXPECT_EQ(compose<ApproximateCost>(deltas), (ApproximateCost{0.75, 0.125}));
  EXPECT_EQ(compose<PureCost>({}).epsilon, 0);
  EXPECT_EQ(compose<ApproximateCost>(std::vector<Cost>(3, ApproximateCost{1, 0.5})).delta, 1);
  EXPECT_EQ(compose<PureCost>(std::vector<Cost>{PureCost{infinity}}).epsilon, infinity);
}

TEST(Compose, TwoPeeledSelectionsHaveNearlyThreeTimesTheRange) {
  // Peeling by the exponential mechanism, with changes eta, 0, 0, eta: after the first winner the
  // heavy candidate that is left decides what the second log-ratio is measured from.
  const double eta = 0.5;
  const double weight[4] = {1, 1e6, 1e-6, 1e-6};
  const double change[4] = {eta, 0, 0, eta};
  double least = infinity;
  double most = -infinity;
  for (int first = 0; first < 4; ++first) {
    for (int second = 0; second < 4; ++second) {
      if (second == first) {
        continue;
      }
      double all = 0;
      double moved = 0;
      double left = 0;
      double left_moved = 0;
      for (int i = 0; i < 4; ++i) {
        all += weight[i];
        moved += weight[i] * std::exp(change[i]);
        left += i == first ? 0 : weight[i];
        left_moved += i == first ? 0 : weight[i] * std::exp(change[i]);
      }
      const double ratio =
          change[first] + change[second] - std::log(moved / all) - std::log(left_moved / left);
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
  }
  const std::vector<Cost> two(2, BoundedRangeCost{eta});
  EXPECT_GT(most - least, 2.99 * eta);
  EXPECT_LE(most - least, compose<BoundedRangeCost>(two).eta);
}

TEST(Compose, RefusesWhatIsNotSound) {
  const std::vector<Cost> zcdp{PureCost{1}, ZcdpCost{1}};
  EXPECT_THROW(compose<PureCost>(zcdp), Error);
  EXPECT_THROW(compose<BoundedRangeCost>(zcdp), Error);
  EXPECT_THROW(compose<ApproximateCost>(zcdp), Error);
  const std::vector<Cost> delta{ApproximateCost{1, 1e-9}};
  EXPECT_THROW(compose<PureCost>(delta), Error);
  EXPECT_THROW(compose<BoundedRangeCost>(delta), Error);
  EXPECT_THROW(compose<ZcdpCost>(delta), Error);
  for (const double bad : {-0.0, -1.0, std::nan("")}) {
    for (const Cost& cost : {Cost{PureCost{bad}}, Cost{ZcdpCost{bad}}, Cost{BoundedRangeCost{bad}},
                             Cost{ApproximateCost{bad, 0}}, Cost{ApproximateCost{1, bad}}}) {
      const std::vector<Cost> costs{cost};
      EXPECT_THROW(compose<ApproximateCost>(costs), Error);
      EXPECT_THROW(composed_epsilon(costs, 0.5), Error);
      EXPECT_THROW(composed_delta(costs, 0.5), Error);
    }
  }
}

TEST(ComposedDelta, BoundsTheWorstOrderOfUnequalRanges) {
  for (const double x : {0.1, 0.5, 0.9}) {
    const std::vector<Cost> costs{BoundedRangeCost{0.3}, BoundedRangeCost{0.9}};
    const double bound = composed_delta(costs, x);
    EXPECT_GE(bound * (1 + 1e-9), testing::brute_curve({0.3, 0.9}, 0, x, 1000));
    EXPECT_GE(bound * (1 + 1e-9), testing::brute_curve({0.9, 0.3}, 0, x, 1000));
  }
}

TEST(ComposedEpsilon, OrderDoesNotMatterAndDeltasAreSetAside) {
  const std::vector<Cost> one{PureCost{0.1}, ZcdpCost{0.01}, BoundedRangeCost{0.3},
                              ApproximateCost{0.2, 1e-7}};
  const std::vector<Cost> other{one[3], one[2], one[0], one[1]};
  EXPECT_EQ(composed_epsilon(one, 1e-6), composed_epsilon(other, 1e-6));
  EXPECT_EQ(composed_delta(one, 1), composed_delta(other, 1));
  EXPECT_EQ(composed_epsilon(one, 1e-8), infinity);
  EXPECT_GE(composed_delta(one, 1), 1e-7);
  const double rho = compose<ZcdpCost>(std::span{one}.first(3)).rho + pure_to_zcdp(0.2);
  EXPECT_LE(composed_epsilon(one, 1e-6), zcdp_to_epsilon(rho, 1e-6 - 1e-7) * (1 + 1e-6));
  EXPECT_LE(composed_delta(one, composed_epsilon(one, 1e-6)), 1e-6 * (1 + 1e-4));
}

TEST(ComposedEpsilon, TakesTheLeastBoundThatApplies) {
  // Few: the plain sum. Many: the curve.
  EXPECT_EQ(composed_epsilon(std::vector<Cost>(1, PureCost{0.1}), 0), 0.1);
  const std::vector<Cost> many(300, PureCost{0.01});
  EXPECT_LT(composed_epsilon(many, 1e-6), 1);
  EXPECT_EQ(composed_epsilon(many, 0), compose<PureCost>(many).epsilon);
  EXPECT_EQ(composed_epsilon(std::vector<Cost>{ZcdpCost{1}}, 0), infinity);
  EXPECT_EQ(composed_epsilon(std::vector<Cost>{ZcdpCost{1}}, 1), 0);
  EXPECT_EQ(composed_epsilon({}, 0), 0);
  EXPECT_EQ(composed_delta({}, 0), 0);
  EXPECT_EQ(composed_delta(std::vector<Cost>{ApproximateCost{1, 0.25}}, 1), 0.25);
  EXPECT_EQ(composed_delta(std::vector<Cost>{PureCost{infinity}}, 1), 1);
  EXPECT_THROW(composed_epsilon(many, 1.5), Error);
  EXPECT_THROW(composed_delta(many, -1), Error);
}

}  // namespace
}  // namespace discreet

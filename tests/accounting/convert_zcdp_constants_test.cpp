#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/high.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "support/extremes.hpp"

namespace discreet {
namespace {

using testing::High;

std::vector<double> parameters() { return {1e-9, 1e-4, 0.01, 0.1, 0.5, 1, 2, 3.7, 10, 30}; }
std::vector<double> orders() {
  return {1.000001, 1.001, 1.1, 1.5, 2, 3, 4.5, 7, 10, 20, 50, 100, 1000};
}

// The Rényi divergence of a pair on two points, from its definition.
High renyi(double alpha, const High& p, const High& q) {
  const High a{alpha};
  const High moment =
      pow(p, a) * pow(q, High{1} - a) + pow(High{1} - p, a) * pow(High{1} - q, High{1} - a);
  return log(moment) / (a - High{1});
}

// The pair with log-ratios t and t - eta.
struct TwoPoint {
  High p;
  High q;
};
TwoPoint two_point(const High& t, const High& eta) {
  const High q = (exp(-t) - exp(-eta)) / (High{1} - exp(-eta));
  return {q * exp(t), q};
}

// The Rényi divergence of the Laplace pair at distance epsilon, from its integral.
High laplace_renyi(double alpha, double epsilon) {
  const High a{alpha};
  const High e{epsilon};
  const High half{0.5};
  // Left of both centres, right of both, and the exponential in between.
  const High left = half * exp((a - High{1}) * e);
  const High right = half * exp(-(a * e));
  const High rate = High{2} * a - High{1};
  const High between = half * exp((a - High{1}) * e) * (High{1} - exp(-(rate * e))) / rate;
  return log(left + right + between) / (a - High{1});
}

TEST(PureToZcdp, BoundsRandomizedResponseAtEveryOrder) {
  for (const double epsilon : parameters()) {
    const High p = High{1} / (High{1} + exp(-High{epsilon}));
    const High rho{pure_to_zcdp(epsilon)};
    for (const double alpha : orders()) {
      EXPECT_LE(renyi(alpha, p, High{1} - p), High{alpha} * rho) << epsilon << ' ' << alpha;
    }
  }
}

TEST(PureToZcdp, IsTheLeastDoubleAboveTheFormula) {
  for (const double epsilon : parameters()) {
    const High exact = High{epsilon} * tanh(High{epsilon} / High{2});
    EXPECT_EQ(pure_to_zcdp(epsilon), exact.above());
  }
}

TEST(BoundedRangeToZcdp, BoundsEveryTwoPointPairAtEveryOrder) {
  for (const double eta : parameters()) {
    const High rho{bounded_range_to_zcdp(eta)};
    for (int i = 1; i < 40; ++i) {
      const auto [p, q] = two_point(High{eta} * High{i / 40.0}, High{eta});
      for (const double alpha : orders()) {
        EXPECT_LE(renyi(alpha, p, q), High{alpha} * rho) << eta << ' ' << i << ' ' << alpha;
      }
    }
  }
}

TEST(BoundedRangeToZcdp, IsReachedNearOrderOne) {
  for (const double eta : parameters()) {
    // The worst pair as alpha -> 1 has e^t = (e^eta - 1) / eta.
    const High t = log((exp(High{eta}) - High{1}) / High{eta});
    const auto [p, q] = two_point(t, High{eta});
    const High divergence = renyi(1 + 1e-9, p, q);
    EXPECT_GE(divergence, High{bounded_range_to_zcdp(eta)} * High{1 - 1e-6}) << eta;
  }
}

TEST(BoundedRangeToZcdp, NeverExceedsAnEighthOfTheSquare) {
  for (double eta = 1e-150; eta < 1e150; eta *= 1.7) {
    EXPECT_LE(bounded_range_to_zcdp(eta), (High{eta} * High{eta} / High{8}).above()) << eta;
  }
}

TEST(PermuteAndFlipToZcdp, BoundsTheLaplacePairAtEveryOrder) {
  for (const double epsilon : parameters()) {
    const High rho{permute_and_flip_to_zcdp(epsilon)};
    for (const double alpha : orders()) {
      EXPECT_LE(laplace_renyi(alpha, epsilon), High{alpha} * rho) << epsilon << ' ' << alpha;
    }
    EXPECT_GE(laplace_renyi(1 + 1e-9, epsilon), rho * High{1 - 1e-6}) << epsilon;
  }
}

TEST(PermuteAndFlipToZcdp, IsNotTheConstantOfBoundedRange) {
  // Two equal scores against a lead of epsilon: permute-and-flip's own worst pair of two.
  for (const double epsilon : {0.1, 0.5, 1.0, 3.0}) {
    const High tail = exp(-High{epsilon}) / High{2};
    const High divergence = renyi(1 + 1e-9, High{0.5}, tail);
    EXPECT_LE(divergence, High{permute_and_flip_to_zcdp(epsilon)}) << epsilon;
    EXPECT_GT(divergence, High{bounded_range_to_zcdp(epsilon)}) << epsilon;
  }
}

TEST(ZcdpConstants, AreOrderedAndMonotone) {
  double before[3] = {0, 0, 0};
  for (double x = 1e-200; x < 1e200; x *= 3.1) {
    const double now[3] = {pure_to_zcdp(x), bounded_range_to_zcdp(x), permute_and_flip_to_zcdp(x)};
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(now[i], before[i]) << x;
      before[i] = now[i];
    }
    // Both finer notions are pure differential privacy as well.
    EXPECT_LE(now[1], now[0]) << x;
    EXPECT_LE(now[2], now[0]) << x;
    EXPECT_LE(now[1], now[2]) << x;
  }
}

TEST(ZcdpConstants, CertifyTheEndsAndRefuseTheRest) {
  for (const auto convert : {pure_to_zcdp, bounded_range_to_zcdp, permute_and_flip_to_zcdp}) {
    EXPECT_EQ(convert(0), 0);
    EXPECT_EQ(convert(infinity), infinity);
    EXPECT_EQ(convert(1e-300), std::numeric_limits<double>::denorm_min());
    EXPECT_LE(convert(700), 700);
    EXPECT_GE(convert(700), 690);
    EXPECT_EQ(convert(std::numeric_limits<double>::max()), std::numeric_limits<double>::max());
    for (const double bad : {-0.0, -1.0, -infinity, std::nan("")}) {
      try {
        convert(bad);
        ADD_FAILURE() << bad;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), bad_parameter);
      }
    }
  }
}

}  // namespace
}  // namespace discreet

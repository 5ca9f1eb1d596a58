#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "support/extremes.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::Oracle;

std::vector<double> parameters() { return {1e-9, 1e-4, 0.01, 0.1, 0.5, 1, 2, 3.7, 10, 30}; }
std::vector<double> orders() {
  return {1.000001, 1.001, 1.1, 1.5, 2, 3, 4.5, 7, 10, 20, 50, 100, 1000};
}

// The Rényi divergence of a pair on two points, from its definition.
Oracle renyi(double alpha, const Oracle& p, const Oracle& q) {
  const Oracle a{alpha};
  const Oracle moment =
      pow(p, a) * pow(q, Oracle{1} - a) + pow(Oracle{1} - p, a) * pow(Oracle{1} - q, Oracle{1} - a);
  return log(moment) / (a - Oracle{1});
}

// The pair with log-ratios t and t - eta.
struct TwoPoint {
  Oracle p;
  Oracle q;
};
TwoPoint two_point(const Oracle& t, const Oracle& eta) {
  const Oracle q = (exp(-t) - exp(-eta)) / (Oracle{1} - exp(-eta));
  return {q * exp(t), q};
}

// The Rényi divergence of the Laplace pair at distance epsilon, from its integral.
Oracle laplace_renyi(double alpha, double epsilon) {
  const Oracle a{alpha};
  const Oracle e{epsilon};
  const Oracle half{0.5};
  // Left of both centres, right of both, and the exponential in between.
  const Oracle left = half * exp((a - Oracle{1}) * e);
  const Oracle right = half * exp(-(a * e));
  const Oracle rate = Oracle{2} * a - Oracle{1};
  const Oracle between = half * exp((a - Oracle{1}) * e) * (Oracle{1} - exp(-(rate * e))) / rate;
  return log(left + right + between) / (a - Oracle{1});
}

TEST(PureToZcdp, BoundsRandomizedResponseAtEveryOrder) {
  for (const double epsilon : parameters()) {
    const Oracle p = Oracle{1} / (Oracle{1} + exp(-Oracle{epsilon}));
    const Oracle rho{pure_to_zcdp(epsilon)};
    for (const double alpha : orders()) {
      EXPECT_LE(renyi(alpha, p, Oracle{1} - p), Oracle{alpha} * rho) << epsilon << ' ' << alpha;
    }
  }
}

TEST(PureToZcdp, IsTheLeastDoubleAboveTheFormula) {
  for (const double epsilon : parameters()) {
    const Oracle exact = Oracle{epsilon} * tanh(Oracle{epsilon} / Oracle{2});
    EXPECT_EQ(pure_to_zcdp(epsilon), exact.above());
  }
}

TEST(BoundedRangeToZcdp, BoundsEveryTwoPointPairAtEveryOrder) {
  for (const double eta : parameters()) {
    const Oracle rho{bounded_range_to_zcdp(eta)};
    for (int i = 1; i < 40; ++i) {
      const auto [p, q] = two_point(Oracle{eta} * Oracle{i / 40.0}, Oracle{eta});
      for (const double alpha : orders()) {
        EXPECT_LE(renyi(alpha, p, q), Oracle{alpha} * rho) << eta << ' ' << i << ' ' << alpha;
      }
    }
  }
}

TEST(BoundedRangeToZcdp, IsReachedNearOrderOne) {
  for (const double eta : parameters()) {
    // The worst pair as alpha -> 1 has e^t = (e^eta - 1) / eta.
    const Oracle t = log((exp(Oracle{eta}) - Oracle{1}) / Oracle{eta});
    const auto [p, q] = two_point(t, Oracle{eta});
    const Oracle divergence = renyi(1 + 1e-9, p, q);
    EXPECT_GE(divergence, Oracle{bounded_range_to_zcdp(eta)} * Oracle{1 - 1e-6}) << eta;
  }
}

TEST(BoundedRangeToZcdp, NeverExceedsAnEighthOfTheSquare) {
  for (double eta = 1e-150; eta < 1e150; eta *= 1.7) {
    EXPECT_LE(bounded_range_to_zcdp(eta), (Oracle{eta} * Oracle{eta} / Oracle{8}).above()) << eta;
  }
}

TEST(PermuteAndFlipToZcdp, BoundsTheLaplacePairAtEveryOrder) {
  for (const double epsilon : parameters()) {
    const Oracle rho{permute_and_flip_to_zcdp(epsilon)};
    for (const double alpha : orders()) {
      EXPECT_LE(laplace_renyi(alpha, epsilon), Oracle{alpha} * rho) << epsilon << ' ' << alpha;
    }
    EXPECT_GE(laplace_renyi(1 + 1e-9, epsilon), rho * Oracle{1 - 1e-6}) << epsilon;
  }
}

TEST(PermuteAndFlipToZcdp, IsNotTheConstantOfBoundedRange) {
  // Two equal scores against a lead of epsilon: permute-and-flip's own worst pair of two.
  for (const double epsilon : {0.1, 0.5, 1.0, 3.0}) {
    const Oracle tail = exp(-Oracle{epsilon}) / Oracle{2};
    const Oracle divergence = renyi(1 + 1e-9, Oracle{0.5}, tail);
    EXPECT_LE(divergence, Oracle{permute_and_flip_to_zcdp(epsilon)}) << epsilon;
    EXPECT_GT(divergence, Oracle{bounded_range_to_zcdp(epsilon)}) << epsilon;
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

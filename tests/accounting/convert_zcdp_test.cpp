#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "support/extremes.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::Oracle;

// ln delta of the conversion at one order, as the conversion is usually written.
Oracle log_delta(const Oracle& rho, const Oracle& epsilon, const Oracle& alpha) {
  const Oracle s = alpha - Oracle{1};
  return s * (alpha * rho - epsilon) - s * log(Oracle{1} + Oracle{1} / s) - log(alpha);
}

// The best order by bisection of (2 alpha - 1) rho - epsilon = ln(alpha / (alpha - 1)).
Oracle best_log_delta(double rho, double epsilon) {
  double low = 1e-12;
  double high = 1e12;
  for (int i = 0; i < 200; ++i) {
    const double s = std::sqrt(low * high);
    ((2 * s + 1) * rho - epsilon < std::log1p(1 / s) ? low : high) = s;
  }
  return log_delta(Oracle{rho}, Oracle{epsilon}, Oracle{1} + Oracle{low});
}

// delta of the Gaussian pair with D_alpha = alpha rho, which is rho-zCDP exactly.
double gaussian_delta(double rho, double epsilon) {
  const double mu = std::sqrt(2 * rho);
  const auto upper_tail = [](double x) { return std::erfc(x / std::sqrt(2.0)) / 2; };
  return upper_tail(epsilon / mu - mu / 2) - std::exp(epsilon) * upper_tail(epsilon / mu + mu / 2);
}

TEST(ZcdpToDelta, IsTheConversionAtItsBestOrder) {
  for (const double rho : {1e-6, 1e-3, 0.018, 0.1, 1.0, 5.0}) {
    for (const double epsilon : {0.01, 0.1, 1.0, 3.0, 10.0}) {
      const Oracle best = best_log_delta(rho, epsilon);
      const double delta = zcdp_to_delta(rho, epsilon);
      if (best < Oracle{-700}) {
        EXPECT_LE(delta, 1e-300);
      } else {
        EXPECT_GE(Oracle{delta}, exp(best) * Oracle{1 - 1e-6}) << rho << ' ' << epsilon;
        EXPECT_LE(Oracle{delta}, exp(best) * Oracle{1 + 1e-6}) << rho << ' ' << epsilon;
      }
    }
  }
}

TEST(ZcdpToDelta, IsNeverBelowTheGaussianPair) {
  for (const double rho : {1e-3, 0.018, 0.1, 1.0, 5.0}) {
    for (const double epsilon : {0.0, 0.05, 0.3, 1.0, 3.0}) {
      EXPECT_GE(zcdp_to_delta(rho, epsilon), gaussian_delta(rho, epsilon) * (1 - 1e-9));
    }
  }
}

TEST(ZcdpToDelta, IsMonotone) {
  for (const double rho : {1e-3, 0.1, 2.0}) {
    for (const double epsilon : {0.1, 1.0, 5.0}) {
      EXPECT_GE(zcdp_to_delta(rho * 1.01, epsilon), zcdp_to_delta(rho, epsilon));
      EXPECT_LE(zcdp_to_delta(rho, epsilon * 1.01), zcdp_to_delta(rho, epsilon));
    }
  }
}

TEST(ZcdpToEpsilon, InvertsZcdpToDelta) {
  for (const double rho : {1e-6, 1e-3, 0.018, 0.1, 1.0, 30.0}) {
    for (const double delta : {1e-300, 1e-20, 1e-9, 1e-6, 1e-2}) {
      const double epsilon = zcdp_to_epsilon(rho, delta);
      const double back = zcdp_to_delta(rho, epsilon) / delta;
      EXPECT_LE(back, 1 + 1e-5) << rho << ' ' << delta;
      if (epsilon > 0) {
        EXPECT_GE(back, 1 - 1e-5) << rho << ' ' << delta;
      }
    }
  }
}

TEST(ZcdpToEpsilon, IsBelowTheConversionOfBunAndSteinke) {
  for (const double rho : {1e-6, 1e-3, 0.1, 1.0, 30.0}) {
    for (const double delta : {1e-20, 1e-9, 1e-6, 1e-2}) {
      const double older = rho + 2 * std::sqrt(rho * std::log(1 / delta));
      EXPECT_LT(zcdp_to_epsilon(rho, delta), older);
    }
  }
}

TEST(ZcdpToDelta, CertifiesTheEndsAndRefusesTheRest) {
  EXPECT_EQ(zcdp_to_delta(0, 0), 0);
  EXPECT_EQ(zcdp_to_delta(infinity, 1), 1);
  EXPECT_EQ(zcdp_to_delta(infinity, infinity), 0);
  EXPECT_EQ(zcdp_to_delta(1, infinity), 0);
  EXPECT_EQ(zcdp_to_delta(1e-300, 1), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(zcdp_to_delta(1e300, 1), 1);
  EXPECT_EQ(zcdp_to_epsilon(0, 0), 0);
  EXPECT_EQ(zcdp_to_epsilon(infinity, 1), 0);
  EXPECT_EQ(zcdp_to_epsilon(infinity, 0.5), infinity);
  EXPECT_EQ(zcdp_to_epsilon(1, 0), infinity);
  for (const double bad : {-0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(zcdp_to_delta(bad, 1), Error);
    EXPECT_THROW(zcdp_to_delta(1, bad), Error);
    EXPECT_THROW(zcdp_to_epsilon(bad, 0.5), Error);
    EXPECT_THROW(zcdp_to_epsilon(1, bad), Error);
  }
  EXPECT_THROW(zcdp_to_epsilon(1, 1.5), Error);
}

}  // namespace
}  // namespace discreet

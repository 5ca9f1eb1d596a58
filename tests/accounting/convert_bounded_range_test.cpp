#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "accounting/strategies.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "support/extremes.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::Oracle;

TEST(BoundedRangeToDelta, IsTheClosedFormForOneStep) {
  for (const double eta : {1e-12, 0.01, 0.5, 1.0, 3.0, 20.0, 100.0}) {
    for (const double share : {0.0, 0.2, 0.9, 0.999}) {
      const double x = share * eta;
      const Oracle height = exp(Oracle{eta} / Oracle{2}) - exp(Oracle{x} / Oracle{2});
      const Oracle exact = height * height / (exp(Oracle{eta}) - Oracle{1});
      EXPECT_EQ(bounded_range_to_delta(eta, 1, x), exact.above()) << eta << ' ' << share;
      EXPECT_EQ(bounded_range_delta_bracket(eta, 1, x).lower, exact.below());
    }
    EXPECT_EQ(bounded_range_to_delta(eta, 1, eta), 0);
  }
}

TEST(BoundedRangeToDelta, IsNeverBelowRandomAdaptiveTrees) {
  std::mt19937_64 random{5};  // NOLINT(cert-msc51-cpp): the same trees in every run
  for (const int depth : {1, 2, 4}) {
    for (const double eta : {0.1, 1.0, 3.0}) {
      for (const double share : {0.05, 0.3, 0.6}) {
        const double x = share * eta * depth;
        const double bound = bounded_range_to_delta(eta, static_cast<std::uint64_t>(depth), x);
        for (int i = 0; i < 400; ++i) {
          EXPECT_LE(testing::random_tree(random, eta, depth, x), bound * (1 + 1e-9));
        }
      }
    }
  }
}

TEST(BoundedRangeToDelta, ReachesWhatBruteForceFinds) {
  for (const double share : {0.1, 1.0, 1.7}) {
    const double brute = testing::brute_curve({0.5, 0.5}, 0, 0.5 * share, 2000);
    const Bracket delta = bounded_range_delta_bracket(0.5, 2, 0.5 * share);
    EXPECT_GE(delta.upper * (1 + 1e-9), brute);
    EXPECT_LE(delta.upper, brute * (1 + 1e-3));
    EXPECT_LE(delta.lower, brute * (1 + 1e-6));
  }
}

TEST(BoundedRangeToDelta, IsBelowEveryOtherRoute) {
  for (const std::uint64_t k : {2U, 10U, 40U, 100000U}) {
    const double eta = 0.5 / std::sqrt(static_cast<double>(k));
    for (const double epsilon : {0.3, 1.0, 3.0}) {
      const double delta = bounded_range_to_delta(eta, k, epsilon);
      const double rho = static_cast<double>(k) * bounded_range_to_zcdp(eta);
      EXPECT_LE(delta, zcdp_to_delta(rho, epsilon) * (1 + 1e-6)) << k << ' ' << epsilon;
      EXPECT_LE(delta, testing::one_step_curve(static_cast<double>(k) * eta, epsilon) + 1e-12);
      if (epsilon >= static_cast<double>(k) * eta) {
        EXPECT_EQ(delta, 0);
      }
    }
  }
}

TEST(BoundedRangeToDelta, LetsTenStepsSpendATenthMoreThanZcdp) {
  // The published calibrations give 0.118 and 0.140 for ten steps at (1, 1e-6).
  EXPECT_LE(bounded_range_to_delta(0.1533, 10, 1), 1e-6);
  EXPECT_GT(bounded_range_delta_bracket(0.1534, 10, 1).lower, 1e-6);
}

TEST(BoundedRangeToDelta, IsMonotoneInEveryArgument) {
  for (const std::uint64_t k : {2U, 6U, 25U}) {
    const double eta = 0.6 / std::sqrt(static_cast<double>(k));
    for (const double epsilon : {0.1, 0.8}) {
      const double delta = bounded_range_to_delta(eta, k, epsilon);
      EXPECT_GE(bounded_range_to_delta(eta * 1.01, k, epsilon), delta);
      EXPECT_GE(bounded_range_to_delta(eta, k + 1, epsilon), delta);
      EXPECT_LE(bounded_range_to_delta(eta, k, epsilon * 1.01), delta);
    }
  }
}

TEST(BoundedRangeToEpsilon, InvertsBoundedRangeToDelta) {
  for (const std::uint64_t k : {1U, 2U, 10U, 100000U}) {
    const double eta = 0.5 / std::sqrt(static_cast<double>(k));
    for (const double delta : {1e-12, 1e-6, 1e-2}) {
      const double epsilon = bounded_range_to_epsilon(eta, k, delta);
      const Bracket back = bounded_range_delta_bracket(eta, k, epsilon);
      EXPECT_LE(back.lower, delta) << k << ' ' << delta;
      EXPECT_LE(back.upper, delta * 1.01) << k << ' ' << delta;
      if (epsilon > 0) {
        EXPECT_GE(back.upper, delta * 0.99) << k << ' ' << delta;
      }
    }
  }
}

TEST(BoundedRangeToDelta, CertifiesExtremeArguments) {
  for (const double eta : {1e-300, 1e-12, 0.3, 700.0, 1e300, infinity}) {
    for (const std::uint64_t k : {0ULL, 1ULL, 2ULL, 1000000000ULL}) {
      for (const double epsilon : {0.0, 1e-300, 1.0, 1e300, infinity}) {
        const Bracket delta = bounded_range_delta_bracket(eta, k, epsilon);
        EXPECT_LE(0, delta.lower);
        EXPECT_LE(delta.lower, delta.upper) << eta << ' ' << k << ' ' << epsilon;
        EXPECT_LE(delta.upper, 1);
        if (k == 0 || std::isinf(epsilon)) {
          EXPECT_EQ(delta.upper, 0);
        } else if (epsilon == 0) {
          EXPECT_GT(delta.upper, 0);
        }
      }
      for (const double delta : {0.0, 1e-300, 1e-6, 1.0}) {
        const double epsilon = bounded_range_to_epsilon(eta, k, delta);
        EXPECT_GE(epsilon, 0);
        if (k == 0 || delta == 1) {
          EXPECT_EQ(epsilon, 0);
        } else if (delta == 0) {
          EXPECT_GE(epsilon, eta) << k;
        }
      }
    }
  }
  EXPECT_EQ(bounded_range_to_delta(0, 5, 0), 0);
  EXPECT_EQ(bounded_range_to_epsilon(0, 5, 0), 0);
}

TEST(BoundedRangeToDelta, RefusesWhatIsNoCost) {
  for (const double bad : {-0.0, -1.0, -infinity, std::nan("")}) {
    EXPECT_THROW(bounded_range_to_delta(bad, 3, 1), Error);
    EXPECT_THROW(bounded_range_to_delta(1, 3, bad), Error);
    EXPECT_THROW(bounded_range_to_epsilon(bad, 3, 0.5), Error);
    EXPECT_THROW(bounded_range_to_epsilon(1, 3, bad), Error);
  }
  EXPECT_THROW(bounded_range_to_epsilon(1, 3, 1.1), Error);
}

}  // namespace
}  // namespace discreet

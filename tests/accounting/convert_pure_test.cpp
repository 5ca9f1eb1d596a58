#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

// k randomized responses, answer by answer.
double brute(double epsilon, int k, double x, double p = 1, double q = 1) {
  if (k == 0) {
    return std::max(0.0, p - std::exp(x) * q);
  }
  const double high = 1 / (1 + std::exp(-epsilon));
  return brute(epsilon, k - 1, x, p * high, q * (1 - high)) +
         brute(epsilon, k - 1, x, p * (1 - high), q * high);
}

TEST(PureToDelta, IsTheEnumerationOfRandomizedResponses) {
  for (const double epsilon : {0.01, 0.3, 2.0}) {
    for (const int k : {1, 2, 7, 12}) {
      for (const double share : {0.0, 0.1, 0.5, 0.9}) {
        const double x = share * epsilon * k;
        const double delta = pure_to_delta(epsilon, static_cast<std::uint64_t>(k), x);
        EXPECT_NEAR(delta, brute(epsilon, k, x), 1e-13);
      }
      EXPECT_EQ(pure_to_delta(epsilon, static_cast<std::uint64_t>(k), 2 * k * epsilon), 0);
    }
  }
}

TEST(PureToDelta, StaysAboveItselfWhereTheExactSumEnds) {
  const double exact = pure_to_delta(0.01, 4096, 2);
  const double beyond = pure_to_delta(0.01, 4097, 2);
  EXPECT_GE(beyond, exact);
  EXPECT_LE(beyond, exact * 5);
}

TEST(PureToEpsilon, InvertsPureToDelta) {
  for (const std::uint64_t k : {1U, 5U, 100U, 10000U}) {
    const double step = 0.5 / std::sqrt(static_cast<double>(k));
    for (const double delta : {1e-9, 1e-3}) {
      const double epsilon = pure_to_epsilon(step, k, delta);
      EXPECT_LE(pure_to_delta(step, k, epsilon), delta);
      EXPECT_GE(pure_to_delta(step, k, epsilon * (1 - 1e-6)), delta * (1 - 1e-3));
    }
    EXPECT_LE(pure_to_epsilon(step, k, 0), step * static_cast<double>(k) * (1 + 1e-15));
  }
}

TEST(PureToDelta, CertifiesExtremeArgumentsAndRefusesTheRest) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(pure_to_delta(1, 0, 0), 0);
  EXPECT_EQ(pure_to_delta(0, 3, 0), 0);
  EXPECT_EQ(pure_to_delta(infinity, 3, 1), 1);
  EXPECT_EQ(pure_to_delta(infinity, 3, infinity), 0);
  EXPECT_LE(pure_to_delta(1e-300, 1000000000, 1), 0);
  EXPECT_EQ(pure_to_delta(700, 1000000000, 1), 1);
  EXPECT_EQ(pure_to_epsilon(infinity, 1, 0.5), infinity);
  EXPECT_EQ(pure_to_epsilon(1, 1, 1), 0);
  EXPECT_GE(pure_to_epsilon(1e-300, 1000000000, 0), 1e-291);
  for (const double bad : {-0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(pure_to_delta(bad, 1, 1), Error);
    EXPECT_THROW(pure_to_delta(1, 1, bad), Error);
    EXPECT_THROW(pure_to_epsilon(bad, 1, 0.5), Error);
    EXPECT_THROW(pure_to_epsilon(1, 1, bad), Error);
  }
}

}  // namespace
}  // namespace discreet

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "accounting/laplace.hpp"
#include "accounting/permute_and_flip_law.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "support/extremes.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::Oracle;

constexpr double rounding = 1e-12;

struct Pair {
  std::vector<double> scores;
  std::vector<double> moved;
};

// Two score vectors at range distance epsilon.
Pair random_pair(std::mt19937_64& random, std::size_t n, double epsilon) {
  std::uniform_real_distribution<double> uniform{0, 1};
  Pair pair;
  const double spread = uniform(random) < 0.5 ? 0.5 : 6;
  for (std::size_t i = 0; i < n; ++i) {
    pair.scores.push_back(spread * uniform(random));
    const double kind = uniform(random);
    pair.moved.push_back(pair.scores[i] + epsilon * (kind < 0.4   ? 0
                                                     : kind < 0.8 ? 1
                                                                  : uniform(random)));
  }
  return pair;
}

TEST(PermuteAndFlipToDelta, DominatesThousandsOfRandomPairs) {
  std::mt19937_64 random{3};  // NOLINT(cert-msc51-cpp): the same pairs in every run
  for (int i = 0; i < 4000; ++i) {
    const double epsilon = std::vector<double>{0.1, 0.7, 2.0}[static_cast<std::size_t>(i % 3)];
    const auto [scores, moved] = random_pair(random, 2 + static_cast<std::size_t>(i % 5), epsilon);
    const auto p = testing::permute_and_flip_law(moved);
    const auto q = testing::permute_and_flip_law(scores);
    for (const double share : {0.0, 0.3, 0.8}) {
      const double x = share * epsilon;
      const double bound = -std::expm1((x - epsilon) / 2);
      EXPECT_LE(testing::hockey_stick(p, q, x), bound + rounding);
      EXPECT_LE(testing::hockey_stick(q, p, x), bound + rounding);
    }
  }
}

TEST(PermuteAndFlipToDelta, DominatesPeeledRounds) {
  std::mt19937_64 random{4};  // NOLINT(cert-msc51-cpp): the same pairs in every run
  for (const int k : {2, 3}) {
    for (const double epsilon : {0.3, 1.5}) {
      for (const double share : {0.1, 0.5, 0.8}) {
        const double x = share * k * epsilon;
        const double bound = permute_and_flip_to_delta(epsilon, static_cast<std::uint64_t>(k), x);
        for (int i = 0; i < 150; ++i) {
          const auto [scores, moved] = random_pair(random, 4, epsilon);
          std::vector<double> p;
          std::vector<double> q;
          testing::peeled_law(moved, k, 1, p);
          testing::peeled_law(scores, k, 1, q);
          EXPECT_LE(testing::hockey_stick(p, q, x), bound + rounding);
          EXPECT_LE(testing::hockey_stick(q, p, x), bound + rounding);
        }
      }
    }
  }
}

TEST(PermuteAndFlipToDelta, IsMoreThanBoundedRangeWouldSay) {
  // Two equal scores against a lead of epsilon: permute-and-flip loses this much, and no account by
  // bounded range may be charged for it.
  for (const double epsilon : {0.1, 0.5, 1.0}) {
    for (const double share : {0.0, 0.5}) {
      const double x = share * epsilon;
      const double loss = -std::expm1(x - epsilon) / 2;
      EXPECT_GE(permute_and_flip_to_delta(epsilon, 1, x), loss);
      EXPECT_LT(bounded_range_to_delta(epsilon, 1, x), loss);
    }
  }
  // Two rounds over two equal pairs of candidates that lead each other.
  std::vector<double> p;
  std::vector<double> q;
  testing::peeled_law({1, 1, 0, 0}, 2, 1, p);
  testing::peeled_law({1, 1, 1, 1}, 2, 1, q);
  const double loss = testing::hockey_stick(q, p, 0.2);
  EXPECT_GE(permute_and_flip_to_delta(1, 2, 0.2), loss);
  EXPECT_LT(bounded_range_to_delta(1, 2, 0.2), loss);
}

TEST(PermuteAndFlipToDelta, IsTheLaplacePairForOneRound) {
  for (const double epsilon : {1e-12, 0.01, 1.0, 30.0}) {
    for (const double share : {0.0, 0.5, 0.99}) {
      const double x = share * epsilon;
      const Oracle exact = Oracle{1} - exp((Oracle{x} - Oracle{epsilon}) / Oracle{2});
      EXPECT_EQ(permute_and_flip_to_delta(epsilon, 1, x), exact.above());
    }
    EXPECT_EQ(permute_and_flip_to_delta(epsilon, 1, epsilon), 0);
  }
}

// The curve of two Laplace pairs by numerical integration of one against the other's closed form.
double two_laplace_pairs(double epsilon, double x) {
  const auto one = [&](double y) {
    return y >= epsilon ? 0 : y <= -epsilon ? -std::expm1(y) : -std::expm1((y - epsilon) / 2);
  };
  double sum = one(x - epsilon) / 2 + std::exp(-epsilon) * one(x + epsilon) / 2;
  const int parts = 200000;
  for (int i = 0; i < parts; ++i) {
    const double l = -epsilon + 2 * epsilon * (i + 0.5) / parts;
    sum += std::exp((l - epsilon) / 2) / 4 * one(x - l) * 2 * epsilon / parts;
  }
  return sum;
}

TEST(LaplaceRecursion, BracketsTheIntegralOfTwoPairs) {
  for (const double epsilon : {0.05, 0.5, 3.0}) {
    for (const double share : {0.1, 0.7, 1.3, 1.9}) {
      const double x = share * epsilon;
      const double exact = two_laplace_pairs(epsilon, x);
      const Bracket delta = detail::LaplaceRecursion{epsilon, 2, {128, 0, 2 * epsilon}}.delta(x);
      EXPECT_LE(delta.lower, exact * (1 + 1e-8)) << epsilon << ' ' << share;
      EXPECT_GE(delta.upper, exact * (1 - 1e-8)) << epsilon << ' ' << share;
      EXPECT_LE(delta.upper, delta.lower * 1.01) << epsilon << ' ' << share;
    }
  }
}

TEST(LaplaceRecursion, LowerBoundsNeverPassUpperBoundsOfOtherLattices) {
  for (const std::uint64_t k : {3U, 20U}) {
    double lower = 0;
    double upper = 1;
    for (const std::uint32_t cells : {2U, 4U, 10U, 32U, 64U}) {
      const Bracket delta = detail::LaplaceRecursion{0.2, k, {cells, 0, 3}}.delta(0.55);
      lower = std::max(lower, delta.lower);
      upper = std::min(upper, delta.upper);
    }
    EXPECT_LE(lower, upper);
    EXPECT_LE(upper, lower * 1.01);
  }
}

TEST(PermuteAndFlipToDelta, IsBelowEveryOtherRoute) {
  for (const std::uint64_t k : {2U, 10U, 200U, 100000U}) {
    const double step = 0.3 / std::sqrt(static_cast<double>(k));
    for (const double epsilon : {0.3, 1.0}) {
      const double delta = permute_and_flip_to_delta(step, k, epsilon);
      const double rho = static_cast<double>(k) * permute_and_flip_to_zcdp(step);
      EXPECT_LE(delta, zcdp_to_delta(rho, epsilon) * (1 + 1e-6)) << k;
      EXPECT_LE(delta, pure_to_delta(step, k, epsilon)) << k;
      EXPECT_GE(permute_and_flip_to_delta(step * 1.01, k, epsilon), delta);
      EXPECT_GE(permute_and_flip_to_delta(step, k + 1, epsilon), delta);
      EXPECT_LE(permute_and_flip_to_delta(step, k, epsilon * 1.01), delta);
    }
  }
}

TEST(PermuteAndFlipToEpsilon, InvertsPermuteAndFlipToDelta) {
  for (const std::uint64_t k : {1U, 2U, 10U, 60U, 100000U}) {
    const double step = 0.3 / std::sqrt(static_cast<double>(k));
    for (const double delta : {1e-12, 1e-6, 1e-2}) {
      const double epsilon = permute_and_flip_to_epsilon(step, k, delta);
      const Bracket back = permute_and_flip_delta_bracket(step, k, epsilon);
      EXPECT_LE(back.lower, delta) << k << ' ' << delta;
      EXPECT_LE(back.upper, delta * 1.001) << k << ' ' << delta;
      EXPECT_GE(back.upper, delta * 0.999) << k << ' ' << delta;
    }
  }
}

TEST(PermuteAndFlipToDelta, CertifiesExtremeArgumentsAndRefusesTheRest) {
  for (const double step : {0.0, 1e-300, 0.3, 700.0, 1e300, infinity}) {
    for (const std::uint64_t k : {0ULL, 1ULL, 2ULL, 1000000000ULL}) {
      for (const double epsilon : {0.0, 1e-300, 1.0, 1e300, infinity}) {
        const Bracket delta = permute_and_flip_delta_bracket(step, k, epsilon);
        EXPECT_LE(0, delta.lower);
        EXPECT_LE(delta.lower, delta.upper) << step << ' ' << k << ' ' << epsilon;
        EXPECT_LE(delta.upper, 1);
      }
      for (const double delta : {0.0, 1e-300, 1.0}) {
        EXPECT_GE(permute_and_flip_to_epsilon(step, k, delta), 0);
      }
    }
  }
  for (const double bad : {-0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(permute_and_flip_to_delta(bad, 3, 1), Error);
    EXPECT_THROW(permute_and_flip_to_delta(1, 3, bad), Error);
    EXPECT_THROW(permute_and_flip_to_epsilon(bad, 3, 0.5), Error);
    EXPECT_THROW(permute_and_flip_to_epsilon(1, 3, bad), Error);
    EXPECT_THROW(detail::LaplaceRecursion(bad, 3, {8, 0, 1}), Error);
    EXPECT_THROW(detail::LaplaceRecursion(1, 3, {8, 0, bad == 0 ? -1 : bad}), Error);
  }
  EXPECT_THROW(detail::LaplaceRecursion(1, 3, {7, 0, 1}), Error);
  EXPECT_THROW(detail::LaplaceRecursion(1, 1, {8, 0, 1}), Error);
}

}  // namespace
}  // namespace discreet

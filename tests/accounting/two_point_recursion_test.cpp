#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/strategies.hpp"
#include "accounting/two_point.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

using detail::TwoPointRecursion;

constexpr double tolerance = 1 + 1e-9;

TEST(TwoPointRecursion, BracketsBruteForceOverTwoSteps) {
  for (const double eta : {0.01, 0.2, 1.0, 4.0}) {
    for (const double share : {0.0, 0.1, 0.5, 1.0, 1.4, 1.8, 1.95}) {
      const double x = share * eta;
      const double brute = testing::brute_curve({eta, eta}, 0, x, 2000);
      const Bracket delta = TwoPointRecursion{eta, 2, {128, x, 2 * eta}}.delta(x);
      EXPECT_LE(brute, delta.upper * tolerance) << eta << ' ' << share;
      EXPECT_GE(brute * (1 + 1e-4), delta.lower) << eta << ' ' << share;
      EXPECT_LE(delta.upper, delta.lower * (share < 1.9 ? 1.02 : 1.1)) << eta << ' ' << share;
    }
  }
}

TEST(TwoPointRecursion, BracketsBruteForceOverThreeSteps) {
  for (const double eta : {0.1, 1.0}) {
    for (const double share : {0.0, 0.7, 1.5, 2.5}) {
      const double x = share * eta;
      const double brute = testing::brute_curve({eta, eta, eta}, 0, x, 150);
      const Bracket delta = TwoPointRecursion{eta, 3, {128, x, 3 * eta}}.delta(x);
      EXPECT_LE(brute, delta.upper * tolerance) << eta << ' ' << share;
      EXPECT_GE(brute * (1 + 2e-3), delta.lower) << eta << ' ' << share;
    }
  }
}

TEST(TwoPointRecursion, IsAboveTheNonAdaptiveOptimumAndSometimesProvablySo) {
  int apart = 0;
  for (const int k : {2, 5, 10}) {
    for (const double share : {0.2, 0.4, 0.7}) {
      const double eta = 0.3;
      const double x = share * k * eta;
      const double fixed = testing::non_adaptive(eta, k, x);
      const Bracket delta =
          TwoPointRecursion{eta, static_cast<std::uint64_t>(k), {64, x, k * eta}}.delta(x);
      EXPECT_LE(fixed, delta.upper * tolerance) << k << ' ' << share;
      apart += fixed * 1.001 < delta.lower ? 1 : 0;
    }
  }
  EXPECT_GE(apart, 2);
}

TEST(TwoPointRecursion, LowerBoundsNeverPassUpperBoundsOfOtherLattices) {
  for (const std::uint64_t k : {2U, 7U, 40U}) {
    const double eta = 0.8 / std::sqrt(static_cast<double>(k));
    const double x = 1;
    const double cut = std::min(static_cast<double>(k) * eta, 6.0);
    double greatest_lower = 0;
    double least_upper = 1;
    for (const std::uint32_t cells : {2U, 7U, 16U, 33U, 64U, 100U}) {
      const Bracket delta = TwoPointRecursion{eta, k, {cells, x, cut}}.delta(x);
      greatest_lower = std::max(greatest_lower, delta.lower);
      least_upper = std::min(least_upper, delta.upper);
    }
    EXPECT_LE(greatest_lower, least_upper);
    EXPECT_LE(least_upper, greatest_lower * 1.03);
  }
}

TEST(TwoPointRecursion, MakesOneSideWithoutTheOther) {
  for (const std::uint64_t k : {3U, 40U, 150U}) {
    const double eta = 0.8 / std::sqrt(static_cast<double>(k));
    for (const double x : {0.0, 0.4, 1.5, 2.2}) {
      const double cut = std::min(static_cast<double>(k) * eta, 6.0);
      const auto delta = [&](detail::Sides sides) {
        return TwoPointRecursion{eta, k, {48, std::min(x, cut), cut, sides}}.delta(x);
      };
      const Bracket both = delta(detail::Sides::both);
      EXPECT_EQ(delta(detail::Sides::upper), (Bracket{0, both.upper})) << k << ' ' << x;
      const Bracket lower = delta(detail::Sides::lower);
      EXPECT_EQ(lower.upper, 1);
      EXPECT_LE(lower.lower, both.upper) << k << ' ' << x;
      EXPECT_GE(lower.lower, both.lower * 0.999) << k << ' ' << x;
    }
  }
}

TEST(TwoPointRecursion, NarrowsWithTheSquareOfTheCells) {
  const auto gap = [](std::uint32_t cells) {
    const Bracket delta = TwoPointRecursion{0.15, 10, {cells, 1, 1.5}}.delta(1);
    return std::log(delta.upper / delta.lower);
  };
  EXPECT_LT(gap(64), gap(32) / 3);
  EXPECT_LT(gap(128), gap(64) / 3);
}

TEST(TwoPointRecursion, TheMirrorHoldsForBruteForce) {
  for (const std::vector<double>& etas : {std::vector<double>{0.7}, {0.7, 0.7}, {0.7, 0.7, 0.7}}) {
    for (const double x : {0.05, 0.4, 0.9}) {
      const double right = testing::brute_curve(etas, 0, x, 200);
      const double left = testing::brute_curve(etas, 0, -x, 200);
      EXPECT_NEAR(left, -std::expm1(-x) + std::exp(-x) * right, 2e-5);
    }
  }
}

TEST(TwoPointRecursion, SurvivesExtremeArguments) {
  for (const double eta : {1e-100, 1e-30, 500.0}) {
    const Bracket delta = TwoPointRecursion{eta, 3, {8, 0, 3 * eta}}.delta(eta / 3);
    EXPECT_GT(delta.lower, 0);
    EXPECT_GE(delta.upper, delta.lower);
    EXPECT_LE(delta.upper, 1 + 1e-9);
    EXPECT_EQ(TwoPointRecursion(eta, 3, {8, 0, 3 * eta}).delta(1e300).lower, 0);
  }
}

}  // namespace
}  // namespace discreet

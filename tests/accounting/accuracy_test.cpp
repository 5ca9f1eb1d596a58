#include "discreet/accounting/accuracy.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/permute_and_flip_law.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

std::vector<double> exponential_law(const std::vector<double>& scores) {
  std::vector<double> law;
  double sum = 0;
  for (const double score : scores) {
    law.push_back(std::exp(score));
    sum += law.back();
  }
  for (double& p : law) {
    p /= sum;
  }
  return law;
}

std::vector<double> law_of(Law law, const std::vector<double>& scores) {
  return law == Law::exponential_mechanism ? exponential_law(scores)
                                           : testing::permute_and_flip_law(scores);
}

double mean_gap(const std::vector<double>& scores, const std::vector<double>& law) {
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    sum -= scores[i] * law[i];
  }
  return sum;
}

// The best has score 0, the others lie below.
std::vector<double> random_scores(std::mt19937_64& random, std::size_t n) {
  std::uniform_real_distribution<double> gap{0, 5};
  std::vector<double> scores{0};
  while (scores.size() < n) {
    scores.push_back(-gap(random));
  }
  return scores;
}

class Errors : public ::testing::TestWithParam<Law> {};

TEST_P(Errors, ExpectedErrorIsNotExceededByRandomScores) {
  std::mt19937_64 random{6};  // NOLINT(cert-msc51-cpp): the same scores in every run
  for (const std::size_t n : {2U, 3U, 5U, 9U}) {
    const double bound = expected_error(GetParam(), n, 1);
    for (int i = 0; i < 3000; ++i) {
      const auto scores = random_scores(random, n);
      EXPECT_LE(mean_gap(scores, law_of(GetParam(), scores)), bound);
    }
  }
}

TEST_P(Errors, ExpectedErrorIsReachedAtOneEqualGap) {
  for (const std::size_t n : {2U, 3U, 8U}) {
    double most = 0;
    for (double gap = 0.01; gap < 8; gap += 0.001) {
      std::vector<double> scores(n, -gap);
      scores[0] = 0;
      most = std::max(most, mean_gap(scores, law_of(GetParam(), scores)));
    }
    EXPECT_LE(most, expected_error(GetParam(), n, 1));
    EXPECT_GE(most * (1 + 2e-4), expected_error(GetParam(), n, 1));
  }
}

TEST_P(Errors, QuantileHoldsForRandomScoresAndIsReached) {
  std::mt19937_64 random{7};  // NOLINT(cert-msc51-cpp): the same scores in every run
  for (const std::size_t n : {2U, 4U, 7U}) {
    for (const double beta : {0.01, 0.2}) {
      const double gap = error_quantile(GetParam(), n, 1, beta, 1);
      const auto beyond = [&](const std::vector<double>& scores, double limit) {
        const auto law = law_of(GetParam(), scores);
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
          sum += scores[i] < -limit ? law[i] : 0;
        }
        return sum;
      };
      for (int i = 0; i < 2000; ++i) {
        EXPECT_LE(beyond(random_scores(random, n), gap), beta);
      }
      std::vector<double> worst(n, -gap);
      worst[0] = 0;
      EXPECT_NEAR(beyond(worst, gap * (1 - 1e-9)), beta, 1e-9);
    }
  }
}

TEST_P(Errors, GrowWithCandidatesSelectionsAndScale) {
  const Law law = GetParam();
  for (const std::uint64_t n : {2ULL, 10ULL, 1000ULL, 1ULL << 40U}) {
    EXPECT_GE(expected_error(law, 2 * n, 1), expected_error(law, n, 1));
    EXPECT_GE(error_quantile(law, 2 * n, 1, 0.05, 1), error_quantile(law, n, 1, 0.05, 1));
    EXPECT_GT(error_quantile(law, n, 2, 0.05, 1), error_quantile(law, n, 1, 0.05, 1));
    EXPECT_NEAR(expected_error(law, n, 3), 3 * expected_error(law, n, 1), 1e-9);
    EXPECT_NEAR(error_quantile(law, n, 1, 0.05, 3), 3 * error_quantile(law, n, 1, 0.05, 1), 1e-9);
  }
}

TEST_P(Errors, CertifyExtremeArgumentsAndRefuseTheRest) {
  const Law law = GetParam();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(expected_error(law, 1, infinity), 0);
  EXPECT_EQ(expected_error(law, 5, 0), 0);
  EXPECT_EQ(expected_error(law, 5, infinity), infinity);
  EXPECT_LT(expected_error(law, std::numeric_limits<std::uint64_t>::max(), 1), 41);
  EXPECT_GT(expected_error(law, 5, 1e-320), 0);
  EXPECT_EQ(error_quantile(law, 1, 1, 0.5, 1), 0);
  EXPECT_EQ(error_quantile(law, 5, 1, 1, 1), 0);
  EXPECT_LT(error_quantile(law, 5, 1, 1e-300, 1), 700);
  EXPECT_GT(error_quantile(law, 5, 1, 1e-300, 1), 680);
  for (const double bad : {-0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(expected_error(law, 5, bad), Error);
    EXPECT_THROW(error_quantile(law, 5, 1, 0.5, bad), Error);
    EXPECT_THROW(error_quantile(law, 5, 1, bad, 1), Error);
  }
  EXPECT_THROW(expected_error(law, 0, 1), Error);
  EXPECT_THROW(error_quantile(law, 5, 0, 0.5, 1), Error);
  EXPECT_THROW(error_quantile(law, 5, 6, 0.5, 1), Error);
  EXPECT_THROW(error_quantile(law, 5, 1, 0, 1), Error);
  EXPECT_THROW(error_quantile(law, 5, 1, 1.5, 1), Error);
}

INSTANTIATE_TEST_SUITE_P(BothLaws, Errors,
                         ::testing::Values(Law::exponential_mechanism, Law::permute_and_flip));

TEST(ErrorsOfBothLaws, PermuteAndFlipErrsLessAtAnEqualScale) {
  for (const std::uint64_t n : {2ULL, 10ULL, 100000ULL}) {
    EXPECT_LT(expected_error(Law::permute_and_flip, n, 1),
              expected_error(Law::exponential_mechanism, n, 1));
    EXPECT_LT(error_quantile(Law::permute_and_flip, n, 1, 0.05, 1),
              error_quantile(Law::exponential_mechanism, n, 1, 0.05, 1));
  }
}

TEST(ExpectedError, IsRememberedForItsOwnCandidatesOnly) {
  const auto error = [](std::uint64_t n) { return expected_error(Law::permute_and_flip, n, 1); };
  const double of_ten = error(10);
  const double of_many = error(1000);
  EXPECT_LT(of_ten, of_many);
  EXPECT_EQ(error(10), of_ten);
  EXPECT_EQ(error(10), of_ten);
  EXPECT_EQ(error(1000), of_many);
}

}  // namespace
}  // namespace discreet

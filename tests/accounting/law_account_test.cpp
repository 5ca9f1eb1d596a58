// Each law has its own account: two candidates are enough to tell the rows apart, from both sides.
#include "accounting/law_account.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "discreet/accounting/accuracy.hpp"
#include "discreet/accounting/curve.hpp"
#include "discreet/error.hpp"

namespace discreet::detail {
namespace {

// The probability that each law selects the worse of two candidates.
double worse_of_two(Law law, double gap) {
  switch (law) {
    case Law::exponential_mechanism:
      return 1 / (1 + std::exp(gap));
    case Law::permute_and_flip:
      return std::exp(-gap) / 2;
  }
  throw Error{bad_parameter, "must specify the law"};
}

class AccountOf : public ::testing::TestWithParam<Law> {};

// Gaps of -a and step - a are at range distance step; what is lost between them must be charged.
TEST_P(AccountOf, ChargesWhatTwoCandidatesLose) {
  for (const double step : {0.01, 0.1, 1.0}) {
    double most = 0;
    double divergence = 0;
    for (double gap = -step; gap <= 0; gap += step / 64) {
      const auto worse = [&](double at) {
        return at >= 0 ? worse_of_two(GetParam(), at) : 1 - worse_of_two(GetParam(), -at);
      };
      const double p = worse(gap);
      const double q = worse(gap + step);
      most = std::max(most, p - q);
      divergence =
          std::max({divergence, p * std::log(p / q) + (1 - p) * std::log((1 - p) / (1 - q)),
                    q * std::log(q / p) + (1 - q) * std::log((1 - q) / (1 - p))});
    }
    const double delta = account_of(GetParam()).delta(step, 1, 0, Effort::closed, {}).upper;
    EXPECT_GE(delta, most * (1 - 1e-12));
    EXPECT_LE(delta, most * 1.01) << "another law's charge";
    EXPECT_GE(inf_rho(GetParam(), step), divergence * (1 - 1e-12));
    EXPECT_LE(inf_rho(GetParam(), step), divergence * 1.25) << "another law's charge";
  }
  EXPECT_EQ(inf_rho(GetParam(), 0), 0);
}

TEST_P(AccountOf, ErrsAsTwoCandidatesDo) {
  double most = 0;
  for (double gap = 0; gap < 10; gap += 1e-4) {
    most = std::max(most, gap * worse_of_two(GetParam(), gap));
  }
  EXPECT_NEAR(account_of(GetParam()).expected_gap(2), most, 2e-4 * most);
  const Reals real{128};
  const double gap = account_of(GetParam()).gap_quantile(2, real(0.05), real);
  EXPECT_NEAR(worse_of_two(GetParam(), gap), 0.05, 1e-9);
}

TEST_P(AccountOf, MoreEffortNarrowsTheBracketAndEpsilonInvertsIt) {
  const LawAccount& account = account_of(GetParam());
  const Bracket closed = account.delta(0.3, 9, 1, Effort::closed, {});
  const Bracket coarse = account.delta(0.3, 9, 1, Effort::coarse, {});
  const Bracket full = account.delta(0.3, 9, 1, Effort::full, {});
  EXPECT_LT(closed.lower, coarse.lower);
  EXPECT_LT(coarse.upper, closed.upper);
  EXPECT_LE(coarse.lower, full.lower);
  EXPECT_LE(full.upper, coarse.upper);
  EXPECT_NEAR(account.epsilon(0.3, 9, full.upper, {}), 1, 2e-3);
}

TEST_P(AccountOf, WhatASearchAsksForIsOfTheSameLaw) {
  const LawAccount& account = account_of(GetParam());
  for (const std::uint64_t k : {2U, 9U, 40U}) {
    const Bracket coarse = account.delta(0.1, k, 0.15, Effort::coarse, {});
    const Bracket full = account.delta(0.1, k, 0.15, Effort::full, {});
    const std::uint32_t cells = account.cells(0.1, k, 0.15, coarse);
    for (const Sides sides : {Sides::both, Sides::upper, Sides::lower}) {
      const Bracket fine = account.fine(0.1, k, 0.15, {cells, sides}, {});
      EXPECT_GE(fine.upper, full.lower) << k;
      EXPECT_LE(fine.lower, full.upper) << k;
      if (sides != Sides::lower) {
        EXPECT_LE(fine.upper, full.upper * 1.01) << k;
      }
      if (sides != Sides::upper) {
        EXPECT_GE(fine.lower, full.lower * 0.99) << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryLaw, AccountOf,
                         ::testing::Values(Law::exponential_mechanism, Law::permute_and_flip));

TEST(LawAccount, RefusesWhatIsNoLaw) {
  const auto none = static_cast<Law>(7);
  EXPECT_THROW((void)account_of(none), Error);
  EXPECT_THROW((void)inf_rho(none, 0), Error);
  EXPECT_THROW((void)expected_error(none, 1, 1), Error);
  EXPECT_THROW((void)error_quantile(none, 1, 1, 0.5, 1), Error);
  EXPECT_THROW((void)PrivacyCurve::of_selections(none, 1, 1), Error);
}

}  // namespace
}  // namespace discreet::detail

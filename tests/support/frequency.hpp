#pragma once

#include <cmath>
#include <cstddef>
#include <map>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"

namespace discreet::testing {

/// The probability that a statistical test of this suite fails although the law holds.
inline constexpr double false_alarm = 1e-9;

/// n times the Kullback-Leibler divergence of Bernoulli(seen/n) from Bernoulli(p).
inline double divergence(double seen, double n, double p) {
  const auto part = [&](double count, double q) {
    return count == 0.0 ? 0.0 : count * std::log(count / (n * q));
  };
  return part(seen, p) + part(n - seen, 1.0 - p);
}

/// Checks observed counts against their law, outcome by outcome, by Chernoff's bound P(n KL(seen/n
/// || p) >= t) <= 2 e^-t with t = ln(2 outcomes / false_alarm): no normal approximation, so the
/// stated rate holds at every sample size. Seeing n of them detects a shift of some sqrt(p (1 - p)
/// t * 2 / n).
template <class Outcome>
void expect_frequencies(const std::map<Outcome, std::size_t>& seen, std::size_t n,
                        const std::map<Outcome, BigInterval>& law) {
  const double limit = std::log(2.0 * static_cast<double>(law.size()) / false_alarm);
  std::size_t total = 0;
  for (const auto& [outcome, probability] : law) {
    const auto at = seen.find(outcome);
    const std::size_t count = at == seen.end() ? 0 : at->second;
    const double p = mpfr_get_d(probability.lo.get(), MPFR_RNDN);
    total += count;
    EXPECT_LT(divergence(static_cast<double>(count), static_cast<double>(n), p), limit);
  }
  EXPECT_EQ(total, n) << "outcomes outside the law's support came out";
}

/// The same for n draws of what draw() gives.
template <class Draw, class Outcome>
void expect_draws(std::size_t n, const Draw& draw, const std::map<Outcome, BigInterval>& law) {
  std::map<Outcome, std::size_t> seen;
  for (std::size_t i = 0; i < n; ++i) {
    ++seen[draw()];
  }
  expect_frequencies(seen, n, law);
}

/// Checks that the probabilities of all outcomes add up to one, so that a law forgets none.
template <class Outcome>
void expect_adds_up(const std::map<Outcome, BigInterval>& law) {
  BigInterval sum = BigInterval::of(Fraction{0}, 200);
  for (const auto& [outcome, probability] : law) {
    sum = sum + probability;
  }
  EXPECT_TRUE(sum.contains(Fraction{1}));
  EXPECT_LT(mpfr_get_d(sum.hi.get(), MPFR_RNDU) - 1.0, 1e-15);
}

}  // namespace discreet::testing

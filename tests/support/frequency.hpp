#pragma once

#include <cmath>
#include <cstddef>
#include <map>

#include <gtest/gtest.h>

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

}  // namespace discreet::testing

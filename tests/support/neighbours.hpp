#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include <mpfr.h>

#include "discreet/framework/metrics.hpp"
#include "numbers/big_interval.hpp"

namespace discreet::testing {

/// All vectors of n of the values.
inline std::vector<std::vector<double>> grid(std::size_t n, const std::vector<double>& values) {
  std::vector<std::vector<double>> out{{}};
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::vector<double>> longer;
    for (const auto& before : out) {
      for (const double value : values) {
        longer.push_back(before);
        longer.back().push_back(value);
      }
    }
    out = longer;
  }
  return out;
}

/// The greatest ln P(outcome) - ln Q(outcome), for exact laws of all outcomes.
template <class Outcome>
double max_divergence(const std::map<Outcome, BigInterval>& p,
                      const std::map<Outcome, BigInterval>& q) {
  double most = 0.0;
  for (const auto& [outcome, probability] : p) {
    const BigInterval ratio = log(probability) - log(q.at(outcome));
    most = std::max(most, mpfr_get_d(ratio.hi.get(), MPFR_RNDN));
  }
  return most;
}

/// The greatest divergence of the laws of neighbours of n of the values, both ways round: each score moves by 0 or by
/// the distance, where they are not monotonic also downwards.
template <class LawOf>
double worst_divergence(std::size_t n, const std::vector<double>& values, double distance,
                        Monotonic monotonic, const LawOf& law_of) {
  std::vector<double> steps{0.0, distance};
  if (monotonic == Monotonic::no) {
    steps.push_back(-distance);
  }
  double worst = 0.0;
  for (const auto& x : grid(n, values)) {
    const auto p = law_of(x);
    for (const auto& change : grid(n, steps)) {
      auto y = x;
      std::transform(x.begin(), x.end(), change.begin(), y.begin(), std::plus<>{});
      const auto q = law_of(y);
      worst = std::max({worst, max_divergence(p, q), max_divergence(q, p)});
    }
  }
  return worst;
}

}  // namespace discreet::testing

#pragma once

#include <cstdint>

#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// k equal two-point steps: each has the log-ratio t or t - eta, so that j of the first kind come up
/// by a binomial law.
struct TwoPointSteps {
  double eta;
  double t;
  std::uint64_t k;
};

/// How many steps are summed one by one; more would take too long.
inline constexpr std::uint64_t most_summed_steps = 1U << 17U;

/// Encloses the curve of such steps at epsilon, which for t = eta / 2 is that of the optimal
/// composition of eta/2-differentially private steps.
///
/// Requires  finite 0 < t < eta, k >= 1, a finite epsilon not negative.
/// Throws    what progress throws.
/// Cost      some three microseconds a step.
/// Proof     proofs/accounting/pure_to_delta.md
Bracket two_point_sum_delta(const TwoPointSteps& steps, double epsilon, const Progress& progress);

/// An epsilon at which the curve is at most delta, 0 < delta < 1, in one pass over the steps.
double two_point_sum_epsilon(const TwoPointSteps& steps, double delta, const Progress& progress);

}  // namespace discreet::detail

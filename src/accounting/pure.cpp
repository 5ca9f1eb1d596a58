#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "accounting/arguments.hpp"
#include "accounting/certified_search.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "accounting/two_point_sum.hpp"
#include "discreet/accounting/convert.hpp"

namespace discreet {
namespace {

using detail::Reals;

// Randomized response, k times: each log-ratio is epsilon_step or minus it.
detail::TwoPointSteps responses(double step, std::uint64_t k) { return {2 * step, step, k}; }

bool summed_exactly(double step, std::uint64_t k) {
  return k <= detail::most_summed_steps && std::isfinite(2 * step);
}

// One step of k epsilon_step: (e^K - e^x) / (e^K + 1) = (1 - e^(x - K)) / (1 + e^-K).
double one_step(double step, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * detail::bits_from_one(step) +
                   (epsilon > 0 ? 3 * detail::bits_from_one(epsilon) : 0)};
  const BigInterval total = real.count(k) * real(step);
  return std::clamp(
      detail::inf_double((real(1) - exp(real(epsilon) - total)) / (real(1) + exp(-total))), 0.0,
      1.0);
}

}  // namespace

double pure_to_delta(double epsilon_step, std::uint64_t k, double epsilon,
                     const Progress& progress) {
  detail::require_epsilon(epsilon_step);
  detail::require_epsilon(epsilon);
  if (k == 0 || epsilon_step == 0 || std::isinf(epsilon)) {
    return 0;
  }
  if (std::isinf(epsilon_step)) {
    return 1;
  }
  if (summed_exactly(epsilon_step, k)) {
    return detail::two_point_sum_delta(responses(epsilon_step, k), epsilon, progress).upper;
  }
  const std::array steps{detail::Steps{detail::StepKind::pure, epsilon_step, k}};
  return std::min(one_step(epsilon_step, k, epsilon), detail::renyi_to_delta(steps, epsilon));
}

double pure_to_epsilon(double epsilon_step, std::uint64_t k, double delta,
                       const Progress& progress) {
  detail::require_epsilon(epsilon_step);
  detail::require_delta(delta);
  if (k == 0 || epsilon_step == 0 || delta == 1) {
    return 0;
  }
  if (std::isinf(epsilon_step)) {
    return epsilon_step;
  }
  const Reals real{192};
  const double basic = detail::inf_double(real.count(k) * real(epsilon_step));
  if (std::isinf(basic) || delta == 0) {
    return basic;
  }
  if (summed_exactly(epsilon_step, k)) {
    return std::min(basic,
                    detail::two_point_sum_epsilon(responses(epsilon_step, k), delta, progress));
  }
  const auto holds = [&](double epsilon) {
    return pure_to_delta(epsilon_step, k, epsilon, progress) <= delta;
  };
  if (holds(0)) {
    return 0;
  }
  // The basic bound always holds; from a sixteenth of it, forty halvings leave some ten digits.
  double low = basic;
  while (holds(low / 16)) {
    low /= 16;
  }
  return detail::last_good(low, low / 16, 40, holds);
}

}  // namespace discreet

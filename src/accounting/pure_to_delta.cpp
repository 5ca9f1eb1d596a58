#include "discreet/accounting/pure_to_delta.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "certified_search.hpp"
#include "reals.hpp"
#include "renyi.hpp"

namespace discreet {
namespace {

using detail::Reals;

constexpr std::uint64_t most_exact_steps = 4096;

// Randomized response: among k steps the likelier answer comes up j times with the weight of a
// binomial law, and then the log-ratio is (2j - k) epsilon_step.
double optimal_composition(double step, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * detail::places(step) +
                   (epsilon > 0 ? 3 * detail::places(epsilon) : 0)};
  const BigInterval decay = exp(-real(step));
  BigInterval weight = exp(-(real.count(k) * log(real(1) + decay)));
  BigInterval sum = real(0);
  for (std::uint64_t j = k; 2 * j > k; --j) {
    const BigInterval rest = real.count(2 * j - k) * real(step) - real(epsilon);
    if (mpfr_sgn(rest.hi.get()) <= 0) {
      break;
    }
    sum = sum + weight * (real(1) - exp(-rest));
    weight = weight * decay * real.count(j) / real.count(k - j + 1);
  }
  return std::clamp(detail::inf_double(sum), 0.0, 1.0);
}

// One step of k epsilon_step: (e^K - e^x) / (e^K + 1) = (1 - e^(x - K)) / (1 + e^-K).
double one_step(double step, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * detail::places(step) +
                   (epsilon > 0 ? 3 * detail::places(epsilon) : 0)};
  const BigInterval total = real.count(k) * real(step);
  return std::clamp(
      detail::inf_double((real(1) - exp(real(epsilon) - total)) / (real(1) + exp(-total))), 0.0,
      1.0);
}

}  // namespace

double pure_to_delta(double epsilon_step, std::uint64_t k, double epsilon) {
  detail::require_epsilon(epsilon_step);
  detail::require_epsilon(epsilon);
  if (k == 0 || epsilon_step == 0 || std::isinf(epsilon)) {
    return 0;
  }
  if (std::isinf(epsilon_step)) {
    return 1;
  }
  if (k <= most_exact_steps) {
    return optimal_composition(epsilon_step, k, epsilon);
  }
  const std::array steps{detail::Steps{detail::StepKind::pure, epsilon_step, k}};
  return std::min(one_step(epsilon_step, k, epsilon), detail::renyi_to_delta(steps, epsilon));
}

double pure_to_epsilon(double epsilon_step, std::uint64_t k, double delta) {
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
  const auto holds = [&](double epsilon) {
    return pure_to_delta(epsilon_step, k, epsilon) <= delta;
  };
  if (std::isinf(basic) || delta == 0) {
    return basic;
  }
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

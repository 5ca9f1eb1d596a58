#include "permute_and_flip_closed.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "discreet/accounting/pure_to_delta.hpp"
#include "reals.hpp"
#include "renyi.hpp"

namespace discreet::detail {
namespace {

// One Laplace pair at distance k step: 1 - e^(x - k step)/2.
Bracket one_pair(double step, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * places(step) + (epsilon > 0 ? 3 * places(epsilon) : 0)};
  const BigInterval rest = real.count(k) * real(step) - real(epsilon);
  const BigInterval delta = real(1) - exp(-(rest / real(2)));
  return {std::max(0.0, neg_inf_double(delta)), std::clamp(inf_double(delta), 0.0, 1.0)};
}

// What the atoms alone lose, all k log-ratios being the greatest: 2^-k (1 - e^(x - k step)).
double all_atoms(double step, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * places(step) + (epsilon > 0 ? 3 * places(epsilon) : 0)};
  const BigInterval rest = real.count(k) * real(step) - real(epsilon);
  const BigInterval delta = exp(-(real.count(k) * log(real(2)))) * (real(1) - exp(-rest));
  return std::max(0.0, neg_inf_double(delta));
}

}  // namespace

Bracket permute_and_flip_closed_delta(double epsilon_step, std::uint64_t k, double epsilon) {
  if (std::isinf(epsilon)) {
    return {0, 0};
  }
  if (std::isinf(epsilon_step)) {
    return {0, 1};
  }
  const Bracket whole = one_pair(epsilon_step, k, epsilon);
  if (k == 1 || whole.upper == 0) {
    return whole;
  }
  const std::array steps{Steps{StepKind::laplace, epsilon_step, k}};
  return {std::max(one_pair(epsilon_step, 1, epsilon).lower, all_atoms(epsilon_step, k, epsilon)),
          std::min({whole.upper, renyi_to_delta(steps, epsilon),
                    pure_to_delta(epsilon_step, k, epsilon)})};
}

}  // namespace discreet::detail

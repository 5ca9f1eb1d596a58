#include "bounded_range_closed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reals.hpp"
#include "renyi.hpp"

namespace discreet::detail {
namespace {

// f_1(epsilon) of one step of k eta: (1 - e^-(k eta - epsilon)/2)^2 / (1 - e^-k eta).
Bracket one_step(double eta, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * places(eta) + (epsilon > 0 ? 3 * places(epsilon) : 0)};
  const BigInterval total = real.count(k) * real(eta);
  const BigInterval rest = total - real(epsilon);
  if (mpfr_sgn(rest.hi.get()) <= 0) {
    return {0, 0};
  }
  const BigInterval height = real(1) - exp(-(rest / real(2)));
  const BigInterval delta = height * height / (real(1) - exp(-total));
  const double lower = mpfr_sgn(rest.lo.get()) < 0 ? 0 : std::max(0.0, neg_inf_double(delta));
  return {lower, std::min(1.0, inf_double(delta))};
}

}  // namespace

Bracket bounded_range_closed_delta(double eta, std::uint64_t k, double epsilon) {
  if (std::isinf(epsilon)) {
    return {0, 0};
  }
  if (std::isinf(eta)) {
    return {0, 1};
  }
  const Bracket whole = one_step(eta, k, epsilon);
  if (k == 1 || whole.upper == 0) {
    return whole;
  }
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  return {one_step(eta, 1, epsilon).lower, std::min(whole.upper, renyi_to_delta(steps, epsilon))};
}

double bounded_range_closed_epsilon(double eta, std::uint64_t k, double delta) {
  if (delta >= 1) {
    return 0;
  }
  if (std::isinf(eta)) {
    return eta;
  }
  const Reals real{192 + 3 * places(eta) + (delta > 0 ? 3 * places(delta) : 0)};
  const BigInterval total = real.count(k) * real(eta);
  double least = inf_double(total);
  if (delta > 0) {
    // k eta + 2 ln(1 - sqrt(delta (1 - e^-k eta)))
    const BigInterval square = real(delta) * (real(1) - exp(-total));
    const BigInterval root = exp(log(square) / real(2));
    least = std::min(least, inf_double(total + real(2) * log(real(1) - root)));
  }
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  return std::max(0.0, k == 1 ? least : std::min(least, renyi_to_epsilon(steps, delta)));
}

}  // namespace discreet::detail

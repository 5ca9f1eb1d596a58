#include "renyi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reals.hpp"

namespace discreet::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// ln((1 - e^-z) / z)
BigInterval log_mean_decay(const Reals& real, const BigInterval& z) {
  return log((real(1) - exp(-z)) / z);
}

std::vector<Steps> without_free_steps(std::span<const Steps> steps) {
  std::vector<Steps> out;
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(out),
               [](const Steps& one) { return one.parameter > 0 && one.count > 0; });
  return out;
}

// The moments lose up to twice the places of s and of the parameter to cancellation.
mpfr_prec_t precision_for(std::span<const Steps> steps, double s) {
  mpfr_prec_t most = 0;
  for (const Steps& one : steps) {
    most = std::max(most, places(one.parameter));
  }
  return 128 + 3 * most + 3 * places(s);
}

// The logarithm of e^(sum of moments) max over y of (1 - e^-y) e^(-s y): everything but epsilon.
BigInterval log_markov(std::span<const Steps> steps, double order_less_one, const Reals& real) {
  const BigInterval s = real(order_less_one);
  const BigInterval alpha = s + real(1);
  BigInterval sum = -(s * log(alpha / s)) - log(alpha);
  for (const Steps& one : steps) {
    sum = sum + real.count(one.count) *
                    renyi_moment(one.kind, one.parameter, order_less_one, real.precision);
  }
  return sum;
}

// A point near the minimum of a function that falls and then rises over ln s. Any s > 0 is sound.
template <class Function>
double best_order_less_one(const Function& value) {
  double low = -40;
  double high = 600;
  const double ratio = 0.6180339887498949;
  double left = high - ratio * (high - low);
  double right = low + ratio * (high - low);
  double at_left = value(std::exp(left));
  double at_right = value(std::exp(right));
  while (high - low > 1e-4) {
    // Infinities on the right compare equal, and the minimum is then on the left.
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - ratio * (high - low);
      at_left = value(std::exp(left));
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + ratio * (high - low);
      at_right = value(std::exp(right));
    }
  }
  return std::exp((low + high) / 2);
}

}  // namespace

BigInterval renyi_moment(StepKind kind, double parameter, double s, mpfr_prec_t precision) {
  const Reals real{precision};
  const BigInterval p = real(parameter);
  const BigInterval less = real(s);
  const BigInterval alpha = less + real(1);
  const BigInterval odd = alpha + less;  // 2 alpha - 1
  switch (kind) {
    case StepKind::pure:
      return less * p + log((real(1) + exp(-(odd * p))) / (real(1) + exp(-p)));
    case StepKind::zcdp:
      return alpha * less * p;
    case StepKind::bounded_range:
      return alpha * log_mean_decay(real, alpha * p) - less * log_mean_decay(real, less * p) -
             log_mean_decay(real, p) + less * p;
    case StepKind::laplace:
      return less * p + log((alpha + less * exp(-(odd * p))) / odd);
  }
  throw Error{bug, "a step must have a kind"};
}

double renyi_to_delta(std::span<const Steps> steps, double epsilon) {
  const std::vector<Steps> paid = without_free_steps(steps);
  if (paid.empty() || std::isinf(epsilon)) {
    return 0;
  }
  if (std::any_of(paid.begin(), paid.end(),
                  [](const Steps& one) { return std::isinf(one.parameter); })) {
    return 1;
  }
  const auto log_delta = [&](double s) {
    const Reals real{precision_for(paid, s)};
    return log_markov(paid, s, real) - real(s) * real(epsilon);
  };
  const double s = best_order_less_one([&](double trial) { return inf_double(log_delta(trial)); });
  return std::min(1.0, inf_double(exp(log_delta(s))));
}

double renyi_to_epsilon(std::span<const Steps> steps, double delta) {
  const std::vector<Steps> paid = without_free_steps(steps);
  if (paid.empty() || delta >= 1) {
    return 0;
  }
  if (delta == 0 || std::any_of(paid.begin(), paid.end(),
                                [](const Steps& one) { return std::isinf(one.parameter); })) {
    return infinity;
  }
  const auto epsilon = [&](double s) {
    const Reals real{precision_for(paid, s)};
    return inf_double((log_markov(paid, s, real) - log(real(delta))) / real(s));
  };
  return std::max(0.0, epsilon(best_order_less_one(epsilon)));
}

}  // namespace discreet::detail

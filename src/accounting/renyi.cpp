#include "accounting/renyi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "accounting/reals.hpp"

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
    most = std::max(most, bits_from_one(one.parameter));
  }
  return 128 + 3 * most + 3 * bits_from_one(s);
}

// The logarithm of e^(sum of moments) max over y of (1 - e^-y) e^(-s y): everything but epsilon.
BigInterval log_markov(std::span<const Steps> steps, double order_less_one, const Reals& real,
                       const Progress& progress) {
  const BigInterval s = real(order_less_one);
  const BigInterval alpha = s + real(1);
  BigInterval sum = -(s * log(alpha / s)) - log(alpha);
  for (const Steps& one : steps) {
    sum = sum + real.count(one.count) *
                    renyi_moment(one.kind, one.parameter, order_less_one, real.precision);
    if (progress) {
      progress(0);
    }
  }
  return sum;
}

// ln cosh x, and ln(sinh(z / 2) / (z / 2)): about x^2 / 2 and z^2 / 24.
double log_cosh(double x) {
  return x < 1 ? std::log1p(2 * std::sinh(x / 2) * std::sinh(x / 2))
               : x - std::log(2.0) + std::log1p(std::exp(-2 * x));
}
double log_sinh_ratio(double z) {
  if (z < 0.1) {
    const double square = z * z;
    return square / 24 * (1 - square / 120);
  }
  return z / 2 + std::log(-std::expm1(-z) / z);
}

double log_sinh_ratio_slope(double z) { return z < 0.1 ? z / 12 : 0.5 / std::tanh(z / 2) - 1 / z; }

}  // namespace

double rough_moment(const Steps& one, double s) {
  const double p = one.parameter;
  const double alpha = s + 1;
  switch (one.kind) {
    case StepKind::pure:
      return log_cosh((s + 0.5) * p) - log_cosh(p / 2);
    case StepKind::zcdp:
      return alpha * s * p;
    case StepKind::bounded_range: {
      // For large s the difference of the ratio's logarithms is its slope in the middle.
      const double difference = s > 1e3 ? p * log_sinh_ratio_slope((s + 0.5) * p)
                                        : log_sinh_ratio(alpha * p) - log_sinh_ratio(s * p);
      return log_sinh_ratio(alpha * p) + s * difference - log_sinh_ratio(p);
    }
    case StepKind::laplace:
      if (alpha * p < 1e-3) {
        return alpha * s * p * p / 2;
      }
      return s * p + std::log((alpha + s * std::exp(-(alpha + s) * p)) / (alpha + s));
  }
  throw Error{bug, "a step must have a kind"};
}

namespace {

// The same as log_markov, roughly.
double rough_markov(std::span<const Steps> steps, double s) {
  double sum = -s * std::log1p(1 / s) - std::log1p(s);
  for (const Steps& one : steps) {
    sum += static_cast<double>(one.count) * rough_moment(one, s);
  }
  return std::isnan(sum) ? infinity : sum;
}

// Up to so many kinds of steps the order is searched in enclosures, which takes milliseconds for each.
constexpr std::size_t few_kinds = 2;

// Selections by one law are planned by many trials, and no ledger is certified by their order.
bool is_one_law(std::span<const Steps> steps) {
  return steps.size() == 1 &&
         (steps.front().kind == StepKind::bounded_range || steps.front().kind == StepKind::laplace);
}

bool in_enclosures(std::span<const Steps> steps) {
  return steps.size() <= few_kinds && !is_one_law(steps);
}

// How far two rough values may differ by rounding alone.
constexpr double rough = 1e-9;

// A point near the minimum of a function that falls and then rises over ln s. Any s > 0 is sound. Enclosures are
// compared as they are: a budget in a ledger is certified again at the order that is found, whichever version found it
// first.
template <class Function>
double best_order_less_one(const Function& value, double slack = 0) {
  double low = -40;
  double high = 600;
  const double ratio = 0.6180339887498949;
  double left = high - ratio * (high - low);
  double right = low + ratio * (high - low);
  double at_left = value(std::exp(left));
  double at_right = value(std::exp(right));
  while (high - low > 1e-4) {
    // Infinities on the right compare equal, and so, but for rounding, does the level that is reached there; the
    // minimum is then on the left.
    if (at_left <= (slack == 0 ? at_right : at_right + slack * std::abs(at_right))) {
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

double renyi_to_delta(std::span<const Steps> steps, double epsilon, const Progress& progress) {
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
    return log_markov(paid, s, real, progress) - real(s) * real(epsilon);
  };
  const double s =
      in_enclosures(paid)
          ? best_order_less_one([&](double trial) { return inf_double(log_delta(trial)); })
          : best_order_less_one(
                [&](double trial) { return rough_markov(paid, trial) - trial * epsilon; }, rough);
  return std::min(1.0, inf_double(exp(log_delta(s))));
}

double renyi_to_epsilon(std::span<const Steps> steps, double delta, const Progress& progress) {
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
    return inf_double((log_markov(paid, s, real, progress) - log(real(delta))) / real(s));
  };
  const double s =
      in_enclosures(paid)
          ? best_order_less_one(epsilon)
          : best_order_less_one(
                [&](double trial) { return (rough_markov(paid, trial) - std::log(delta)) / trial; },
                rough);
  return std::max(0.0, epsilon(s));
}

double best_order(std::span<const Steps> steps, double epsilon) {
  return best_order_less_one([&](double s) { return rough_markov(steps, s) - s * epsilon; }, rough);
}

}  // namespace discreet::detail

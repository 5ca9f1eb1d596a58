#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace discreet::testing {

/// f_1 of one eta-bounded-range step, on the whole line, from its closed form.
inline double one_step_curve(double eta, double x) {
  if (x >= eta) {
    return 0;
  }
  if (x <= -eta) {
    return -std::expm1(x);
  }
  const double height = std::exp(eta / 2) - std::exp(x / 2);
  return height * height / std::expm1(eta);
}

/// The value of one two-point step with strategy t before a curve.
template <class Curve>
double two_point_value(double eta, double t, double x, const Curve& after) {
  const double top = std::exp(eta);
  return ((top - std::exp(t)) * after(x - t) + std::expm1(t) * after(x - t + eta)) / (top - 1);
}

/// Brute force over strategies: the curve of a list of etas, first to last, with every t on a fine
/// grid and the best ones once more on a finer one. Never above the truth but for rounding.
inline double brute_curve(const std::vector<double>& etas, std::size_t from, double x, int grid) {
  if (from + 1 == etas.size()) {
    return one_step_curve(etas[from], x);
  }
  const double eta = etas[from];
  const auto after = [&](double y) { return brute_curve(etas, from + 1, y, grid); };
  double best = 0;
  double best_t = 0;
  for (int i = 0; i <= grid; ++i) {
    const double t = eta * i / grid;
    const double value = two_point_value(eta, t, x, after);
    if (value > best) {
      best = value;
      best_t = t;
    }
  }
  for (int i = -4; i <= 4; ++i) {
    const double t = std::clamp(best_t + eta * i / (4.0 * grid), 0.0, eta);
    best = std::max(best, two_point_value(eta, t, x, after));
  }
  return best;
}

/// delta at epsilon = x of a random adaptive process of bounded-range steps with one to three
/// outcomes each: P and Q of the whole transcript, leaf by leaf.
inline double random_tree(std::mt19937_64& random, double eta, int depth, double x, double p = 1,
                          double q = 1) {
  if (depth == 0) {
    return std::max(0.0, p - std::exp(x) * q);
  }
  std::uniform_real_distribution<double> uniform{0, 1};
  const int outcomes = 2 + (uniform(random) < 0.3 ? 1 : 0);
  double weights[3];
  double gains[3];
  double sum = 0;
  double mean = 0;
  for (int i = 0; i < outcomes; ++i) {
    // The extremes are where the loss is, so they come up often.
    gains[i] = i == 0 ? eta : i == 1 ? 0 : eta * uniform(random);
    weights[i] = std::exp(6 * (uniform(random) - 0.5));
    sum += weights[i];
  }
  for (int i = 0; i < outcomes; ++i) {
    weights[i] /= sum;
    mean += weights[i] * std::exp(gains[i]);
  }
  double delta = 0;
  for (int i = 0; i < outcomes; ++i) {
    delta += random_tree(random, eta, depth - 1, x, p * weights[i] * std::exp(gains[i]) / mean,
                         q * weights[i]);
  }
  return delta;
}

/// The best delta of k independent equal two-point steps over all t: what a non-adaptive account
/// would say.
inline double non_adaptive(double eta, int k, double x) {
  double best = 0;
  for (int i = 1; i < 400; ++i) {
    const double t = eta * i / 400;
    const double high = (std::exp(eta) - std::exp(t)) / std::expm1(eta);  // P of log-ratio t
    double delta = 0;
    for (int j = 0; j <= k; ++j) {
      const double ratio = j * t + (k - j) * (t - eta);
      const double weight =
          std::exp(std::lgamma(k + 1) - std::lgamma(j + 1) - std::lgamma(k - j + 1) +
                   j * std::log(high) + (k - j) * std::log1p(-high));
      delta += weight * std::max(0.0, -std::expm1(x - ratio));
    }
    best = std::max(best, delta);
  }
  return best;
}

}  // namespace discreet::testing

#include "accounting/range_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "accounting/renyi.hpp"

namespace discreet::detail {
namespace {

// Steps weigh what they cost at this part of the best order: the last ones are at lower orders.
constexpr double part_of_order = 0.72;

// The size of the table.
constexpr double most_weighed = 1024;

// About the best Rényi order, less 1, by thirds of its logarithm. Of many steps some stand for all.
double order_for(const std::vector<double>& etas, double delta) {
  const std::size_t stride = 1 + etas.size() / 256;
  const auto epsilon = [&](double log_order) {
    const double order = std::exp(log_order);
    double sum = 0;
    for (std::size_t i = 0; i < etas.size(); i += stride) {
      sum += rough_moment({StepKind::bounded_range, etas[i], 1}, order);
    }
    return (sum * static_cast<double>(stride) - std::log(delta)) / order;
  };
  double low = -12 - std::log(etas.front());
  double high = 12 - std::log(etas.front());
  while (high - low > 0.02) {
    const double third = (high - low) / 3;
    const bool falls = epsilon(low + third) > epsilon(high - third);
    (falls ? low : high) += falls ? third : -third;
  }
  return std::exp((low + high) / 2);
}

}  // namespace

RangeWeights::RangeWeights(const std::vector<double>& etas, double delta)
    : log_greatest_(std::log(etas.front())),
      log_step_(std::max(std::log(etas.front() / etas.back()) / most_weighed, 1e-6)) {
  const double order = std::clamp(part_of_order * order_for(etas, delta), 1e-3, 1e150);
  for (double i = 0; i <= most_weighed + 1; ++i) {
    const double eta = std::exp(log_greatest_ - log_step_ * i);
    log_weights_.push_back(std::log(rough_moment({StepKind::bounded_range, eta, 1}, order)));
  }
}

double RangeWeights::log_of(double eta) const {
  const double at = std::clamp((log_greatest_ - std::log(eta)) / log_step_, 0.0, most_weighed);
  const auto i = static_cast<std::size_t>(at);
  return log_weights_[i] + (at - std::floor(at)) * (log_weights_[i + 1] - log_weights_[i]);
}

double RangeWeights::eta_of(double log_weight) const {
  const auto below = std::partition_point(log_weights_.begin() + 1, log_weights_.end() - 1,
                                          [&](double one) { return one > log_weight; });
  const double part = (below[-1] - log_weight) / (below[-1] - below[0]);
  const auto i = static_cast<double>(below - log_weights_.begin() - 1);
  return std::exp(log_greatest_ - log_step_ * (i + part));
}

}  // namespace discreet::detail

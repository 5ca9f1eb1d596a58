#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace discreet::testing {

/// The law of permute-and-flip at scale 1, by the integral of p_i times the product of 1 - p_j s.
inline std::vector<double> permute_and_flip_law(const std::vector<double>& scores) {
  const double best = *std::max_element(scores.begin(), scores.end());
  std::vector<double> law;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    std::vector<double> product{1};  // coefficients in s
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (j != i) {
        product.push_back(0);
        for (std::size_t d = product.size() - 1; d > 0; --d) {
          product[d] -= product[d - 1] * std::exp(scores[j] - best);
        }
      }
    }
    double integral = 0;
    for (std::size_t d = 0; d < product.size(); ++d) {
      integral += product[d] / static_cast<double>(d + 1);
    }
    law.push_back(std::exp(scores[i] - best) * integral);
  }
  return law;
}

/// The law of k rounds of peeling, over ordered outcomes in a fixed order.
inline void peeled_law(const std::vector<double>& scores, int k, double weight,
                       std::vector<double>& out) {
  if (k == 0) {
    out.push_back(weight);
    return;
  }
  const std::vector<double> law = permute_and_flip_law(scores);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    std::vector<double> left = scores;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    peeled_law(left, k - 1, weight * law[i], out);
  }
}

/// delta at epsilon = x between two laws.
inline double hockey_stick(const std::vector<double>& p, const std::vector<double>& q, double x) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += std::max(0.0, p[i] - std::exp(x) * q[i]);
  }
  return sum;
}

}  // namespace discreet::testing

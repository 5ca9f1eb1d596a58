#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/scores.hpp"

namespace discreet {

/// The indices of the k best scores, best first, ties to the lowest index: the law at scale zero.
///
/// Requires  scores without NaN.
/// Cost      O(n + k log k) and n indices.
/// Proof     proofs/selection/true_top_k.md
template <Number T>
std::vector<std::size_t> true_top_k(std::span<const T> scores, std::size_t k, Optimize optimize) {
  const auto before = [&](std::size_t i, std::size_t j) {
    const T a = finite_score(scores[i]);
    const T b = finite_score(scores[j]);
    if (a == b) {
      return i < j;
    }
    return optimize == Optimize::max ? a > b : a < b;
  };
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto kept = static_cast<std::ptrdiff_t>(std::min(k, order.size()));
  std::nth_element(order.begin(), order.begin() + kept, order.end(), before);
  order.resize(static_cast<std::size_t>(kept));
  std::sort(order.begin(), order.end(), before);
  return order;
}

}  // namespace discreet

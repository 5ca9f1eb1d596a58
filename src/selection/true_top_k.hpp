#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/score_view.hpp"

namespace discreet {

/// The indices of the k best scores, best first, ties to the lowest index: the law at scale zero.
///
/// Throws    Error{outside_domain} if a score is NaN.
/// Cost      O(n log k) at worst, one comparison per score at best; memory for k scores, on the stack
///           where they are few.
/// Proof     proofs/selection/true_top_k.md
template <Number T>
std::vector<std::size_t> true_top_k(const detail::ScoreView<T>& scores, std::size_t k,
                                    Optimize optimize) {
  using Entry = std::pair<T, std::size_t>;
  const auto before = [&](const Entry& a, const Entry& b) {
    if (a.first == b.first) {
      return a.second < b.second;
    }
    return optimize == Optimize::max ? a.first > b.first : a.first < b.first;
  };
  // A heap of the k best so far, the worst of them on top.
  std::array<std::byte, 256 * sizeof(Entry)> buffer;
  std::pmr::monotonic_buffer_resource memory{buffer.data(), buffer.size()};
  std::pmr::vector<Entry> kept{&memory};
  kept.reserve(std::min(k, scores.size()));
  for (std::size_t start = 0; start < scores.size();) {
    const std::span<const T> run = scores.run_from(start);
    require_scores(run);
    for (std::size_t j = 0; j < run.size(); ++j) {
      const Entry next{finite_score(run[j]), start + j};
      if (kept.size() < k) {
        kept.push_back(next);
        std::push_heap(kept.begin(), kept.end(), before);
      } else if (k > 0 && before(next, kept.front())) {
        std::pop_heap(kept.begin(), kept.end(), before);
        kept.back() = next;
        std::push_heap(kept.begin(), kept.end(), before);
      }
    }
    start += run.size();
  }
  std::sort_heap(kept.begin(), kept.end(), before);
  std::vector<std::size_t> order;
  order.reserve(kept.size());
  for (const Entry& entry : kept) {
    order.push_back(entry.second);
  }
  return order;
}

/// The same for scores in one piece.
template <Number T>
std::vector<std::size_t> true_top_k(std::span<const T> scores, std::size_t k, Optimize optimize) {
  return true_top_k(detail::ScoreView<T>{scores}, k, optimize);
}

}  // namespace discreet

#include "release.hpp"

#include <span>
#include <type_traits>

#include "discreet/error.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet::python {
namespace {

template <class T>
bool any_nan(std::span<const T> x) {
  bool found = false;
  if constexpr (std::is_floating_point_v<T>) {
    // Without an early exit, so that the compiler uses vectors.
    for (const T value : x) {
      found |= value != value;
    }
  }
  return found;
}

constexpr const char* no_nan = "scores must not be NaN";

}  // namespace

std::vector<std::size_t> draw_top_k(const Scores& scores, double scale, std::size_t k,
                                    Optimize optimize, Law law) {
  return std::visit([=](const auto& x) { return noisy_top_k(x, {law, scale, k, optimize}); },
                    scores);
}

std::vector<std::size_t> draw_top_k(const Chunks& chunks, double scale, std::size_t k,
                                    Optimize optimize, Law law) {
  return std::visit([=](const auto& x) { return noisy_top_k(x, {law, scale, k, optimize}); },
                    chunks.spans());
}

void require_no_nan(const Scores& scores) {
  std::visit([](const auto& x) { require(!any_nan(x), outside_domain, no_nan); }, scores);
}

void require_no_nan(const Chunks& chunks) {
  std::visit(
      [](const auto& spans) {
        for (const auto& x : spans) {
          require(!any_nan(x), outside_domain, no_nan);
        }
      },
      chunks.spans());
}

}  // namespace discreet::python

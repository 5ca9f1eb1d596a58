#include "release.hpp"

#include "discreet/selection/noisy_top_k.hpp"

namespace discreet::python {
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

}  // namespace discreet::python

#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "chunks.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "numpy_arrays.hpp"

namespace discreet::python {

/// k noisy indices. The caller decides who holds the interpreter's lock meanwhile.
[[nodiscard]] std::vector<std::size_t> draw_top_k(const Scores& scores, double scale, std::size_t k,
                                                  Optimize optimize, Law law);
[[nodiscard]] std::vector<std::size_t> draw_top_k(const Chunks& chunks, double scale, std::size_t k,
                                                  Optimize optimize, Law law);

/// The scores as a release reads them.
[[nodiscard]] inline discreet::Scores view_of(const Scores& scores) {
  return std::visit([](const auto& x) { return discreet::Scores{x}; }, scores);
}
[[nodiscard]] inline discreet::Scores view_of(const Chunks& chunks) {
  return std::visit([](const auto& spans) { return discreet::Scores{spans}; }, chunks.spans());
}

[[nodiscard]] inline std::size_t size_of(const Scores& scores) {
  return std::visit([](const auto& x) { return x.size(); }, scores);
}

}  // namespace discreet::python

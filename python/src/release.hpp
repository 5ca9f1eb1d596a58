#pragma once

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "discreet/selection/draw.hpp"
#include "discreet/selection/optimize.hpp"
#include "numpy_arrays.hpp"
#include <nanobind/nanobind.h>

namespace discreet::python {

/// k noisy indices, drawn while other Python threads run.
[[nodiscard]] std::vector<std::size_t> release_top_k(const Scores& scores, double scale,
                                                     std::size_t k, Optimize optimize, Draw draw);

[[nodiscard]] inline std::size_t size_of(const Scores& scores) {
  return std::visit([](const auto& x) { return x.size(); }, scores);
}

}  // namespace discreet::python

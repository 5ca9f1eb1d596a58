#pragma once

#include <optional>
#include <variant>

#include "chunks.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "numpy_arrays.hpp"

namespace discreet::python {

/// The scores of an array or of chunks as a release reads them; nothing for any other object, which must outlive it.
[[nodiscard]] inline std::optional<discreet::Scores> try_view(nb::handle object) {
  const auto view = [](const auto& scores) { return std::optional<discreet::Scores>{scores}; };
  if (const auto array = try_scores(object)) {
    return std::visit(view, *array);
  }
  if (nb::isinstance<Chunks>(object)) {
    return std::visit(view, nb::inst_ptr<Chunks>(object)->spans());
  }
  return std::nullopt;
}

}  // namespace discreet::python

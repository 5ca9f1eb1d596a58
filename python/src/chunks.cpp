#include "chunks.hpp"

#include <optional>
#include <utility>

#include "core.hpp"

namespace discreet::python {

Chunks::Chunks(nb::list arrays) : arrays_(std::move(arrays)) {
  bool first = true;
  for (const nb::handle array : arrays_) {
    const std::optional<Scores> view = try_scores(array);
    if (!view) {
      throw nb::type_error("chunks must be arrays of scores");
    }
    std::visit(
        [&]<class Span>(const Span& span) {
          if (std::exchange(first, false)) {
            spans_ = std::vector<Span>{};
          }
          auto* spans = std::get_if<std::vector<Span>>(&spans_);
          if (spans == nullptr) {
            throw nb::type_error("chunks must be of one type");
          }
          spans->push_back(span);
          size_ += span.size();
        },
        *view);
  }
}

void bind_chunks(nb::module_& module) {
  nb::class_<Chunks>(module, "Chunks").def(nb::init<nb::list>()).def("__len__", &Chunks::size);
}

}  // namespace discreet::python

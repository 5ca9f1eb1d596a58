#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "numpy_arrays.hpp"
#include <nanobind/nanobind.h>

namespace discreet::python {

template <class>
struct ChunksOf;
template <class... Spans>
struct ChunksOf<std::variant<Spans...>> {
  using type = std::variant<std::vector<Spans>...>;
};

/// Scores of one type that stand in several arrays, read in place.
class Chunks {
 public:
  /// Keeps the arrays.
  ///
  /// Throws    nb::type_error unless they are one or more that try_scores reads, all of one type.
  explicit Chunks(nb::list arrays);

  using Spans = ChunksOf<Scores>::type;
  [[nodiscard]] const Spans& spans() const { return spans_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  nb::list arrays_;
  Spans spans_;
  std::size_t size_ = 0;
};

}  // namespace discreet::python

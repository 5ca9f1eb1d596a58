#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <nanobind/nanobind.h>

namespace discreet::python {

namespace nb = nanobind;

/// The arguments of a release as Python hands them over; what was not said is None, or its default.
struct ReleaseArguments {
  nb::handle scores, k;
  nb::handle epsilon = Py_None, delta = Py_None, rho = Py_None, scale = Py_None;
  nb::handle sensitivity = Py_None, monotonic = Py_False, mechanism = Py_None;
  nb::handle optimize;  ///< nothing means max
};

/// k noisy indices; nothing where an argument is of a type that needs a closer look.
///
/// Throws    what a release throws; nb::python_error if the user interrupts a long calibration.
[[nodiscard]] std::optional<std::vector<std::size_t>> try_top_k(const ReleaseArguments& arguments);

/// One noisy index, with no k; nothing in the same case.
[[nodiscard]] std::optional<std::size_t> try_noisy_max(const ReleaseArguments& arguments);

}  // namespace discreet::python

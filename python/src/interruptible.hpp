#pragma once

#include "discreet/accounting/cost.hpp"
#include <nanobind/nanobind.h>

namespace discreet::python {

/// Lets a signal end a long computation that runs without the interpreter's lock, by nb::python_error.
[[nodiscard]] inline Progress interruptible() {
  return [](double /*part*/) {
    const nanobind::gil_scoped_acquire interpreter;
    if (PyErr_CheckSignals() != 0) {
      throw nanobind::python_error();
    }
  };
}

}  // namespace discreet::python

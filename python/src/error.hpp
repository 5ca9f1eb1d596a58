#pragma once

namespace discreet::python {

/// Within a catch block: makes what was thrown the Python error, where nanobind does not.
void set_python_error() noexcept;

}  // namespace discreet::python

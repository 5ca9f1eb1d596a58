#pragma once

#include <nanobind/nanobind.h>

namespace discreet::python {

namespace nb = nanobind;

// Each of the module's parts, bound by the source of the same name.
void bind_error(nb::module_& module);
void bind_arrow(nb::module_& module);
void bind_chunks(nb::module_& module);
void bind_lists(nb::module_& module);
void bind_cells(nb::module_& module);
void bind_selection(nb::module_& module);
void bind_shortcut(nb::module_& module);
void bind_measurement(nb::module_& module);
void bind_accounting(nb::module_& module);
void bind_planning(nb::module_& module);
void bind_ledger(nb::module_& module);
void bind_ledger_release(nb::module_& module);

/// The kinds of release that have a file kind_x.cpp: the dict `kinds` of the module has a function for each.
void bind_every_kind(nb::module_& module);

}  // namespace discreet::python

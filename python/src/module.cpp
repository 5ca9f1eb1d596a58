#include "core.hpp"
#include "numpy_arrays.hpp"

NB_MODULE(_core, module) {
  using namespace discreet::python;
  // What a daemon thread still holds when Python ends is no leak, and the warning would blame the package.
  nanobind::set_leak_warnings(false);
  import_numpy();
  bind_error(module);
  bind_arrow(module);
  bind_chunks(module);
  bind_lists(module);
  bind_cells(module);
  bind_selection(module);
  bind_shortcut(module);
  bind_measurement(module);
  bind_accounting(module);
  bind_planning(module);
  bind_ledger(module);
  bind_ledger_release(module);
  bind_every_kind(module);
}

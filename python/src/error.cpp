#include "discreet/error.hpp"

#include <exception>
#include <string_view>

#include "core.hpp"

namespace discreet::python {
namespace {

void raise_error(const Error& error, PyObject* type) {
  const std::string_view kind = to_string(error.kind());
  const nb::object raised = nb::handle(type)(error.what(), nb::str(kind.data(), kind.size()));
  PyErr_SetObject(type, raised.ptr());
}

}  // namespace

void bind_error(nb::module_& /*module*/) {
  nb::object type = nb::module_::import_("discreet._error").attr("Error");
  // The translator outlives the module, so it keeps its own reference.
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* held) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Error& error) {
          raise_error(error, static_cast<PyObject*>(held));
        }
      },
      type.release().ptr());
}

}  // namespace discreet::python

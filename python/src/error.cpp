#include "discreet/error.hpp"

#include <exception>
#include <string>

#include "core.hpp"

namespace discreet::python {
namespace {

void raise_error(const Error& error, PyObject* type) {
  nb::object raised = nb::handle(type)(error.what(), std::string(to_string(error.kind())));
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

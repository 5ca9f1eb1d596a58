#include "error.hpp"

#include <exception>
#include <new>
#include <string_view>

#include "core.hpp"
#include "discreet/error.hpp"

namespace discreet::python {
namespace {

// discreet.Error; kept for as long as the process, since an error may be raised when modules are already gone.
PyObject* error_type = nullptr;

void raise_error(const Error& error) {
  const std::string_view kind = to_string(error.kind());
  // The name of a file may hold any bytes; discreet.Error makes them visible.
  const std::string_view what = error.what();
  const nb::object rule = nb::steal(
      PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "surrogateescape"));
  const nb::object raised = nb::handle(error_type)(rule, nb::str(kind.data(), kind.size()));
  PyErr_SetObject(error_type, raised.ptr());
}

}  // namespace

void set_python_error() noexcept {
  try {
    throw;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const Error& error) {
    try {
      raise_error(error);
    } catch (nb::python_error& other) {
      other.restore();
    }
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void bind_error(nb::module_& /*module*/) {
  nb::object type = nb::module_::import_("discreet._error").attr("Error");
  error_type = type.release().ptr();
  nb::register_exception_translator([](const std::exception_ptr& thrown, void* /*payload*/) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise_error(error);
    }
  });
}

}  // namespace discreet::python

#include <array>
#include <cstddef>
#include <vector>

#include "core.hpp"
#include "error.hpp"
#include "numpy_arrays.hpp"
#include "selection.hpp"
#if PY_VERSION_HEX < 0x030C0000
#include <structmember.h>
#define Py_T_PYSSIZET T_PYSSIZET
#define Py_READONLY READONLY
#endif

namespace discreet::python {
namespace {

/// A Python function with a shortcut: called with plain arguments it runs here, without a frame; with any others the
/// function itself runs, which looks closer and explains.
struct Shortcut {
  PyObject_HEAD;
  vectorcallfunc call;
  PyObject* whole;
  PyObject* dict;
};

struct Parameter {
  const char* name;
  nb::handle ReleaseArguments::* place;
  PyObject* interned = nullptr;
};

// In the order of the functions' signatures, which is the order in which most callers write them.
std::array<Parameter, 10> parameters{{{"scores", &ReleaseArguments::scores},
                                      {"k", &ReleaseArguments::k},
                                      {"epsilon", &ReleaseArguments::epsilon},
                                      {"delta", &ReleaseArguments::delta},
                                      {"rho", &ReleaseArguments::rho},
                                      {"scale", &ReleaseArguments::scale},
                                      {"sensitivity", &ReleaseArguments::sensitivity},
                                      {"monotonic", &ReleaseArguments::monotonic},
                                      {"mechanism", &ReleaseArguments::mechanism},
                                      {"optimize", &ReleaseArguments::optimize}}};

/// Finds the keywords by their addresses, since names in source code are interned; false for one that it does not know
/// or that was also given without its name.
bool read_keywords(ReleaseArguments& arguments, std::size_t given, PyObject* const* values,
                   PyObject* names) {
  const Py_ssize_t count = PyTuple_Size(names);
  std::size_t next = given;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const name = PyTuple_GetItem(names, i);
    std::size_t tried = 0;
    while (parameters[next].interned != name) {
      next = (next + 1) % parameters.size();
      if (++tried == parameters.size()) {
        return false;
      }
    }
    if (next < given) {
      return false;
    }
    arguments.*parameters[next].place = values[i];
  }
  return true;
}

/// The arguments if they are plain enough; `positional` of them may come without a keyword.
bool read(ReleaseArguments& arguments, std::size_t positional, PyObject* const* values,
          std::size_t flags, PyObject* names) {
  const auto given = static_cast<std::size_t>(PyVectorcall_NARGS(flags));
  if (given > positional) {
    return false;
  }
  for (std::size_t i = 0; i < given; ++i) {
    arguments.*parameters[i].place = values[i];
  }
  if (names != nullptr && !read_keywords(arguments, given, values + given, names)) {
    return false;
  }
  // noisy_max has no k, and top_k must have one.
  return arguments.scores.is_valid() && arguments.k.is_valid() == (positional == 2);
}

nb::object answer(const std::vector<std::size_t>& indices) { return index_array(indices); }
nb::object answer(std::size_t index) { return nb::int_(index); }

template <auto try_release, std::size_t positional>
PyObject* call(PyObject* self, PyObject* const* values, std::size_t flags, PyObject* names) {
  try {
    ReleaseArguments arguments;
    if (read(arguments, positional, values, flags, names)) {
      if (const auto released = try_release(arguments)) {
        return answer(*released).release().ptr();
      }
    }
  } catch (...) {
    set_python_error();
    return nullptr;
  }
  return PyObject_Vectorcall(reinterpret_cast<Shortcut*>(self)->whole, values, flags, names);
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  auto* const shortcut = reinterpret_cast<Shortcut*>(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(shortcut->whole);
  Py_VISIT(shortcut->dict);
  return 0;
}

int clear(PyObject* self) {
  auto* const shortcut = reinterpret_cast<Shortcut*>(self);
  Py_CLEAR(shortcut->whole);
  Py_CLEAR(shortcut->dict);
  return 0;
}

void destroy(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  clear(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

// Found in a class, it stays a function without a self; and whoever asks is told that it is a routine.
PyObject* get(PyObject* self, PyObject* /*instance*/, PyObject* /*owner*/) {
  return Py_NewRef(self);
}

PyObject* repr(PyObject* self) { return PyObject_Repr(reinterpret_cast<Shortcut*>(self)->whole); }

std::array<PyMemberDef, 3> members{
    {{"__vectorcalloffset__", Py_T_PYSSIZET, offsetof(Shortcut, call), Py_READONLY, nullptr},
     {"__dictoffset__", Py_T_PYSSIZET, offsetof(Shortcut, dict), Py_READONLY, nullptr},
     {nullptr, 0, 0, 0, nullptr}}};

std::array<PyGetSetDef, 2> attributes{
    {{"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
     {nullptr, nullptr, nullptr, nullptr, nullptr}}};

// Pickled by name, as functions are.
PyObject* reduce(PyObject* self, PyObject* /*none*/) {
  return PyObject_GetAttrString(self, "__qualname__");
}

std::array<PyMethodDef, 2> methods{
    {{"__reduce__", reduce, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}}};

template <class Function>
void* slot(Function* function) {
  return reinterpret_cast<void*>(function);
}

nb::object make_type() {
  std::array<PyType_Slot, 10> slots{{{Py_tp_call, slot(PyVectorcall_Call)},
                                     {Py_tp_traverse, slot(traverse)},
                                     {Py_tp_clear, slot(clear)},
                                     {Py_tp_dealloc, slot(destroy)},
                                     {Py_tp_descr_get, slot(get)},
                                     {Py_tp_repr, slot(repr)},
                                     {Py_tp_members, members.data()},
                                     {Py_tp_getset, attributes.data()},
                                     {Py_tp_methods, methods.data()},
                                     {0, nullptr}}};
  PyType_Spec spec{"discreet._core.Shortcut", sizeof(Shortcut), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                       Py_TPFLAGS_DISALLOW_INSTANTIATION,
                   slots.data()};
  nb::object type = nb::steal(PyType_FromSpec(&spec));
  if (!type) {
    throw nb::python_error();
  }
  return type;
}

template <auto try_release, std::size_t positional>
auto shortcut_of(const nb::object& type) {
  return [type](const nb::object& whole) {
    auto* const made = PyObject_GC_New(Shortcut, reinterpret_cast<PyTypeObject*>(type.ptr()));
    if (made == nullptr) {
      throw nb::python_error();
    }
    made->call = call<try_release, positional>;
    made->whole = Py_NewRef(whole.ptr());
    made->dict = nullptr;
    PyObject_GC_Track(made);
    return nb::steal(reinterpret_cast<PyObject*>(made));
  };
}

}  // namespace

void bind_shortcut(nb::module_& module) {
  for (Parameter& parameter : parameters) {
    parameter.interned = PyUnicode_InternFromString(parameter.name);
    if (parameter.interned == nullptr) {
      throw nb::python_error();
    }
  }
  const nb::object type = make_type();
  module.attr("Shortcut") = type;
  // noisy_max has no k, so only its scores may come without a keyword.
  module.def("top_k_shortcut", shortcut_of<try_top_k, 2>(type));
  module.def("noisy_max_shortcut", shortcut_of<try_noisy_max, 1>(type));
}

}  // namespace discreet::python

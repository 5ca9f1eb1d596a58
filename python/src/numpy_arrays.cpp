#include "numpy_arrays.hpp"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <array>
#include <utility>

#include <numpy/arrayobject.h>

namespace discreet::python {
namespace {

struct NamedType {
  std::string_view dtype;
  int number;
};

constexpr std::array<NamedType, 10> named_types{{{"int8", NPY_INT8},
                                                 {"int16", NPY_INT16},
                                                 {"int32", NPY_INT32},
                                                 {"int64", NPY_INT64},
                                                 {"uint8", NPY_UINT8},
                                                 {"uint16", NPY_UINT16},
                                                 {"uint32", NPY_UINT32},
                                                 {"uint64", NPY_UINT64},
                                                 {"float32", NPY_FLOAT32},
                                                 {"float64", NPY_FLOAT64}}};

PyArrayObject* as_array(nb::handle object) {
  return reinterpret_cast<PyArrayObject*>(object.ptr());
}

template <class T>
Scores span_of(PyArrayObject* array) {
  return std::span<const T>{static_cast<const T*>(PyArray_DATA(array)),
                            static_cast<std::size_t>(PyArray_SIZE(array))};
}

}  // namespace

void import_numpy() {
  if (PyArray_ImportNumPyAPI() < 0) {
    throw nb::python_error();
  }
}

std::optional<Scores> try_scores(nb::handle object) noexcept {
  // A subclass may mean something else by its elements, as a masked array does.
  if (!PyArray_CheckExact(object.ptr())) {
    return std::nullopt;
  }
  PyArrayObject* const array = as_array(object);
  if (PyArray_NDIM(array) != 1 || !PyArray_ISCARRAY_RO(array)) {
    return std::nullopt;
  }
  switch (PyArray_TYPE(array)) {
    case NPY_BYTE:
      return span_of<signed char>(array);
    case NPY_UBYTE:
      return span_of<unsigned char>(array);
    case NPY_SHORT:
      return span_of<std::int16_t>(array);
    case NPY_USHORT:
      return span_of<std::uint16_t>(array);
    case NPY_INT:
      return span_of<std::int32_t>(array);
    case NPY_UINT:
      return span_of<std::uint32_t>(array);
    case NPY_LONG:
    case NPY_LONGLONG:
      static_assert(sizeof(long) == 8 && sizeof(long long) == 8);
      return span_of<std::int64_t>(array);
    case NPY_ULONG:
    case NPY_ULONGLONG:
      return span_of<std::uint64_t>(array);
    case NPY_FLOAT:
      return span_of<float>(array);
    case NPY_DOUBLE:
      return span_of<double>(array);
    default:
      return std::nullopt;
  }
}

bool is_numpy_float(nb::handle object) noexcept { return PyArray_IsScalar(object.ptr(), Floating); }

std::optional<std::int64_t> try_numpy_int64(nb::handle object) noexcept {
  if (!PyArray_IsScalar(object.ptr(), Int64)) {
    return std::nullopt;
  }
  std::int64_t value = 0;
  PyArray_ScalarAsCtype(object.ptr(), &value);
  return value;
}

nb::object index_array(const std::vector<std::size_t>& indices) {
  npy_intp size = static_cast<npy_intp>(indices.size());
  nb::object array = nb::steal(PyArray_SimpleNew(1, &size, NPY_INT64));
  if (!array) {
    throw nb::python_error();
  }
  auto* out = static_cast<std::int64_t*>(PyArray_DATA(as_array(array)));
  for (const std::size_t index : indices) {
    *out++ = static_cast<std::int64_t>(index);
  }
  return array;
}

nb::object foreign_array(std::string_view dtype, const void* data, std::size_t size,
                         nb::object owner) {
  for (const NamedType& type : named_types) {
    if (type.dtype != dtype) {
      continue;
    }
    npy_intp length = static_cast<npy_intp>(size);
    // numpy has no const; the flag below is its word for it.
    nb::object array =
        nb::steal(PyArray_SimpleNewFromData(1, &length, type.number, const_cast<void*>(data)));
    if (!array || PyArray_SetBaseObject(as_array(array), owner.release().ptr()) < 0) {
      throw nb::python_error();
    }
    PyArray_CLEARFLAGS(as_array(array), NPY_ARRAY_WRITEABLE);
    return array;
  }
  throw nb::type_error("scores must be of a type from int8 to uint64, float32 or float64");
}

}  // namespace discreet::python

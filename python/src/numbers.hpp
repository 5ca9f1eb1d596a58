#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "numpy_arrays.hpp"
#include <nanobind/nanobind.h>

namespace discreet::python {

/// The value of a plain float, or of a plain int that a double holds exactly; nothing for any other
/// object.
[[nodiscard]] inline std::optional<double> try_double(nb::handle object) noexcept {
  if (PyFloat_CheckExact(object.ptr())) {
    return PyFloat_AsDouble(object.ptr());
  }
  if (PyLong_CheckExact(object.ptr())) {
    constexpr long long largest = 1LL << std::numeric_limits<double>::digits;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    if (overflow == 0 && -largest <= value && value <= largest) {
      return static_cast<double>(value);
    }
  }
  return std::nullopt;
}

/// The value of a plain int that is not negative; nothing for any other object.
[[nodiscard]] inline std::optional<std::uint64_t> try_count(nb::handle object) noexcept {
  if (!PyLong_CheckExact(object.ptr())) {
    return std::nullopt;
  }
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow != 0 || value < 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(value);
}

/// A Python number as a distance between scores of type T, rounded up where T is a float.
///
/// Throws    nb::type_error for what is no number; Error{bad_distance} for one that is no T.
template <Number T>
[[nodiscard]] T distance_from(nb::handle object) {
  constexpr const char* whole =
      "a distance between integer scores must be a whole number of their type";
  if (PyBool_Check(object.ptr()) != 0) {
    throw nb::type_error("a distance must be a number, not a bool");
  }
  if (PyFloat_Check(object.ptr()) != 0 || is_numpy_float(object)) {
    const nb::object number = nb::steal(PyNumber_Float(object.ptr()));
    if (!number) {
      throw nb::python_error();
    }
    const double value = PyFloat_AsDouble(number.ptr());
    if constexpr (Float<T>) {
      return inf_cast<T>(value);
    } else {
      // 2^digits is the first double that T does not hold; -0.0 is not a distance.
      const bool fits = value >= 0 && !std::signbit(value) && value == std::floor(value) &&
                        value < std::ldexp(1.0, std::numeric_limits<T>::digits);
      require(fits, bad_distance, whole);
      return static_cast<T>(value);
    }
  }
  if (PyIndex_Check(object.ptr()) == 0) {
    throw nb::type_error("a distance must be an int or a float");
  }
  const nb::object number = nb::steal(PyNumber_Index(object.ptr()));
  if (!number) {
    throw nb::python_error();
  }
  const nb::object zero = nb::int_(0);
  require(PyObject_RichCompareBool(number.ptr(), zero.ptr(), Py_GE) == 1, bad_distance,
          "a distance must not be negative");
  const unsigned long long value = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw Error{bad_distance, "a distance given as an int must be below 2^64; write a float"};
  }
  if constexpr (Float<T>) {
    return inf_cast<T>(static_cast<std::uint64_t>(value));
  } else {
    require(value <= static_cast<std::uint64_t>(std::numeric_limits<T>::max()), bad_distance,
            whole);
    return static_cast<T>(value);
  }
}

}  // namespace discreet::python

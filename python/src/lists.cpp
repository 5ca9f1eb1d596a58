#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core.hpp"
#include "numpy_arrays.hpp"

namespace discreet::python {
namespace {

/// A list or a tuple, by its elements.
class Sequence {
 public:
  explicit Sequence(nb::handle object)
      : object_(object.ptr()), is_list_(PyList_CheckExact(object.ptr()) != 0) {}

  [[nodiscard]] static bool is(nb::handle object) {
    return PyList_CheckExact(object.ptr()) != 0 || PyTuple_CheckExact(object.ptr()) != 0;
  }
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(is_list_ ? PyList_Size(object_) : PyTuple_Size(object_));
  }
  [[nodiscard]] nb::handle operator[](std::size_t i) const {
    const auto place = static_cast<Py_ssize_t>(i);
    return is_list_ ? PyList_GetItem(object_, place) : PyTuple_GetItem(object_, place);
  }

 private:
  PyObject* object_;
  bool is_list_;
};

/// The value of a plain int or of one of numpy's int64 scalars; nothing for any other object.
std::optional<std::int64_t> try_int64(nb::handle object) noexcept {
  if (PyLong_CheckExact(object.ptr()) == 0) {
    return try_numpy_int64(object);
  }
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  return overflow == 0 ? std::optional<std::int64_t>{value} : std::nullopt;
}

/// The value of a float, or of an int that a double holds exactly; numpy's float64 is a float.
std::optional<double> try_float64(nb::handle object) noexcept {
  if (PyFloat_Check(object.ptr()) != 0) {
    return PyFloat_AsDouble(object.ptr());
  }
  constexpr std::int64_t largest = std::int64_t{1} << std::numeric_limits<double>::digits;
  const auto value = try_int64(object);
  return value && -largest <= *value && *value <= largest
             ? std::optional{static_cast<double>(*value)}
             : std::nullopt;
}

template <class T>
nb::object array_on(std::string_view dtype, std::vector<T> values) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  const std::vector<T>& held = *kept;
  nb::capsule owner(kept.get(),
                    [](void* given) noexcept { delete static_cast<std::vector<T>*>(given); });
  (void)kept.release();
  return foreign_array(dtype, held.data(), held.size(), std::move(owner));
}

template <class T, class Read>
nb::object read_all(std::string_view dtype, const Sequence& scores, const Read& read) {
  std::vector<T> values;
  values.reserve(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const std::optional<T> value = read(scores[i]);
    if (!value) {
      return nb::none();
    }
    values.push_back(*value);
  }
  return array_on(dtype, std::move(values));
}

/// A list of ints as int64, one of floats, or of both, as float64, without loss; None for any other.
nb::object try_list(nb::handle object) {
  if (!Sequence::is(object)) {
    return nb::none();
  }
  const Sequence scores{object};
  bool floats = false;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const nb::handle score = scores[i];
    const bool is_float = PyFloat_Check(score.ptr()) != 0;
    if (!is_float && PyLong_CheckExact(score.ptr()) == 0 && !try_numpy_int64(score)) {
      return nb::none();
    }
    floats |= is_float;
  }
  return floats ? read_all<double>("float64", scores, try_float64)
                : read_all<std::int64_t>("int64", scores, try_int64);
}

}  // namespace

void bind_lists(nb::module_& module) { module.def("try_list", &try_list); }

}  // namespace discreet::python

#include "selection.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core.hpp"
#include "discreet/error.hpp"
#include "discreet/release/top_k.hpp"
#include "flags.hpp"
#include "interruptible.hpp"
#include "numbers.hpp"
#include "numpy_arrays.hpp"
#include "score_view.hpp"

namespace discreet::python {
namespace {

std::optional<std::string_view> try_text(nb::handle object) {
  Py_ssize_t size = 0;
  if (PyUnicode_CheckExact(object.ptr()) == 0) {
    return std::nullopt;
  }
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) {
    throw nb::python_error();
  }
  return std::string_view{text, static_cast<std::size_t>(size)};
}

std::optional<Optimize> try_optimize(nb::handle object) {
  if (!object.is_valid()) {
    return Optimize::max;
  }
  const auto text = try_text(object);
  if (text == "max") {
    return Optimize::max;
  }
  return text == "min" ? std::optional{Optimize::min} : std::nullopt;
}

std::optional<Law> try_law(nb::handle object) {
  const auto text = try_text(object);
  for (const Law law : {Law::permute_and_flip, Law::exponential_mechanism}) {
    if (text == id_of(law)) {
      return law;
    }
  }
  return std::nullopt;
}

/// Reads a number, if it was said; false for what is no plain number.
template <class Number>
bool read(nb::handle object, std::optional<Number>& out) {
  if (object.is_none()) {
    return true;
  }
  const auto number = try_double(object);
  if (number) {
    out.emplace(*number);
  }
  return number.has_value();
}

/// Reads what the arguments ask for, which is checked where it is planned; false unless privacy is said in exactly one
/// way, in plain numbers. It fills a request that stands already, since moving one takes as long as reading it.
bool read(const ReleaseArguments& arguments, TopKRequest& out) {
  const bool has_scale = !arguments.scale.is_none();
  const bool has_epsilon = !arguments.epsilon.is_none();
  const bool monotonic = arguments.monotonic.is(Py_True);
  const auto optimize = try_optimize(arguments.optimize);
  if ((has_epsilon ? 1 : 0) + (arguments.rho.is_none() ? 0 : 1) + (has_scale ? 1 : 0) != 1 ||
      (!arguments.delta.is_none() && !has_epsilon) || !optimize ||
      (!monotonic && !arguments.monotonic.is(Py_False))) {
    return false;
  }
  out.monotonic = monotonic_from(monotonic);
  out.optimize = *optimize;
  if (!arguments.mechanism.is_none()) {
    out.law = try_law(arguments.mechanism);
    if (!out.law || !has_scale) {
      return false;
    }
  }
  std::optional<double> sensitivity;
  if (!read(arguments.sensitivity, sensitivity) || !read(arguments.epsilon, out.epsilon) ||
      !read(arguments.delta, out.delta) || !read(arguments.rho, out.rho) ||
      !read(arguments.scale, out.scale)) {
    return false;
  }
  out.sensitivity = sensitivity.value_or(0);
  // A scale needs no sensitivity, and is not planned by it.
  return has_scale ? !sensitivity || (*sensitivity > 0 && std::isfinite(*sensitivity))
                   : sensitivity.has_value();
}

// So few scores are selected from in microseconds; to let other threads in would take as long.
constexpr std::size_t few = 128;

std::vector<std::size_t> draw(const discreet::Scores& scores, const Selection& how) {
  if (scores.size() <= few) {
    return noisy_top_k(scores, how);
  }
  const nb::gil_scoped_release others_may_run;
  return noisy_top_k(scores, how);
}

std::vector<std::size_t> release(const discreet::Scores& scores, const TopKRequest& request) {
  if (request.scale) {
    // Nobody asked for a cost, so there is nothing to plan, and scale 0 is the true top-k.
    const Law law = request.law.value_or(Law::permute_and_flip);
    return draw(scores, {law, *request.scale, request.k, request.optimize});
  }
  if (const auto known = TopKRelease::try_remembered(request, {scores.size()})) {
    return draw(scores, *known);
  }
  const auto planned = [&] {
    const nb::gil_scoped_release others_may_run;
    return TopKRelease::plan(request, {scores.size()}, nullptr, interruptible());
  }();
  return draw(scores, planned.selection);
}

enum class Empty { allowed, refused };

std::optional<std::vector<std::size_t>> try_release(const ReleaseArguments& arguments,
                                                    std::uint64_t k, Empty empty) {
  const auto scores = try_view(arguments.scores);
  if (!scores) {
    return std::nullopt;
  }
  TopKRequest request{.k = k};
  if (!read(arguments, request)) {
    return std::nullopt;
  }
  if (k > scores->size()) {
    require(scores->size() > 0 || empty == Empty::allowed, outside_domain, "there must be a score");
    throw Error{bad_parameter, "k must not exceed the number of scores"};
  }
  return release(*scores, request);
}

}  // namespace

std::optional<std::vector<std::size_t>> try_top_k(const ReleaseArguments& arguments) {
  const auto k = try_count(arguments.k);
  return k.value_or(0) > 0 ? try_release(arguments, *k, Empty::allowed) : std::nullopt;
}

std::optional<std::size_t> try_noisy_max(const ReleaseArguments& arguments) {
  const auto indices = try_release(arguments, 1, Empty::refused);
  return indices ? std::optional{indices->front()} : std::nullopt;
}

void bind_selection(nb::module_& module) {
  // Every argument may be None: that is how Python says that it was not given.
  const auto any = nb::arg().none();
  module.def(
      "try_top_k",
      [](nb::handle scores, nb::handle k, nb::handle epsilon, nb::handle delta, nb::handle rho,
         nb::handle scale, nb::handle sensitivity, nb::handle monotonic, nb::handle mechanism,
         nb::handle optimize) {
        const auto indices = try_top_k(
            {scores, k, epsilon, delta, rho, scale, sensitivity, monotonic, mechanism, optimize});
        return indices ? index_array(*indices) : nb::none();
      },
      any, any, any, any, any, any, any, any, any, any);
  module.def(
      "try_noisy_max",
      [](nb::handle scores, nb::handle epsilon, nb::handle delta, nb::handle rho, nb::handle scale,
         nb::handle sensitivity, nb::handle monotonic, nb::handle mechanism, nb::handle optimize) {
        const auto index = try_noisy_max(
            {scores, {}, epsilon, delta, rho, scale, sensitivity, monotonic, mechanism, optimize});
        return index ? nb::object(nb::int_(*index)) : nb::none();
      },
      any, any, any, any, any, any, any, any, any);
}

}  // namespace discreet::python

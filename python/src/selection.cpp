#include "selection.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "choice.hpp"
#include "chunks.hpp"
#include "core.hpp"
#include "discreet/error.hpp"
#include "numbers.hpp"
#include "numpy_arrays.hpp"
#include "release.hpp"

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

std::optional<Law> try_mechanism(nb::handle object) {
  const auto text = try_text(object);
  if (text == "permute-and-flip" || object.is_none()) {
    return Law::permute_and_flip;
  }
  return text == "exponential" ? std::optional{Law::exponential_mechanism} : std::nullopt;
}

/// What the arguments question for; nothing unless privacy is said in exactly one way, in plain numbers.
std::optional<Question> try_question(const ReleaseArguments& arguments, std::uint64_t k,
                                     std::uint64_t candidates) {
  const bool monotonic = arguments.monotonic.is(Py_True);
  if (!monotonic && !arguments.monotonic.is(Py_False)) {
    return std::nullopt;
  }
  Question question{k, PureCost{}, 0, monotonic ? Monotonic::yes : Monotonic::no, candidates};
  const bool has_scale = !arguments.scale.is_none();
  if (!has_scale || !arguments.sensitivity.is_none()) {
    const auto sensitivity = try_double(arguments.sensitivity);
    if (!sensitivity) {
      return std::nullopt;
    }
    question.sensitivity = *sensitivity;
  }
  const bool has_epsilon = !arguments.epsilon.is_none();
  const bool has_rho = !arguments.rho.is_none();
  if ((has_epsilon ? 1 : 0) + (has_rho ? 1 : 0) + (has_scale ? 1 : 0) != 1 ||
      (!arguments.delta.is_none() && !has_epsilon) ||
      (!arguments.mechanism.is_none() && !has_scale)) {
    return std::nullopt;
  }
  const auto amount = try_double(has_epsilon ? arguments.epsilon
                                 : has_rho   ? arguments.rho
                                             : arguments.scale);
  if (!amount) {
    return std::nullopt;
  }
  if (has_scale) {
    const auto law = try_mechanism(arguments.mechanism);
    if (!law) {
      return std::nullopt;
    }
    question.privacy = PlainScale{*amount, *law};
  } else if (has_rho) {
    question.privacy = ZcdpCost{*amount};
  } else if (arguments.delta.is_none()) {
    question.privacy = PureCost{*amount};
  } else {
    const auto delta = try_double(arguments.delta);
    if (!delta) {
      return std::nullopt;
    }
    question.privacy = ApproximateCost{*amount, *delta};
  }
  return question;
}

// So few scores are selected from in microseconds; to let other threads in would take as long.
constexpr std::size_t few = 128;

std::vector<std::size_t> draw(const std::optional<Scores>& view, const Chunks* chunks,
                              const LawAndScale& choice, std::uint64_t k, Optimize optimize) {
  if (view && size_of(*view) <= few) {
    return draw_top_k(*view, choice.scale, k, optimize, choice.law);
  }
  const nb::gil_scoped_release others_may_run;
  return view ? draw_top_k(*view, choice.scale, k, optimize, choice.law)
              : draw_top_k(*chunks, choice.scale, k, optimize, choice.law);
}

enum class Empty { allowed, refused };

std::optional<std::vector<std::size_t>> try_release(const ReleaseArguments& arguments,
                                                    std::uint64_t k, Empty empty) {
  const auto view = try_scores(arguments.scores);
  const Chunks* const chunks = !view && nb::isinstance<Chunks>(arguments.scores)
                                   ? nb::inst_ptr<Chunks>(arguments.scores)
                                   : nullptr;
  const auto optimize = try_optimize(arguments.optimize);
  if (!optimize || (!view && chunks == nullptr)) {
    return std::nullopt;
  }
  const std::size_t size = view ? size_of(*view) : chunks->size();
  const auto question = try_question(arguments, k, size);
  if (!question) {
    return std::nullopt;
  }
  require(size > 0 || empty == Empty::allowed, outside_domain, "there must be a score");
  require(k >= 1, bad_parameter, "k must be at least 1");
  require(k <= size, bad_parameter, "k must not exceed the number of scores");
  return draw(view, chunks, choose(*question), k, *optimize);
}

}  // namespace

std::optional<std::vector<std::size_t>> try_top_k(const ReleaseArguments& arguments) {
  const auto k = try_count(arguments.k);
  return k ? try_release(arguments, *k, Empty::allowed) : std::nullopt;
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

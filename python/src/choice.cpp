#include "choice.hpp"

#include <bit>
#include <cstddef>
#include <optional>
#include <unordered_map>

#include "discreet/accounting/calibrate.hpp"
#include <nanobind/nanobind.h>

namespace discreet::python {

namespace nb = nanobind;

namespace {

struct QuestionHash {
  std::size_t operator()(const Question& question) const {
    std::uint64_t hash = question.privacy.index();
    const auto mix = [&hash](std::uint64_t word) {
      hash = (std::rotl(hash, 23) ^ word) * 0x9e3779b97f4a7c15U;
    };
    std::visit(
        [&mix](const auto& said) {
          if constexpr (requires { said.delta; }) {
            mix(std::bit_cast<std::uint64_t>(said.delta));
          }
          if constexpr (requires { said.epsilon; }) {
            mix(std::bit_cast<std::uint64_t>(said.epsilon));
          }
          if constexpr (requires { said.rho; }) {
            mix(std::bit_cast<std::uint64_t>(said.rho));
          }
        },
        question.privacy);
    mix(std::bit_cast<std::uint64_t>(question.sensitivity));
    mix(question.k);
    mix(question.candidates);
    return static_cast<std::size_t>(hash ^ (hash >> 32));
  }
};

LawAndScale calibrate(const Question& question) {
  const auto plan = [&question](const Target& target) {
    const nb::gil_scoped_release others_may_run;
    return calibrate_top_k(question.k, target, question.sensitivity, question.monotonic,
                           question.candidates, interruptible());
  };
  const auto answer = [&](const auto& said) -> LawAndScale {
    if constexpr (requires { said.scale; }) {
      return {said.law, said.scale};
    } else {
      const TopKPlan found = plan(said);
      return {found.law, found.scale};
    }
  };
  return std::visit(answer, question.privacy);
}

}  // namespace

LawAndScale choose(const Question& question) {
  if (const auto* plain = std::get_if<PlainScale>(&question.privacy)) {
    return {plain->law, plain->scale};
  }
  // Each thread has its own memory, so that a release takes no lock; it is small and starts anew
  // when full.
  constexpr std::size_t remembered = 1024;
  struct Last {
    Question question;
    LawAndScale choice;
  };
  thread_local std::optional<Last> last;
  if (last && last->question == question) {
    return last->choice;
  }
  thread_local std::unordered_map<Question, LawAndScale, QuestionHash> memory;
  if (const auto found = memory.find(question); found != memory.end()) {
    last = Last{question, found->second};
    return found->second;
  }
  const LawAndScale choice = calibrate(question);
  if (memory.size() >= remembered) {
    memory.clear();
  }
  memory.emplace(question, choice);
  last = Last{question, choice};
  return choice;
}

std::function<void(double)> interruptible() {
  return [](double /*part*/) {
    const nb::gil_scoped_acquire interpreter;
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  };
}

}  // namespace discreet::python

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

struct AskHash {
  std::size_t operator()(const Ask& ask) const {
    std::uint64_t hash = ask.privacy.index();
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
        ask.privacy);
    mix(std::bit_cast<std::uint64_t>(ask.sensitivity));
    mix(ask.k);
    mix(ask.candidates);
    return static_cast<std::size_t>(hash ^ (hash >> 32));
  }
};

Choice calibrate(const Ask& ask) {
  const auto plan = [&ask](const Target& target) {
    const nb::gil_scoped_release others_may_run;
    return calibrate_top_k(ask.k, target, ask.sensitivity, ask.monotonic, ask.candidates,
                           interruptible());
  };
  const auto answer = [&](const auto& said) -> Choice {
    if constexpr (requires { said.scale; }) {
      return {said.law, said.scale};
    } else {
      const TopKPlan found = plan(said);
      return {found.law, found.scale};
    }
  };
  return std::visit(answer, ask.privacy);
}

}  // namespace

Choice choose(const Ask& ask) {
  if (const auto* plain = std::get_if<PlainScale>(&ask.privacy)) {
    return {plain->law, plain->scale};
  }
  // Each thread has its own memory, so that a release takes no lock; it is small and starts anew
  // when full.
  constexpr std::size_t remembered = 1024;
  struct Last {
    Ask ask;
    Choice choice;
  };
  thread_local std::optional<Last> last;
  if (last && last->ask == ask) {
    return last->choice;
  }
  thread_local std::unordered_map<Ask, Choice, AskHash> memory;
  if (const auto found = memory.find(ask); found != memory.end()) {
    last = Last{ask, found->second};
    return found->second;
  }
  const Choice choice = calibrate(ask);
  if (memory.size() >= remembered) {
    memory.clear();
  }
  memory.emplace(ask, choice);
  last = Last{ask, choice};
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

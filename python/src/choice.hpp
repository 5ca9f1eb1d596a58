#pragma once

#include <cstdint>
#include <functional>
#include <variant>

#include "discreet/accounting/cost.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"

namespace discreet::python {

/// A scale asked for as it is, with the law to use.
struct PlainScale {
  double scale;
  Law law;
  friend constexpr bool operator==(const PlainScale&, const PlainScale&) = default;
};

/// What a caller says of the privacy of one release.
struct Question {
  std::uint64_t k;
  std::variant<PureCost, ZcdpCost, ApproximateCost, PlainScale> privacy;
  double sensitivity;
  Monotonic monotonic;
  std::uint64_t candidates;
  friend constexpr bool operator==(const Question&, const Question&) = default;
};

/// The law and the scale that answer.
struct LawAndScale {
  Law law;
  double scale;
};

/// The answer of calibrate_top_k, or the plain scale; each thread remembers what it asked.
///
/// Throws    Error{bad_parameter}; nb::python_error if the user interrupts a long calibration.
[[nodiscard]] LawAndScale choose(const Question& question);

/// Lets a signal end a long computation that runs without the interpreter's lock.
[[nodiscard]] std::function<void(double)> interruptible();

}  // namespace discreet::python

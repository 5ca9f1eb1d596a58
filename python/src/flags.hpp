#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::python {

/// What Python says of scores that all move one way, or not.
[[nodiscard]] inline Monotonic monotonic_from(bool said) {
  if (said) {
    return Monotonic::yes;
  }
  return Monotonic::no;
}

/// Which end of the scores is good, as Python says it.
[[nodiscard]] inline Optimize optimize_from(bool smallest) {
  if (smallest) {
    return Optimize::min;
  }
  return Optimize::max;
}

/// What Python says of rows of which one unit changes one at most, or not.
[[nodiscard]] inline Disjoint disjoint_from(bool said) {
  if (said) {
    return Disjoint::yes;
  }
  return Disjoint::no;
}

/// How many rows are selected from, and whether they are disjoint; nothing where there is one list of scores.
using SaidRows = std::optional<std::pair<std::uint64_t, bool>>;

}  // namespace discreet::python

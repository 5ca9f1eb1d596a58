#pragma once

#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"

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

}  // namespace discreet::python

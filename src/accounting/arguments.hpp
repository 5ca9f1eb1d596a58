#pragma once

#include <cmath>

#include "discreet/error.hpp"

namespace discreet::detail {

/// Refuses what is not a cost: NaN and everything with a minus sign, -0.0 included.
///
/// Throws    Error{bad_parameter} with the given rule.
inline void require_cost(double value, const char* rule) {
  require(!std::isnan(value) && !std::signbit(value), bad_parameter, rule);
}

inline void require_epsilon(double epsilon) {
  require_cost(epsilon, "epsilon must be a number and not negative");
}

inline void require_rho(double rho) { require_cost(rho, "rho must be a number and not negative"); }

inline void require_eta(double eta) { require_cost(eta, "eta must be a number and not negative"); }

inline void require_delta(double delta) {
  require_cost(delta, "delta must be a number from 0 to 1");
  require(delta <= 1, bad_parameter, "delta must be a number from 0 to 1");
}

}  // namespace discreet::detail

#pragma once

#include "discreet/release/quantiles.hpp"
#include "support/quantile_cases.hpp"

namespace discreet::testing {

inline QuantilesRequest asked_quantiles(int m) {
  QuantilesRequest out;
  out.quantiles = even_quantiles(m);
  out.grid = whole_grid(101);
  return out;
}

inline QuantilesRequest quantiles_in_epsilon(int m, double epsilon = 1) {
  QuantilesRequest out = asked_quantiles(m);
  out.epsilon = epsilon;
  return out;
}

inline QuantilesRequest quantiles_in_rho(int m, double rho = 0.1) {
  QuantilesRequest out = asked_quantiles(m);
  out.rho = rho;
  return out;
}

inline QuantilesRequest quantiles_with_delta(int m) {
  QuantilesRequest out = quantiles_in_epsilon(m);
  out.delta = 1e-6;
  return out;
}

}  // namespace discreet::testing

#pragma once

#include <string>
#include <tuple>
#include <utility>

#include "discreet/accounting/cost.hpp"

namespace discreet::python {

/// A cost as it crosses to Python: its currency, its amount, and delta where there is one.
using PlainCost = std::tuple<std::string, double, double>;

inline PlainCost plain(const PureCost& cost) { return {"epsilon", cost.epsilon, 0}; }
inline PlainCost plain(const ZcdpCost& cost) { return {"rho", cost.rho, 0}; }
inline PlainCost plain(const BoundedRangeCost& cost) { return {"eta", cost.eta, 0}; }
inline PlainCost plain(const ApproximateCost& cost) {
  return {"epsilon, delta", cost.epsilon, cost.delta};
}

/// Two bounds of a number, the lower one first.
inline std::pair<double, double> plain(const Bracket& bracket) {
  return {bracket.lower, bracket.upper};
}

}  // namespace discreet::python

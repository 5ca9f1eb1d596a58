#pragma once

#include <cstdint>

#include "discreet/accounting/bracket.hpp"

namespace discreet::detail {

/// The closed bounds of k adaptive eta-bounded-range steps: one step of k eta, and the Rényi bound.
/// The lower end is what a single step already loses.
///
/// Requires  checked arguments, k >= 1, eta > 0.
/// Proof     proofs/accounting/bounded_range_to_delta.md
Bracket bounded_range_closed_delta(double eta, std::uint64_t k, double epsilon);

/// The same, solved for epsilon.
double bounded_range_closed_epsilon(double eta, std::uint64_t k, double delta);

}  // namespace discreet::detail

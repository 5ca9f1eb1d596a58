#pragma once

#include <cstdint>

#include "accounting/lattice.hpp"
#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// The closed bounds of k adaptive rounds of permute-and-flip: one Laplace pair k times as far, the
/// optimal composition of pure steps, and the Rényi bound. The lower end is a single round's, or
/// what the k greatest log-ratios lose together.
///
/// Requires  checked arguments, k >= 1, epsilon_step > 0.
/// Proof     proofs/accounting/permute_and_flip_to_delta.md
Bracket permute_and_flip_closed_delta(double epsilon_step, std::uint64_t k, double epsilon);

/// Bounds of delta for k adaptive rounds of permute-and-flip. One lattice is all the effort there is.
///
/// Requires  checked arguments.
/// Proof     proofs/accounting/permute_and_flip_to_delta.md
Bracket permute_and_flip_bracket(double epsilon_step, std::uint64_t k, double epsilon,
                                 Effort effort, const Progress& progress = {});

}  // namespace discreet::detail

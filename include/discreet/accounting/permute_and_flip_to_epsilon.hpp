#pragma once

#include <cstdint>

#include "discreet/accounting/progress.hpp"

namespace discreet {

/// An epsilon for which k adaptive rounds of permute-and-flip, each at range distance epsilon_step
/// over scale, are (epsilon, delta)-differentially private, rounded up.
///
/// Law       the least of the bounds that permute_and_flip_to_delta uses, solved for epsilon.
/// Requires  epsilon_step a number, not negative, +inf allowed; delta from 0 to 1. No rounds cost
///           nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for thousands of rounds up to a second.
/// Proof     proofs/accounting/permute_and_flip_to_delta.md
double permute_and_flip_to_epsilon(double epsilon_step, std::uint64_t k, double delta,
                                   const Progress& progress = {});

}  // namespace discreet

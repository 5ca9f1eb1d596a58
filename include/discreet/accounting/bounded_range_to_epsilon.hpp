#pragma once

#include <cstdint>

#include "discreet/accounting/progress.hpp"

namespace discreet {

/// An epsilon for which k adaptive eta-bounded-range steps are (epsilon, delta)-differentially
/// private, rounded up.
///
/// Law       the least of the bounds that bounded_range_to_delta uses, solved for epsilon.
/// Requires  eta a number, not negative, +inf allowed; delta from 0 to 1. No steps cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for hundreds of steps up to a few seconds.
/// Proof     proofs/accounting/bounded_range_to_delta.md
double bounded_range_to_epsilon(double eta, std::uint64_t k, double delta,
                                const Progress& progress = {});

}  // namespace discreet

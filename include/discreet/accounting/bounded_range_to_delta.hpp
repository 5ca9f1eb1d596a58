#pragma once

#include <cstdint>

#include "discreet/accounting/bracket.hpp"
#include "discreet/accounting/progress.hpp"

namespace discreet {

/// A delta for which k adaptive eta-bounded-range steps are (epsilon, delta)-differentially
/// private, rounded up.
///
/// Law       the least of all certified bounds: 0 from k eta on; the closed form of one step of
///           k eta; the best Rényi order, which covers zCDP; for 2 to 1000 steps the
///           two-point recursion, and for more the composition of groups of them, tight to 1 %.
///           One step is exact.
/// Requires  eta and epsilon numbers, not negative, +inf allowed. No steps cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for hundreds of steps up to a few seconds.
/// Proof     proofs/accounting/bounded_range_to_delta.md
double bounded_range_to_delta(double eta, std::uint64_t k, double epsilon,
                              const Progress& progress = {});

/// The same number between a bound below which no account of such steps can go and the bound given.
Bracket bounded_range_delta_bracket(double eta, std::uint64_t k, double epsilon,
                                    const Progress& progress = {});

}  // namespace discreet

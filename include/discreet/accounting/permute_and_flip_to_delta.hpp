#pragma once

#include <cstdint>

#include "discreet/accounting/bracket.hpp"
#include "discreet/accounting/progress.hpp"

namespace discreet {

/// A delta for which k adaptive rounds of permute-and-flip, each at range distance epsilon_step
/// over scale, are (epsilon, delta)-differentially private, rounded up.
///
/// Law       the least of all certified bounds: 0 from k epsilon_step on; one Laplace pair at
///           k epsilon_step; the optimal composition of pure steps; the best Rényi order of the
///           Laplace pair, which covers zCDP; and the k-fold Laplace pair on a lattice. One round
///           is the Laplace pair's own curve.
/// Requires  epsilon_step and epsilon numbers, not negative, +inf allowed. No rounds cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for thousands of rounds up to a second.
/// Proof     proofs/accounting/permute_and_flip_to_delta.md
double permute_and_flip_to_delta(double epsilon_step, std::uint64_t k, double epsilon,
                                 const Progress& progress = {});

/// The same number between the bound given and one below which no account that knows only the
/// domination by Laplace can go.
Bracket permute_and_flip_delta_bracket(double epsilon_step, std::uint64_t k, double epsilon,
                                       const Progress& progress = {});

}  // namespace discreet

#pragma once

#include <cstdint>

#include "discreet/accounting/progress.hpp"

namespace discreet {

/// A delta for which k adaptive epsilon_step-differentially private steps are
/// (epsilon, delta)-differentially private, rounded up.
///
/// Law       up to 131072 steps the optimal composition of Kairouz, Oh and Viswanath (2015), which
///           is exact; beyond, the lesser of the Rényi bound and one step of k epsilon_step.
/// Requires  epsilon_step and epsilon numbers, not negative, +inf allowed. No steps cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      about three microseconds a step.
/// Proof     proofs/accounting/pure_to_delta.md
double pure_to_delta(double epsilon_step, std::uint64_t k, double epsilon,
                     const Progress& progress = {});

/// An epsilon for which the same steps are (epsilon, delta)-differentially private.
///
/// Requires  delta from 0 to 1.
/// Cost      up to 131072 steps that of the above, beyond some forty evaluations of it.
double pure_to_epsilon(double epsilon_step, std::uint64_t k, double delta,
                       const Progress& progress = {});

}  // namespace discreet

#pragma once

#include "allowed_step.hpp"

namespace discreet::detail {

/// The same for a target (epsilon, delta), by a search whose every claim is a bracket of delta.
///
/// Proof     proofs/accounting/calibrate_top_k.md
AllowedStep allowed_approximate_step(Law law, std::uint64_t k, const ApproximateCost& target,
                                     const Progress& progress);

}  // namespace discreet::detail

#pragma once

#include <cstdint>

#include "discreet/accounting/cost.hpp"
#include "discreet/framework/law.hpp"

namespace discreet::detail {

/// What each of k selections may cost, and what was proved about it.
struct AllowedStep {
  double given;    ///< a cost per selection that is proved to keep within the target
  double ceiling;  ///< no account of the law's worst pairs allows more than this
  double delta;    ///< for a target with a delta: what `given` is proved to cost at its epsilon
};

/// The greatest cost per selection that was found to keep k selections within the target.
///
/// Requires  k >= 1; a finite target above 0, a delta below 1.
/// Proof     proofs/accounting/calibrate_top_k.md
AllowedStep allowed_step(Law law, std::uint64_t k, const Target& target, const Progress& progress);

/// The same for a target (epsilon, delta), by a search whose every claim is a bracket of delta.
///
/// Proof     proofs/accounting/calibrate_top_k.md
AllowedStep allowed_approximate_step(Law law, std::uint64_t k, const ApproximateCost& target,
                                     const Progress& progress);

}  // namespace discreet::detail

#pragma once

#include <cstdint>

#include "discreet/accounting/bracket.hpp"
#include "discreet/accounting/progress.hpp"

namespace discreet::detail {

/// How much work a bracket is worth: the closed bounds, one coarse lattice, or as fine a one as is
/// wanted and affordable.
enum class Effort { closed, coarse, full };

/// Bounds of delta for k adaptive eta-bounded-range steps.
///
/// Requires  checked arguments.
/// Proof     proofs/accounting/bounded_range_to_delta.md
Bracket bounded_range_bracket(double eta, std::uint64_t k, double epsilon, Effort effort,
                              const Progress& progress = {});

}  // namespace discreet::detail

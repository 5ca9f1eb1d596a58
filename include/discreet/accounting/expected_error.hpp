#pragma once

#include <cstdint>

#include "discreet/accounting/law.hpp"

namespace discreet {

/// The greatest expected gap between the best score and the chosen one, over all vectors of that
/// many scores, rounded up.
///
/// Law       exponential: scale times W((n - 1) / e), W Lambert's function; permute-and-flip: scale
///           times the greatest ln(1/p) (1 - (1 - (1-p)^n) / (n p)), within 1e-4 of it. Both are
///           reached by one best candidate and n - 1 others at one equal gap.
/// Requires  at least one candidate; a scale that is a number, not negative.
/// Throws    Error{bad_parameter} if not.
/// Cost      microseconds; for permute-and-flip some milliseconds.
/// Proof     proofs/accounting/expected_error.md
double expected_error(Law law, std::uint64_t candidates, double scale);

}  // namespace discreet

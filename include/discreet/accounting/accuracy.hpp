#pragma once

#include <cstdint>

#include "discreet/framework/law.hpp"

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
/// Proof     proofs/accounting/accuracy.md
double expected_error(Law law, std::uint64_t candidates, double scale);

/// A gap that, with probability 1 - beta, none of k successive selections exceeds, whatever the
/// scores; each gap is from the best of what was left. Rounded up.
///
/// Law       with b = beta / k, exponential: scale times ln((n - 1)(1 - b) / b); permute-and-flip:
///           scale times the ln(1/p) at which 1 - (1 - (1-p)^n) / (n p) = b. For k = 1 both are
///           exact; for more the union bound.
/// Requires  candidates >= k >= 1; beta above 0 and at most 1; a scale that is a number, not
///           negative.
/// Throws    Error{bad_parameter} if not.
/// Cost      microseconds; for permute-and-flip a millisecond.
/// Proof     proofs/accounting/accuracy.md
double error_quantile(Law law, std::uint64_t candidates, std::uint64_t k, double beta,
                      double scale);

}  // namespace discreet

#pragma once

#include <cstdint>

#include "discreet/accounting/law.hpp"

namespace discreet {

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
/// Proof     proofs/accounting/error_quantile.md
double error_quantile(Law law, std::uint64_t candidates, std::uint64_t k, double beta,
                      double scale);

}  // namespace discreet

#pragma once

#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// A rho, nearly the greatest, for which rho-zCDP implies (epsilon, delta)-differential privacy.
///
/// Law       searched in floats; the answer is one at which zcdp_to_delta certifies delta, so it is
///           never above what is proved, and about a relative 1e-10 below what the conversion
///           allows.
/// Requires  epsilon not negative, delta from 0 to below 1; delta = 0 gives 0.
/// Throws    Error{bad_parameter} if not.
/// Cost      one or a few conversions.
/// Proof     proofs/ledger/filter.md
Fraction zcdp_within(const Fraction& epsilon, const Fraction& delta);

}  // namespace discreet

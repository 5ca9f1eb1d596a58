#pragma once

#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// A rho, nearly the greatest, for which rho-zCDP implies (epsilon, delta)-differential privacy.
///
/// Law       zcdp_budget at the amounts rounded down to doubles, rounded down to a decimal.
/// Requires  epsilon not negative, delta from 0 to below 1; delta = 0 gives 0.
/// Throws    Error{bad_parameter} if not.
/// Cost      one or a few conversions.
/// Proof     proofs/ledger/filter.md
Fraction zcdp_within(const Fraction& epsilon, const Fraction& delta);

/// Whether rho-zCDP is certified to imply (epsilon, delta)-differential privacy.
///
/// Law       true for what zcdp_within gave, in this version or an earlier one, and for everything below.
bool is_zcdp_within(const Fraction& rho, const Fraction& epsilon, const Fraction& delta);

}  // namespace discreet

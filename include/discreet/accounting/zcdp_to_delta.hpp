#pragma once

namespace discreet {

/// A delta for which every rho-zCDP mechanism is (epsilon, delta)-differentially private, rounded
/// up.
///
/// Law       the conversion of Canonne, Kamath and Steinke (2020) at a nearly best order alpha > 1;
///           the order is searched, the bound at that order is proved.
/// Requires  rho and epsilon numbers, not negative. rho = 0 gives 0, rho = +inf gives 1, and
///           epsilon = +inf gives 0.
/// Throws    Error{bad_parameter} if not.
/// Cost      about a millisecond.
/// Proof     proofs/accounting/zcdp_to_delta.md
double zcdp_to_delta(double rho, double epsilon);

}  // namespace discreet

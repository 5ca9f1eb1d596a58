#pragma once

namespace discreet {

/// An epsilon for which every rho-zCDP mechanism is (epsilon, delta)-differentially private,
/// rounded up.
///
/// Law       the conversion of Canonne, Kamath and Steinke (2020) at a nearly best order alpha > 1.
/// Requires  rho a number, not negative; delta from 0 to 1. rho = 0 or delta = 1 gives 0; otherwise
///           delta = 0 or rho = +inf gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      about a millisecond.
/// Proof     proofs/accounting/zcdp_to_delta.md
double zcdp_to_epsilon(double rho, double delta);

}  // namespace discreet

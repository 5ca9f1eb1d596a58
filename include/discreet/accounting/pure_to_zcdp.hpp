#pragma once

namespace discreet {

/// The least rho for which every epsilon-differentially private mechanism is rho-zCDP, rounded up.
///
/// Law       epsilon tanh(epsilon / 2).
/// Requires  epsilon a number, not negative; +inf gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      some microseconds.
/// Proof     proofs/accounting/pure_to_zcdp.md
double pure_to_zcdp(double epsilon);

}  // namespace discreet

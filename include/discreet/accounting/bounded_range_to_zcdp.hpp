#pragma once

namespace discreet {

/// The least rho for which every eta-bounded-range mechanism is rho-zCDP, rounded up.
///
/// Law       a - 1 - ln a with a = eta / (1 - e^-eta), which never exceeds eta^2 / 8.
/// Requires  eta a number, not negative; +inf gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      some microseconds.
/// Proof     proofs/accounting/bounded_range_to_zcdp.md
double bounded_range_to_zcdp(double eta);

}  // namespace discreet

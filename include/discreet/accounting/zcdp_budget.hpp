#pragma once

namespace discreet {

/// A rho, rounded down, for which every rho-zCDP mechanism is (epsilon, delta)-differentially
/// private: what may be spent in zCDP under an (epsilon, delta) budget.
///
/// Law       the greatest rho found with zcdp_to_delta(rho, epsilon) <= delta, to ten digits.
/// Requires  epsilon a number, not negative; delta from 0 to 1. delta = 0 gives 0 unless epsilon is
///           +inf; epsilon = +inf or delta = 1 gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      one or a few conversions; some hundred milliseconds at extreme arguments.
/// Proof     proofs/accounting/zcdp_to_delta.md
double zcdp_budget(double epsilon, double delta);

}  // namespace discreet

#pragma once

namespace discreet {

/// A rho for which permute-and-flip at range distance epsilon over scale is rho-zCDP, rounded up.
///
/// Law       epsilon + e^-epsilon - 1, the constant of the Laplace pair that dominates
///           permute-and-flip.
/// Requires  epsilon a number, not negative; +inf gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      some microseconds.
/// Proof     proofs/accounting/permute_and_flip_to_zcdp.md
double permute_and_flip_to_zcdp(double epsilon);

}  // namespace discreet

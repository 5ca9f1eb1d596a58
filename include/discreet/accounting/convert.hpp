#pragma once

#include <cstdint>

#include "discreet/accounting/cost.hpp"

namespace discreet {

/// The least rho for which every epsilon-differentially private mechanism is rho-zCDP, rounded up.
///
/// Law       epsilon tanh(epsilon / 2).
/// Requires  epsilon a number, not negative; +inf gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      some microseconds.
/// Proof     proofs/accounting/pure_to_zcdp.md
double pure_to_zcdp(double epsilon);

/// The least rho for which every eta-bounded-range mechanism is rho-zCDP, rounded up.
///
/// Law       a - 1 - ln a with a = eta / (1 - e^-eta), which never exceeds eta^2 / 8.
/// Requires  eta a number, not negative; +inf gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      some microseconds.
/// Proof     proofs/accounting/bounded_range_to_zcdp.md
double bounded_range_to_zcdp(double eta);

/// A rho for which permute-and-flip at range distance epsilon over scale is rho-zCDP, rounded up.
///
/// Law       epsilon + e^-epsilon - 1, the constant of the Laplace pair that dominates
///           permute-and-flip.
/// Requires  epsilon a number, not negative; +inf gives +inf.
/// Throws    Error{bad_parameter} if not.
/// Cost      some microseconds.
/// Proof     proofs/accounting/permute_and_flip_to_zcdp.md
double permute_and_flip_to_zcdp(double epsilon);

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

/// A delta for which k adaptive epsilon_step-differentially private steps are
/// (epsilon, delta)-differentially private, rounded up.
///
/// Law       up to 131072 steps the optimal composition of Kairouz, Oh and Viswanath (2015), which
///           is exact; beyond, the lesser of the Rényi bound and one step of k epsilon_step.
/// Requires  epsilon_step and epsilon numbers, not negative, +inf allowed. No steps cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      about three microseconds a step.
/// Proof     proofs/accounting/pure_to_delta.md
double pure_to_delta(double epsilon_step, std::uint64_t k, double epsilon,
                     const Progress& progress = {});

/// An epsilon for which the same steps are (epsilon, delta)-differentially private.
///
/// Requires  delta from 0 to 1.
/// Cost      up to 131072 steps that of the above, beyond some forty evaluations of it.
double pure_to_epsilon(double epsilon_step, std::uint64_t k, double delta,
                       const Progress& progress = {});

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

/// A delta for which k adaptive eta-bounded-range steps are (epsilon, delta)-differentially
/// private, rounded up.
///
/// Law       the least of all certified bounds: 0 from k eta on; the closed form of one step of
///           k eta; the best Rényi order, which covers zCDP; for 2 to 1000 steps the
///           two-point recursion, and for more the composition of groups of them, tight to 1 %.
///           One step is exact.
/// Requires  eta and epsilon numbers, not negative, +inf allowed. No steps cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for hundreds of steps up to a few seconds.
/// Proof     proofs/accounting/bounded_range_to_delta.md
double bounded_range_to_delta(double eta, std::uint64_t k, double epsilon,
                              const Progress& progress = {});

/// The same number between a bound below which no account of such steps can go and the bound given.
Bracket bounded_range_delta_bracket(double eta, std::uint64_t k, double epsilon,
                                    const Progress& progress = {});

/// A delta for which k adaptive rounds of permute-and-flip, each at range distance epsilon_step
/// over scale, are (epsilon, delta)-differentially private, rounded up.
///
/// Law       the least of all certified bounds: 0 from k epsilon_step on; one Laplace pair at
///           k epsilon_step; the optimal composition of pure steps; the best Rényi order of the
///           Laplace pair, which covers zCDP; and the k-fold Laplace pair on a lattice. One round
///           is the Laplace pair's own curve.
/// Requires  epsilon_step and epsilon numbers, not negative, +inf allowed. No rounds cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for thousands of rounds up to a second.
/// Proof     proofs/accounting/permute_and_flip_to_delta.md
double permute_and_flip_to_delta(double epsilon_step, std::uint64_t k, double epsilon,
                                 const Progress& progress = {});

/// The same number between the bound given and one below which no account that knows only the
/// domination by Laplace can go.
Bracket permute_and_flip_delta_bracket(double epsilon_step, std::uint64_t k, double epsilon,
                                       const Progress& progress = {});

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

/// An epsilon for which k adaptive eta-bounded-range steps are (epsilon, delta)-differentially
/// private, rounded up.
///
/// Law       the least of the bounds that bounded_range_to_delta uses, solved for epsilon.
/// Requires  eta a number, not negative, +inf allowed; delta from 0 to 1. No steps cost nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for hundreds of steps up to a few seconds.
/// Proof     proofs/accounting/bounded_range_to_delta.md
double bounded_range_to_epsilon(double eta, std::uint64_t k, double delta,
                                const Progress& progress = {});

/// An epsilon for which k adaptive rounds of permute-and-flip, each at range distance epsilon_step
/// over scale, are (epsilon, delta)-differentially private, rounded up.
///
/// Law       the least of the bounds that permute_and_flip_to_delta uses, solved for epsilon.
/// Requires  epsilon_step a number, not negative, +inf allowed; delta from 0 to 1. No rounds cost
///           nothing.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      milliseconds; for thousands of rounds up to a second.
/// Proof     proofs/accounting/permute_and_flip_to_delta.md
double permute_and_flip_to_epsilon(double epsilon_step, std::uint64_t k, double delta,
                                   const Progress& progress = {});

}  // namespace discreet

#pragma once

#include <cstdint>
#include <span>

#include "discreet/accounting/cost.hpp"
#include "numbers/big_interval.hpp"

namespace discreet::detail {

/// What is known of one step: which worst pair bounds its Rényi divergences.
enum class StepKind {
  pure,           ///< epsilon-differential privacy: randomized response
  zcdp,           ///< rho-zCDP: nothing but alpha rho
  bounded_range,  ///< eta-bounded range: the worst two-point pair, order by order
  laplace,        ///< dominated by the Laplace pair at distance epsilon, as permute-and-flip is
};

/// A number of steps of one kind, each with the same parameter.
struct Steps {
  StepKind kind;
  double parameter;
  std::uint64_t count;
};

/// An enclosure of the greatest (alpha - 1) D_alpha of one step, for alpha = 1 + s.
///
/// Requires  a finite parameter above 0 and a finite s above 0.
/// Proof     proofs/accounting/renyi.md
BigInterval renyi_moment(StepKind kind, double parameter, double s, mpfr_prec_t precision);

/// A delta for which the adaptive composition of the steps is (epsilon, delta)-differentially
/// private.
///
/// Law       the conversion of Canonne, Kamath and Steinke (2020) at a nearly best order.
/// Requires  parameters and an epsilon that are not negative.
/// Throws    what progress throws.
/// Cost      about fifty evaluations of the moments, one of them in enclosures where there are many
///           steps of unequal parameters.
/// Proof     proofs/accounting/renyi.md
double renyi_to_delta(std::span<const Steps> steps, double epsilon, const Progress& progress = {});

/// An epsilon for which the adaptive composition of the steps is (epsilon, delta)-differentially
/// private; delta is in [0, 1].
double renyi_to_epsilon(std::span<const Steps> steps, double delta, const Progress& progress = {});

/// About renyi_moment, in doubles: good enough to choose by. Nothing is claimed of it.
double rough_moment(const Steps& one, double s);

/// An order less one, above 0, that is about the best at epsilon. Nothing is claimed of it.
double best_order(std::span<const Steps> steps, double epsilon);

}  // namespace discreet::detail

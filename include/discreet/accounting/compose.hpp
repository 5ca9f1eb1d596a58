#pragma once

#include <span>

#include "discreet/accounting/cost.hpp"

namespace discreet {

/// The cost of an adaptive composition, in any order, of releases with the given costs, rounded up.
///
/// Law       into PureCost: the sum of epsilons, where eta-bounded range is eta-pure. Into
///           BoundedRangeCost: twice that sum, less the least eta if all have bounded range; one
///           release keeps its eta. Into ZcdpCost: the sum of rhos by the tight constants. Into
///           ApproximateCost: the sums of epsilons and of deltas. Sums are exact and rounded once,
///           so k equal charges are one charge of k.
/// Requires  numbers that are costs, deltas up to 1; into PureCost, BoundedRangeCost and ZcdpCost
///           no delta above 0; into all but ZcdpCost no rho above 0, because zCDP bounds no ratio:
///           use composed_epsilon.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/accounting/compose.md
template <class Into>
Into compose(std::span<const Cost> costs);

template <>
PureCost compose<PureCost>(std::span<const Cost> costs);
template <>
BoundedRangeCost compose<BoundedRangeCost>(std::span<const Cost> costs);
template <>
ZcdpCost compose<ZcdpCost>(std::span<const Cost> costs);
template <>
ApproximateCost compose<ApproximateCost>(std::span<const Cost> costs);

/// An epsilon for which an adaptive composition, in any order, of releases with the given costs is
/// (epsilon, delta)-differentially private, rounded up.
///
/// Law       the least of the certified bounds that apply: the plain sums; the best Rényi order of
///           all together; without zCDP the curve of the worst pairs on a lattice; and, if all have
///           nearly equal bounded range, or all are nearly equal and pure, the curve of as many
///           releases of the greatest cost, which no order of unequal ones exceeds. Deltas of the
///           list are taken off delta first.
/// Requires  numbers that are costs; delta from 0 to 1.
/// Throws    Error{bad_parameter} if not; what progress throws. If delta is below those of the list
///           the answer is +inf.
/// Cost      grows with the number of unequal costs; unequal bounded ranges take up to some seconds.
/// Proof     proofs/accounting/compose.md
double composed_epsilon(std::span<const Cost> costs, double delta, const Progress& progress = {});

/// A delta for which the same composition is (epsilon, delta)-differentially private, rounded up.
double composed_delta(std::span<const Cost> costs, double epsilon, const Progress& progress = {});

}  // namespace discreet

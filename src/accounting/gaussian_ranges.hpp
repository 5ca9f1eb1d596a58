#pragma once

#include <span>

#include "accounting/renyi.hpp"

namespace discreet::detail {

/// A variance s for which the Gaussian pair N(0, s), N(s, s) is at least as bad as bounded-range steps in any order.
///
/// Law       the worst curve of the steps over all strategies and orders is at most gaussian_delta(s, .): s is a
///           quarter of the sum of the squares of the ranges, and of the greatest square about a half more.
/// Requires  at least one step, all of bounded range, from 1e-100 to 1e100, and counts that are not 0.
/// Proof     proofs/accounting/gaussian_ranges.md
double gaussian_variance(std::span<const Steps> ranges);

/// About what gaussian_variance has more than a quarter of the sum of the squares. Nothing is claimed of it.
double gaussian_variance_added(double squares, double greatest);

/// An upper bound of the curve of the Gaussian pair of a variance s: the normal tail beyond x/sqrt(s) - sqrt(s)/2 less
/// e^x times that beyond x/sqrt(s) + sqrt(s)/2.
///
/// Requires  a variance from 1e-250 to 1e10, and an x that is not negative, up to 1e10.
double gaussian_delta(double variance, double x);

}  // namespace discreet::detail

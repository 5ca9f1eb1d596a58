#pragma once

#include <cstdint>

#include "accounting/lattice.hpp"
#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// The closed bounds of k adaptive eta-bounded-range steps: one step of k eta, and the Rényi bound.
/// The lower end is what a single step already loses.
///
/// Requires  checked arguments, k >= 1, eta > 0.
/// Proof     proofs/accounting/bounded_range_to_delta.md
Bracket bounded_range_closed_delta(double eta, std::uint64_t k, double epsilon);

/// The same, solved for epsilon.
double bounded_range_closed_epsilon(double eta, std::uint64_t k, double delta);

/// Bounds of delta for k adaptive eta-bounded-range steps.
///
/// Requires  checked arguments.
/// Proof     proofs/accounting/bounded_range_to_delta.md
Bracket bounded_range_bracket(double eta, std::uint64_t k, double epsilon, Effort effort,
                              const Progress& progress = {});

/// The cells of a lattice that is as fine as a search for eta needs where a coarse bracket is this one; 0 where each eta
/// should have its own.
///
/// Requires  checked arguments.
std::uint32_t bounded_range_cells(double eta, std::uint64_t k, double epsilon,
                                  const Bracket& coarse);

/// The closed bounds, and those of one lattice of so many cells, or as many as are affordable; of no cells, those of a
/// coarse one and of one that is then as fine as a search for eta needs.
///
/// Requires  checked arguments; no cells, or two or more.
/// Proof     proofs/accounting/bounded_range_to_delta.md
Bracket bounded_range_fine(double eta, std::uint64_t k, double epsilon, const Fineness& fineness,
                           const Progress& progress);

}  // namespace discreet::detail

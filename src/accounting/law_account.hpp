#pragma once

#include <cstdint>

#include "accounting/lattice.hpp"
#include "accounting/reals.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/framework/law.hpp"

namespace discreet::detail {

/// What a law costs and errs. A step is the cost of one selection: the range distance over scale.
///
/// Proof     proofs/accounting/law_account.md
struct LawAccount {
  /// Encloses the rho of one selection, for a finite step above 0.
  BigInterval (*rho)(double step);

  /// Bounds of delta for k selections, for checked arguments.
  Bracket (*delta)(double step, std::uint64_t k, double epsilon, Effort effort,
                   const Progress& progress);

  /// How many cells a search for the step needs where a coarse bracket is this one; 0 if each step has its own.
  std::uint32_t (*cells)(double step, std::uint64_t k, double epsilon, const Bracket& coarse);

  /// Bounds of delta by the closed ones and a lattice that is as fine as is asked for.
  Bracket (*fine)(double step, std::uint64_t k, double epsilon, const Fineness& fineness,
                  const Progress& progress);

  /// An epsilon for which k selections are (epsilon, delta)-differentially private.
  double (*epsilon)(double step, std::uint64_t k, double delta, const Progress& progress);

  /// The greatest expected gap of one selection at scale 1, rounded up, for two candidates or more.
  double (*expected_gap)(std::uint64_t candidates);

  /// A gap that one selection at scale 1 exceeds with probability at most beta, for two candidates or
  /// more and an enclosed beta above 0.
  double (*gap_quantile)(std::uint64_t candidates, const BigInterval& beta, const Reals& real);
};

/// The one place where accounting asks which law it is.
///
/// Throws    Error{bad_parameter} for a value that a cast made and that is no law.
const LawAccount& account_of(Law law);

/// The rho of one selection, rounded up, for a step that is a number and not negative.
double inf_rho(Law law, double step);

}  // namespace discreet::detail

#pragma once

#include <cstdint>
#include <optional>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/framework/law.hpp"

namespace discreet::detail {

/// What k selections at that step cost, in epsilon and in rho, rounded up; nothing where it is not finite.
Amounts cost_of_selections(Law law, std::uint64_t k, double step);

/// Whether the noise is that of the budget's own step: the accountant is steps, and nothing was asked for.
bool by_step(const Amounts& asked, const Budget* budget);

/// The least scale at which a selection by the exponential mechanism from numbers that differ by a range is a step.
///
/// Throws    Error{bad_parameter} if it is not finite.
double scale_of_step(double range, const Budget& budget);

/// States in a cost, if steps are counted, that the release is so many selections of a range over scale that is at most
/// this: what the exponential mechanism's bounded range is, and half of that of permute-and-flip.
void state_steps(Amounts& cost, Law law, std::uint64_t selections, const Fraction& ratio,
                 const Budget* budget);

/// The rho that stands for an (epsilon, delta) of which thresholds take the slack: under mixed no more than the budget's
/// own where both fit, so that a release of all of it does.
Fraction rho_within(const Fraction& epsilon, const Fraction& delta, const Fraction& slack,
                    const Budget* budget);

/// Throws Error{bad_parameter} for a way to pay where there is no choice, or against what was asked for.
void require_way_to_pay(std::optional<Pay> pay, const Amounts& asked, const Budget* budget);

}  // namespace discreet::detail

#pragma once

#include <string>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"

namespace discreet {

/// An amount that a person reads: exact if it is short, else five digits.
///
/// Requires  an amount that is not negative.
std::string short_amount(const Fraction& amount, Shorten shorten);

/// "epsilon 1, delta 1e-6", "rho 0.1, and 2.5e-7 of delta for thresholds" and "10 steps of 0.027": what is there, joined.
std::string amounts_in_words(const Amounts& amounts, Shorten shorten, const char* joint = ", ");

/// "epsilon 1, delta 1e-6 (2.5e-7 of it for thresholds)": what there is to spend, as it was said; under steps with how
/// many of them that is.
std::string budget_in_words(const Budget& budget);

/// "1-differentially private", "1e-7-approximate 0.1-zCDP" and their like: what an amount promises.
///
/// Requires  an epsilon or a rho.
/// Throws    Error{bad_parameter} if not.
std::string promise_in_words(const Amounts& promise);

/// What is left of a budget: under mixed either epsilon or rho may be spent.
std::string left_in_words(Accountant accountant, const Amounts& left);

/// "the budget does not cover this: …": what a priced charge would cost, what is left, and which condition fails
/// where there is a slack as well. The cost is told in words of the caller's, if there are any.
std::string refusal_in_words(const Filter& filter, const Amounts& priced,
                             const std::string& cost = {});

}  // namespace discreet

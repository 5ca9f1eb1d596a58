#pragma once

#include <string>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"

namespace discreet {

/// An amount that a person reads: exact if it is short, else five digits.
///
/// Requires  an amount that is not negative.
std::string short_amount(const Fraction& amount, Shorten shorten);

/// "epsilon 1, delta 1e-6": what is there, joined.
std::string amounts_in_words(const Amounts& amounts, Shorten shorten, const char* joint = ", ");

/// "1-differentially private" and its like: what an amount promises.
///
/// Requires  an epsilon or a rho.
/// Throws    Error{bad_parameter} if not.
std::string promise_in_words(const Amounts& promise);

/// What is left of a budget: under mixed either amount may be spent.
std::string left_in_words(Accountant accountant, const Amounts& left);

}  // namespace discreet

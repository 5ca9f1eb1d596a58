#pragma once

#include <string>
#include <string_view>

#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// The exact value of an amount as written: a decimal such as 0.2, 1e-6 or 3, or a fraction 1/3.
///
/// Requires  0, or from 1e-400 to 1e400; at most 500 characters and 400 digits; a denominator that
///           is not 0.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/ledger/amount.md
Fraction parse_amount(std::string_view text);

/// The one text of an amount: a decimal where a finite one exists, a fraction otherwise.
///
/// Law       parse_amount(amount_text(x)) == x for every amount that parse_amount can return.
std::string amount_text(const Fraction& amount);

/// The amount in lowest terms.
///
/// Law       what comes back has a text that parse_amount reads back.
/// Requires  what parse_amount requires of a text, of a value that may have come from anywhere.
/// Throws    Error{bad_parameter} if not.
Fraction checked_amount(const Fraction& amount);

/// What a person means by a double: its shortest decimal, exactly.
///
/// Requires  finite and not negative.
/// Throws    Error{bad_parameter} if not.
Fraction shortest_amount(double value);

/// A decimal of at most 17 digits that is not below the value; inf_ as everywhere: rounded up.
Fraction inf_amount(double value);

/// A decimal of at most 17 digits that is not above the value.
Fraction neg_inf_amount(double value);

/// The smallest double that is not below the amount; +inf past the largest.
double inf_double_of(const Fraction& amount);

/// The greatest double that is not above the amount.
double neg_inf_double_of(const Fraction& amount);

}  // namespace discreet

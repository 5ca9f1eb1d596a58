#pragma once

#include <cstddef>
#include <string>

#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// Which way an amount is rounded that is shown with fewer digits than it has: what is spent or promised is never
/// shown as less than it is, what is left never as more.
enum class Shorten {
  up,    ///< a cost
  down,  ///< a rest
};

/// The nearest decimal of so many significant digits that is not below the amount, or not above it.
///
/// Law       up: the least such decimal that is at least the amount; down: the greatest that is at most the amount.
/// Requires  an amount that is not negative, of any size; at least one digit.
/// Throws    Error{bad_parameter} if not.
Fraction shortened(const Fraction& amount, std::size_t digits, Shorten shorten);

/// An amount for programs: a decimal of at most 17 significant digits.
std::string decimal_text(const Fraction& amount, Shorten shorten);

}  // namespace discreet

#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// The exact value of an amount as written: a decimal such as 0.2, 1e-6 or 3, or a fraction 1/3.
///
/// Requires  0, or from 1e-400 to 1e400; at most 500 characters and 400 digits; a denominator that
///           is not 0.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/accounting/amount.md
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

/// An exact amount of privacy loss. Where it is a budget, what is absent is not there to spend;
/// where it is a cost, what is absent is not bounded.
struct Amounts {
  std::optional<Fraction> epsilon;
  std::optional<Fraction> delta;
  std::optional<Fraction> rho;
  /// In a cost, the delta_s by which the release is close to something that the others bound; absent is 0. In a budget,
  /// the delta that all of these may take together.
  std::optional<Fraction> slack = {};
  /// Where steps are counted. In a cost, the release is an adaptive composition of so many mechanisms, each of which has
  /// a bounded range of at most the step. In a budget, how many of that step there may be in all.
  std::optional<Fraction> steps = {};
  std::optional<Fraction> step = {};

  friend bool operator==(const Amounts&, const Amounts&) = default;
};

/// Each amount that is there, by checked_amount.
///
/// Throws    Error{bad_parameter}.
Amounts checked_amounts(const Amounts& amounts);

/// An amount as a caller writes it: a number, which means its shortest decimal, or an exact text or fraction.
///
/// Law       five times 0.2 is 1, as whoever writes 0.2 expects. Nothing is checked before somebody asks for the
///           value; a number is kept as it is, so that comparing two of them takes no exact arithmetic.
class Amount {
 public:
  // A caller writes {.epsilon = 0.2} or {.epsilon = "1/3"}, so none of them is explicit.
  // NOLINTBEGIN(google-explicit-constructor)
  Amount(double shortest_decimal) : written_(shortest_decimal) {}
  Amount(std::string_view exact) : written_(parse_amount(exact)) {}
  Amount(const char* exact) : Amount(std::string_view{exact}) {}
  Amount(Fraction exact) : written_(std::move(exact)) {}
  // NOLINTEND(google-explicit-constructor)
  Amount(std::same_as<bool> auto) = delete;

  /// The value.
  ///
  /// Throws    Error{bad_parameter} for a number that shortest_amount refuses, and for what is negative.
  [[nodiscard]] Fraction exact() const;

  /// The number, if it was written as one.
  [[nodiscard]] const double* number() const noexcept { return std::get_if<double>(&written_); }

  /// Whether both were written alike: 0.2 and "0.2" are not, and neither are 0.0 and -0.0.
  friend bool operator==(const Amount& one, const Amount& other) noexcept;

 private:
  std::variant<double, Fraction> written_;
};

}  // namespace discreet

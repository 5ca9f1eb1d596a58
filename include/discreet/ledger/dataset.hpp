#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// How the charges of a dataset add up; fixed when the dataset is created.
enum class Accountant {
  pure,   ///< the sum of epsilons stays within epsilon
  zcdp,   ///< the sum of rhos stays within rho
  basic,  ///< the sums of epsilons and of deltas stay within epsilon and delta
  mixed,  ///< the sum of epsilons stays within epsilon, or the sum of rhos within the rho that
          ///< converts to (epsilon, delta)
};

/// Which two tables are neighbours.
enum class Neighbors {
  add_remove,  ///< one has one unit more than the other
  replace,     ///< one unit has other rows in the other
};

/// An exact amount of privacy loss. Where it is a budget, what is absent is not there to spend;
/// where it is a cost, what is absent is not bounded.
struct Amounts {
  std::optional<Fraction> epsilon;
  std::optional<Fraction> delta;
  std::optional<Fraction> rho;

  friend bool operator==(const Amounts&, const Amounts&) = default;
};

/// What a ledger knows of a dataset.
struct Dataset {
  std::string name;
  std::string unit;  ///< the unit of privacy: whose presence is hidden
  Neighbors neighbors = Neighbors::add_remove;
  Accountant accountant = Accountant::pure;
  Amounts budget;  ///< for mixed, rho is what (epsilon, delta) allows
};

std::string_view to_string(Accountant accountant) noexcept;
std::string_view to_string(Neighbors neighbors) noexcept;

/// The accountant of that name.
///
/// Throws    Error{bad_parameter} if there is none.
Accountant parse_accountant(std::string_view name);

/// The neighbours of that name, add-remove or replace.
///
/// Throws    Error{bad_parameter} if there are none.
Neighbors parse_neighbors(std::string_view name);

/// A dataset with a budget in epsilon, in rho, or in epsilon and delta, and an accountant to match.
///
/// Law       without an accountant: pure for epsilon, zcdp for rho, mixed for (epsilon, delta).
///           Under mixed the budget's rho is zcdp_within(epsilon, delta).
/// Requires  a name and a unit of 1 to 200 bytes of UTF-8 that hide nothing (is_visible); a positive
///           epsilon or rho; delta above 0 and below 1; an accountant that can hold such a budget.
/// Throws    Error{bad_parameter} if not.
Dataset make_dataset(std::string name, std::string unit, Neighbors neighbors, const Amounts& budget,
                     std::optional<Accountant> accountant = std::nullopt);

/// The dataset as make_dataset makes it.
///
/// Throws    Error{bad_parameter} for what make_dataset refuses, and for a mixed budget whose rho is not
///           the one it finds.
Dataset checked_dataset(const Dataset& dataset);

/// Each amount that is there, by checked_amount.
///
/// Throws    Error{bad_parameter}.
Amounts checked_amounts(const Amounts& amounts);

}  // namespace discreet

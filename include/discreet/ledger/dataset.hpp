#pragma once

#include <optional>
#include <string>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/framework/metrics.hpp"

namespace discreet {

/// What a ledger knows of a dataset.
struct Dataset {
  std::string name;
  std::string unit;  ///< the unit of privacy: whose presence is hidden
  Neighbors neighbors = Neighbors::add_remove;
  Accountant accountant = Accountant::pure;
  Amounts budget;  ///< for mixed, rho is what (epsilon, delta - slack) allows
  /// The group whose budget its charges have to fit as well: the same units under other names.
  std::optional<std::string> group = {};
};

/// A budget of several datasets that hold the same units: each charge fits its dataset and its group.
///
/// Its datasets share unit and neighbours, which the first of them says.
struct DatasetGroup {
  std::string name;
  Budget budget;
};

/// What the dataset has to spend, and how its charges add up.
[[nodiscard]] inline Budget budget_of(const Dataset& dataset) {
  return {dataset.accountant, dataset.budget};
}

/// A dataset with a budget in epsilon, in rho, or in epsilon and delta, and an accountant to match.
///
/// Law       without an accountant: pure for epsilon, zcdp for rho, mixed for (epsilon, delta).
///           The budget is make_budget's.
/// Requires  a name and a unit of 1 to 200 bytes of UTF-8 that hide nothing (is_visible); what make_budget requires.
/// Throws    Error{bad_parameter} if not.
Dataset make_dataset(std::string name, std::string unit, Neighbors neighbors, const Amounts& budget,
                     std::optional<Accountant> accountant = std::nullopt);

/// A group with a budget as make_budget makes it.
///
/// Requires  a name as a dataset has it; what make_budget requires.
/// Throws    Error{bad_parameter} if not.
DatasetGroup make_dataset_group(std::string name, const Amounts& budget,
                                std::optional<Accountant> accountant = std::nullopt);

/// The dataset as make_dataset makes it, in its group.
///
/// Throws    Error{bad_parameter} for what make_dataset refuses, and for a mixed budget whose rho is not
///           the one it finds.
Dataset checked_dataset(const Dataset& dataset);

}  // namespace discreet

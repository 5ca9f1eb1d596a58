#include "discreet/ledger/dataset.hpp"

#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/charge.hpp"
#include "ledger/names.hpp"
#include "ledger/records.hpp"

namespace discreet {

// With what was found it was made already, and what was made without a slack has none.
Amounts detail::said_of(const Budget& budget) {
  Amounts out = budget.amounts;
  const bool mixed = budget.accountant == Accountant::mixed;
  const bool steps = budget.accountant == Accountant::steps;
  if ((mixed && out.rho) || (steps && out.steps)) {
    out.slack = out.slack.value_or(0);
  }
  if (mixed) {
    out.rho.reset();
  }
  if (steps) {
    out.steps.reset();
  }
  return out;
}

Dataset make_dataset(std::string name, std::string unit, Neighbors neighbors, const Amounts& budget,
                     std::optional<Accountant> accountant) {
  parse_neighbors(to_string(neighbors));  // a value that a cast made has no name
  const Amounts terms = checked_amounts(budget);
  detail::require_name(
      name, "a dataset's name is 1 to 200 bytes of UTF-8 without control or invisible characters");
  detail::require_name(
      unit, "a unit of privacy is 1 to 200 bytes of UTF-8 without control or invisible characters");
  const Budget made = make_budget(terms, accountant);
  return {std::move(name), std::move(unit), neighbors, made.accountant, made.amounts, {}};
}

DatasetGroup make_dataset_group(std::string name, const Amounts& budget,
                                std::optional<Accountant> accountant) {
  detail::require_name(
      name, "a group's name is 1 to 200 bytes of UTF-8 without control or invisible characters");
  return {std::move(name), make_budget(checked_amounts(budget), accountant)};
}

Dataset checked_dataset(const Dataset& dataset) {
  const Amounts asked = detail::said_of(budget_of(dataset));
  Dataset out =
      make_dataset(dataset.name, dataset.unit, dataset.neighbors, asked, dataset.accountant);
  require(!dataset.budget.rho || checked_amount(*dataset.budget.rho) == out.budget.rho,
          bad_parameter,
          "the rho of a mixed budget is what make_dataset finds for its epsilon, delta and slack");
  require(!dataset.budget.steps || checked_amount(*dataset.budget.steps) == out.budget.steps,
          bad_parameter,
          "the steps of a budget are as many as make_dataset finds for the rest of it");
  out.group = dataset.group;
  return out;
}

void require_open(const std::optional<Decision>& closed) {
  if (closed) {
    throw Error{over_budget, std::string{closed->group ? "the group" : "the dataset"} +
                                 " was closed on " + closed->at +
                                 ", and nothing more is charged to it: " + closed->reason};
  }
}

}  // namespace discreet

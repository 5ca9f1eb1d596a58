#include "discreet/ledger/dataset.hpp"

#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/charge.hpp"
#include "ledger/names.hpp"

namespace discreet {

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
  Amounts asked = dataset.budget;
  if (dataset.accountant == Accountant::mixed) {
    asked.rho.reset();
    // With a rho it was made already, and what was made without a slack has none.
    if (dataset.budget.rho && !asked.slack) {
      asked.slack = Fraction{0};
    }
  }
  Dataset out =
      make_dataset(dataset.name, dataset.unit, dataset.neighbors, asked, dataset.accountant);
  require(!dataset.budget.rho || checked_amount(*dataset.budget.rho) == out.budget.rho,
          bad_parameter,
          "the rho of a mixed budget is what make_dataset finds for its epsilon, delta and slack");
  out.group = dataset.group;
  return out;
}

void require_open(const std::optional<Decision>& closed) {
  if (closed) {
    throw Error{over_budget, "the dataset was closed on " + closed->at +
                                 ", and nothing more is charged to it: " + closed->reason};
  }
}

}  // namespace discreet

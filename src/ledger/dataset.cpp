#include "discreet/ledger/dataset.hpp"

#include <utility>

#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"
#include "discreet/ledger/zcdp_within.hpp"
#include "ledger/names.hpp"

namespace discreet {

std::string_view to_string(Accountant accountant) noexcept {
  switch (accountant) {
    case Accountant::pure:
      return "pure";
    case Accountant::zcdp:
      return "zcdp";
    case Accountant::basic:
      return "basic";
    case Accountant::mixed:
      return "mixed";
  }
  return "unknown";
}

std::string_view to_string(Neighbors neighbors) noexcept {
  switch (neighbors) {
    case Neighbors::add_remove:
      return "add-remove";
    case Neighbors::replace:
      return "replace";
  }
  return "unknown";
}

Accountant parse_accountant(std::string_view name) {
  for (const Accountant one :
       {Accountant::pure, Accountant::zcdp, Accountant::basic, Accountant::mixed}) {
    if (to_string(one) == name) {
      return one;
    }
  }
  throw Error{bad_parameter, "the accountants are pure, zcdp, basic and mixed"};
}

Neighbors parse_neighbors(std::string_view name) {
  for (const Neighbors one : {Neighbors::add_remove, Neighbors::replace}) {
    if (to_string(one) == name) {
      return one;
    }
  }
  throw Error{bad_parameter, "neighbours are add-remove or replace"};
}

namespace {

Accountant default_accountant(const Amounts& budget) {
  if (budget.rho) {
    return Accountant::zcdp;
  }
  return budget.delta ? Accountant::mixed : Accountant::pure;
}

}  // namespace

Amounts checked_amounts(const Amounts& amounts) {
  const auto checked = [](const std::optional<Fraction>& amount) {
    return amount ? std::optional{checked_amount(*amount)} : std::nullopt;
  };
  return {checked(amounts.epsilon), checked(amounts.delta), checked(amounts.rho)};
}

Dataset make_dataset(std::string name, std::string unit, Neighbors neighbors, const Amounts& budget,
                     std::optional<Accountant> accountant) {
  parse_neighbors(to_string(neighbors));  // a value that a cast made has no name
  const Amounts terms = checked_amounts(budget);
  detail::require_name(
      name, "a dataset's name is 1 to 200 bytes of UTF-8 without control or invisible characters");
  detail::require_name(
      unit, "a unit of privacy is 1 to 200 bytes of UTF-8 without control or invisible characters");
  require(terms.epsilon.has_value() != terms.rho.has_value(), bad_parameter,
          "a budget is an epsilon, a rho, or an epsilon with a delta");
  require(!terms.delta || terms.epsilon, bad_parameter, "a delta needs an epsilon");
  require(terms.epsilon.value_or(1) > 0 && terms.rho.value_or(1) > 0, bad_parameter,
          "a budget must be above 0");
  if (terms.delta) {
    require(*terms.delta > 0 && *terms.delta < 1, bad_parameter,
            "a budget's delta must be above 0 and below 1");
  }
  Dataset out{std::move(name), std::move(unit), neighbors,
              accountant.value_or(default_accountant(terms)), terms};
  switch (out.accountant) {
    case Accountant::pure:
      require(terms.epsilon && !terms.delta, bad_parameter,
              "the accountant pure takes a budget in epsilon alone");
      break;
    case Accountant::zcdp:
      require(terms.rho.has_value(), bad_parameter, "the accountant zcdp takes a budget in rho");
      break;
    case Accountant::basic:
    case Accountant::mixed:
      require(terms.delta.has_value(), bad_parameter,
              "the accountants basic and mixed take a budget in epsilon and delta");
      break;
  }
  if (out.accountant == Accountant::mixed && terms.epsilon && terms.delta) {
    out.budget.rho = zcdp_within(*terms.epsilon, *terms.delta);
  }
  return out;
}

Dataset checked_dataset(const Dataset& dataset) {
  Amounts asked = dataset.budget;
  if (dataset.accountant == Accountant::mixed) {
    asked.rho.reset();
  }
  Dataset out =
      make_dataset(dataset.name, dataset.unit, dataset.neighbors, asked, dataset.accountant);
  require(!dataset.budget.rho || checked_amount(*dataset.budget.rho) == out.budget.rho,
          bad_parameter,
          "the rho of a mixed budget is what make_dataset finds for its epsilon and delta");
  return out;
}

}  // namespace discreet

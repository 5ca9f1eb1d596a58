#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/quantiles.hpp"
#include "mechanisms/quantile_plan.hpp"
#include "release/price.hpp"

namespace discreet {
namespace {

using QuantilesPlan = QuantilesRelease::Plan;

// A request whose amounts are known exactly, and what public facts make of it.
struct QuantilesAsked {
  const QuantilesRequest& request;
  const QuantilesRelease::Facts& facts;
  const Budget* budget;
  Amounts amounts;
  detail::ColumnNeighbors neighbors;
};

bool adds_quantiles_by(const QuantilesAsked& asked, Accountant accountant) {
  return asked.budget != nullptr && asked.budget->accountant == accountant;
}

std::optional<Fraction> said_exactly(const std::optional<Amount>& amount) {
  return amount ? std::optional{amount->exact()} : std::nullopt;
}

void require_quantile_amounts(const Amounts& amounts, const Budget* budget) {
  require(amounts.epsilon || amounts.rho || detail::by_step(amounts, budget), bad_parameter,
          "a release needs an epsilon or a rho");
  require(!amounts.epsilon || !amounts.rho, bad_parameter,
          "a release takes one of epsilon and rho");
  require(amounts.epsilon.value_or(1) > 0 && amounts.rho.value_or(1) > 0, bad_parameter,
          "an epsilon or a rho must be above 0");
  require(!amounts.delta || amounts.epsilon, bad_parameter, "a delta needs an epsilon");
  require(amounts.delta.value_or(0) < 1, bad_parameter, "a delta must be below 1");
}

void require_quantile_groups(const QuantilesRequest& request,
                             const QuantilesRelease::Facts& facts) {
  require(facts.groups.value_or(1) >= 1, bad_parameter, "there must be a group");
  require(request.groups_per_unit >= 1, bad_parameter, "groups per unit must be at least 1");
  require(facts.groups || request.groups_per_unit == 1, bad_parameter,
          "groups per unit are for groups");
  require(request.per_unit != PerUnit::share || request.groups_per_unit == 1, bad_parameter,
          "groups per unit are for one value per unit: shares are of all rows in all groups");
}

QuantilesAsked checked_request(const QuantilesRequest& request,
                               const QuantilesRelease::Facts& facts, const Budget* budget) {
  QuantilesAsked asked{
      request,
      facts,
      budget,
      {said_exactly(request.epsilon), said_exactly(request.delta), said_exactly(request.rho)},
      {}};
  require(request.grid.has_value(), bad_parameter, "quantiles need a grid");
  parse_neighbors(to_string(request.neighbors));  // a value that a cast made has no name
  (void)parse_per_unit(to_string(request.per_unit));
  require_quantile_amounts(asked.amounts, budget);
  require_quantile_groups(request, facts);
  require(!request.units || (*request.units >= 1 && *request.units < most_units), bad_parameter,
          "there must be at least one unit, and fewer than 2^31");
  detail::require_way_to_pay(request.pay, asked.amounts, budget);
  const std::uint64_t groups = facts.groups.value_or(1);
  asked.neighbors.neighbors = request.neighbors;
  asked.neighbors.switches = groups > 1 && request.neighbors == Neighbors::replace;
  asked.neighbors.columns = std::min(request.groups_per_unit, groups);
  return asked;
}

// Permute-and-flip errs a little less at an epsilon, and costs about four times as much rho.
Law law_for(const QuantilesAsked& asked, const Target& target) {
  const bool adds_rho =
      adds_quantiles_by(asked, Accountant::mixed) || adds_quantiles_by(asked, Accountant::zcdp);
  const bool flips = asked.request.quantiles.size() == 1 && !asked.facts.groups && !adds_rho &&
                     std::holds_alternative<PureCost>(target) &&
                     asked.request.grid->cells() <= detail::most_materialised_cells;
  return flips ? Law::permute_and_flip : Law::exponential_mechanism;
}

// The plan with its costs in every currency, as the noise has them.
QuantilesPlan with_costs(const QuantilesAsked& asked, QuantilePlan quantiles) {
  QuantilesPlan out;
  out.quantiles = std::move(quantiles);
  const double epsilon = detail::epsilon_of_nodes(out.quantiles.nodes, asked.neighbors, 1);
  const double rho =
      detail::rho_of_nodes(out.quantiles.law, out.quantiles.nodes, asked.neighbors, 1);
  if (std::isfinite(epsilon)) {
    out.cost.epsilon = inf_amount(epsilon);
  }
  if (std::isfinite(rho)) {
    out.cost.rho = inf_amount(rho);
  }
  Fraction greatest = 0;
  for (const QuantileNode& node : out.quantiles.nodes) {
    greatest = std::max(greatest, exact_fraction(node.step));
  }
  const std::uint64_t columns = asked.neighbors.columns;
  if (columns <= most_steps / out.quantiles.levels) {
    detail::state_steps(out.cost, out.quantiles.law, out.quantiles.levels * columns, greatest,
                        asked.budget);
  }
  return out;
}

QuantilesPlan calibrated_for(const QuantilesAsked& asked, const Target& target,
                             const Progress& progress) {
  return with_costs(asked, detail::calibrate_quantiles_by(
                               law_for(asked, target), asked.request.quantiles, target,
                               asked.neighbors, asked.request.grid->cells(), progress));
}

// At the noise that the budget has fixed.
QuantilesPlan quantiles_in_steps(const QuantilesAsked& asked) {
  const double step = neg_inf_double_of(asked.budget->amounts.step.value_or(0));
  QuantilesPlan out =
      with_costs(asked, detail::quantiles_of_step(asked.request.quantiles, step, asked.neighbors,
                                                  asked.request.grid->cells()));
  require(out.cost.epsilon || out.cost.rho, bad_parameter,
          "the step is too large to promise anything");
  out.promise = {out.cost.epsilon, std::nullopt, out.cost.rho};
  return out;
}

QuantilesPlan quantiles_in_epsilon(const QuantilesAsked& asked, const Fraction& epsilon,
                                   const Progress& progress) {
  QuantilesPlan out = calibrated_for(asked, PureCost{neg_inf_double_of(epsilon)}, progress);
  out.cost.epsilon = out.promise.epsilon = epsilon;
  return out;
}

QuantilesPlan quantiles_in_rho(const QuantilesAsked& asked, const Fraction& rho,
                               const Progress& progress) {
  QuantilesPlan out = calibrated_for(asked, ZcdpCost{neg_inf_double_of(rho)}, progress);
  out.cost.rho = out.promise.rho = rho;
  return out;
}

QuantilesPlan quantiles_with_delta(const QuantilesAsked& asked, const Fraction& epsilon,
                                   const Fraction& delta, const Progress& progress) {
  require(!adds_quantiles_by(asked, Accountant::pure), bad_parameter,
          "a dataset with the accountant pure has no delta to spend");
  require(!adds_quantiles_by(asked, Accountant::steps), bad_parameter,
          "a dataset with the accountant steps fixes the noise by its step: leave out epsilon and "
          "delta");
  if (asked.budget == nullptr || adds_quantiles_by(asked, Accountant::basic)) {
    const ApproximateCost target{neg_inf_double_of(epsilon), neg_inf_double_of(delta)};
    QuantilesPlan out = calibrated_for(asked, target, progress);
    out.cost.epsilon = epsilon;
    out.cost.delta = delta;
    out.promise = {epsilon, delta, std::nullopt};
    return out;
  }
  const Pay pay = asked.request.pay.value_or(Pay::rho);
  const bool mixed = adds_quantiles_by(asked, Accountant::mixed);
  QuantilesPlan out;
  if (mixed && pay == Pay::epsilon) {
    out = quantiles_in_epsilon(asked, epsilon, progress);
  } else {
    out = quantiles_in_rho(asked, detail::rho_within(epsilon, delta, 0, asked.budget), progress);
    out.promise = {epsilon, delta, out.cost.rho};
  }
  if (mixed) {
    out.pay = pay;
  }
  return out;
}

}  // namespace

QuantilesPlan QuantilesRelease::plan(const QuantilesRequest& request, const Facts& facts,
                                     const Budget* budget, const Progress& progress) {
  require_sound_arithmetic();
  const QuantilesAsked asked = checked_request(request, facts, budget);
  const Fraction delta = asked.amounts.delta.value_or(0);
  Plan out;
  if (detail::by_step(asked.amounts, budget)) {
    out = quantiles_in_steps(asked);
  } else if (asked.amounts.rho) {
    out = quantiles_in_rho(asked, *asked.amounts.rho, progress);
  } else if (delta > 0) {
    out = quantiles_with_delta(asked, asked.amounts.epsilon.value_or(0), delta, progress);
  } else {
    out = quantiles_in_epsilon(asked, asked.amounts.epsilon.value_or(0), progress);
  }
  out.request = request;
  out.request.quantiles = out.quantiles.quantiles;
  out.facts = facts;
  if (request.units || out.quantiles.quantiles.size() == 1) {
    constexpr double one_in_twenty = 0.05;
    out.rank_error_95 = out.quantiles.rank_error(one_in_twenty, request.units);
  }
  return out;
}

}  // namespace discreet

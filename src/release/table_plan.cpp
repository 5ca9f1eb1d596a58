#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "accounting/calibrate.hpp"
#include "discreet/accounting/accuracy.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/table.hpp"
#include "release/price.hpp"
#include "release/table_allowance.hpp"

namespace discreet {
namespace {

using detail::TableAllowance;
using detail::TableAsked;
using detail::TableCurrency;

// How many selections a unit takes part in.
std::uint64_t selections_of(const TableAsked& asked) {
  const std::uint64_t k = asked.request.k;
  require(k <= std::numeric_limits<std::uint32_t>::max() / asked.groups, bad_parameter,
          "the selections of a unit's groups must be fewer than 2^32");
  return k * asked.groups;
}

// How many times the slack of one table is paid for.
Fraction tables_paid(const TableAsked& asked) {
  return exact_fraction(asked.groups) * (asked.switches ? 2 : 1);
}

// The part of the budget that pays for the list.
Fraction list_part(const TableAsked& asked, const TableAllowance& allowed) {
  return allowed.own_numbers ? Fraction{1} : Fraction{1 - asked.counts_share};
}

Target list_target(const TableAsked& asked, const TableAllowance& allowed) {
  const Fraction part = allowed.amount * list_part(asked, allowed);
  switch (allowed.currency) {
    case TableCurrency::epsilon:
      return PureCost{neg_inf_double_of(part)};
    case TableCurrency::rho:
      return ZcdpCost{neg_inf_double_of(part)};
    case TableCurrency::approximate:
    case TableCurrency::steps:
      break;
  }
  const Fraction delta = (allowed.delta - allowed.slack) / (1 - allowed.slack);
  return ApproximateCost{neg_inf_double_of(allowed.amount), neg_inf_double_of(delta)};
}

// The interval in which the changes of all numbers lie has this length.
double range_of(const TableRequest& request) {
  const auto upper =
      static_cast<std::uint64_t>(std::max<std::int64_t>(request.contribution.upper, 0));
  const auto lower =
      static_cast<std::uint64_t>(-std::min<std::int64_t>(request.contribution.lower, 0));
  const auto range = inf_cast<double>(upper + lower);
  return request.neighbors == Neighbors::replace ? inf_add(range, range) : range;
}

// How the items of a list are selected.
struct ListNoise {
  Law law;
  double scale;
  double step;  // the range over the scale, rounded up
};

ListNoise noise_of_step(const TableAsked& asked) {
  const double range = range_of(asked.request);
  const double scale = detail::scale_of_step(range, *asked.budget);
  return {Law::exponential_mechanism, scale, inf_div(range, scale)};
}

// What selections cost in the currency that was not asked for, where it is finite.
void complete_cost(Amounts& cost, const ListNoise& noise, std::uint64_t selections) {
  const Amounts found = detail::cost_of_selections(noise.law, selections, noise.step);
  cost.epsilon = cost.epsilon ? cost.epsilon : found.epsilon;
  cost.rho = cost.rho ? cost.rho : found.rho;
}

// How many steps of which range they are, where steps are counted and nothing but names is released.
void state_steps_of(Amounts& cost, const ListNoise& noise, const TableAsked& asked,
                    std::uint64_t selections) {
  if (!asked.request.counts) {
    const Fraction range = exact_fraction(range_of(asked.request));
    detail::state_steps(cost, noise.law, selections, range / exact_fraction(noise.scale),
                        asked.budget);
  }
}

CountNoise noise_of(const TableAllowance& allowed) {
  switch (allowed.currency) {
    case TableCurrency::epsilon:
      return CountNoise::discrete_laplace;
    case TableCurrency::rho:
      return CountNoise::discrete_gaussian;
    case TableCurrency::approximate:
    case TableCurrency::steps:
      break;
  }
  throw Error{bug, "a curve of selections pays for no noisy numbers"};
}

// About the standard deviation of a histogram's noise, for people.
double deviation_of(const ThresholdedHistogram& how) {
  const double scale = inf_double_of(how.scale);
  switch (how.noise) {
    case CountNoise::discrete_laplace:
      return std::sqrt(2.0) * scale;
    case CountNoise::discrete_gaussian:
      return std::sqrt(scale);
  }
  return scale;
}

// Whether the currency that was not asked for follows: names have both, numbers have a rho beside an epsilon and no
// epsilon beside a rho. A delta already stands for all of it.
bool has_both_currencies(const TableAsked& asked, const TableAllowance& allowed) {
  return !allowed.cost.delta &&
         (!asked.request.counts || allowed.currency == TableCurrency::epsilon);
}

void plan_public_list(TableRelease::Plan& plan, const TableAsked& asked,
                      const TableAllowance& allowed, const Progress& progress) {
  const std::uint64_t selections = selections_of(asked);
  const std::uint64_t candidates = *asked.facts.candidates;
  const double range = range_of(asked.request);
  const Target target = asked.steps ? Target{} : list_target(asked, allowed);
  // A unit that leaves one group for another is two changes of half the range: for the exponential mechanism never
  // worse than one of the whole range, and neither for any law by its epsilon.
  const bool one_law = asked.switches && allowed.currency != TableCurrency::epsilon;
  const std::uint64_t at_least = std::max(candidates, selections);
  const auto calibrated = [&]() -> ListNoise {
    if (asked.steps) {
      return noise_of_step(asked);
    }
    const TopKPlan found =
        one_law ? detail::calibrate_law(Law::exponential_mechanism, selections, target, range,
                                        at_least, progress)
                : calibrate_top_k(selections, target, range, Monotonic::yes, at_least, progress);
    return {found.law, found.scale, found.step};
  };
  const ListNoise noise = calibrated();
  plan.list = Selection{noise.law, noise.scale, asked.request.k, asked.request.optimize};
  plan.scale = noise.scale;
  plan.expected_error = expected_error(noise.law, candidates, noise.scale);
  if (has_both_currencies(asked, allowed) && (!asked.switches || one_law)) {
    complete_cost(plan.cost, noise, selections);
  }
  state_steps_of(plan.cost, noise, asked, selections);
}

void plan_limited_domain(TableRelease::Plan& plan, const TableAsked& asked,
                         const TableAllowance& allowed, const Progress& progress) {
  const TableRequest& request = asked.request;
  const std::uint64_t selections = selections_of(asked);
  LimitedDomain how;
  how.k = request.k;
  how.slack = allowed.slack / tables_paid(asked);
  if (request.items_per_unit) {
    how.items_per_unit = request.items_per_unit;
  } else {
    how.limit = request.limit.value_or(std::max<std::uint64_t>(10 * request.k, 100));
  }
  how.largest = static_cast<std::uint64_t>(std::max<std::int64_t>(request.contribution.upper, 0));
  const auto calibrated = [&]() -> ListNoise {
    if (asked.steps) {
      return noise_of_step(asked);
    }
    const TopKPlan found =
        detail::calibrate_law(Law::exponential_mechanism, selections, list_target(asked, allowed),
                              range_of(request), selections, progress);
    return {found.law, found.scale, found.step};
  };
  const ListNoise noise = calibrated();
  how.scale = noise.scale;
  // No more than one unit's noise covers, 1 / (1 - slack) <= e^(1/scale): ln(1 + 1/scale) <= 1/scale.
  how.slack = std::min(how.slack, Fraction{1 / (1 + exact_fraction(how.scale))});
  plan.even_odds = limited_domain_cost(how, UnitDistance{request.neighbors}).even_odds;
  plan.scale = how.scale;
  plan.list = std::move(how);
  if (has_both_currencies(asked, allowed)) {
    complete_cost(plan.cost, noise, selections);
  }
  state_steps_of(plan.cost, noise, asked, selections);
}

// The threshold is for all groups together: a unit has no more items in all of them.
void plan_histogram(TableRelease::Plan& plan, const TableAsked& asked,
                    const TableAllowance& allowed) {
  ThresholdedHistogram how;
  how.noise = noise_of(allowed);
  how.slack = allowed.slack;
  how.items_per_unit = *asked.request.items_per_unit;
  how.k = asked.request.k;
  const UnitDistance metric{asked.request.neighbors};
  how = calibrate_thresholded_histogram(std::move(how), metric, list_target(asked, allowed));
  const ThresholdedHistogramCost cost = thresholded_histogram_cost(how, metric);
  plan.even_odds = cost.threshold + how.floor + 1;
  plan.scale = deviation_of(how);
  plan.list = std::move(how);
  if (has_both_currencies(asked, allowed)) {
    plan.cost.rho = plan.cost.rho.value_or(cost.rho);
  }
}

// Of one table, but for how many items it lists.
NoisyCountsRequest counts_of(const TableAsked& asked, const TableAllowance& allowed) {
  const TableRequest& request = asked.request;
  NoisyCountsRequest out;
  out.noise = noise_of(allowed);
  out.budget = Fraction{allowed.amount * asked.counts_share / tables_paid(asked)};
  out.items = request.k;
  out.neighbors = request.neighbors;
  out.contribution = request.contribution;
  out.items_per_unit = request.items_per_unit;
  out.bound = request.bound;
  out.confidence = request.counts->confidence;
  return out;
}

// The numbers of a table are pure, so that they have the rho of their epsilon, however many are listed.
void add_rho_of_numbers(Amounts& cost, const TableAsked& asked, const NoisyCountsRequest& counts) {
  const double each = pure_to_zcdp(inf_double_of(counts.budget.exact()));
  if (cost.rho && std::isfinite(each)) {
    *cost.rho += tables_paid(asked) * inf_amount(each);
  } else {
    cost.rho.reset();
  }
}

// Refuses now what a release would refuse later, when it knows how many items are listed: for fewer of them the noise has
// at most twice the scale, since the way that errs less is taken.
void require_plannable(NoisyCountsRequest counts) {
  counts.budget = Fraction{counts.budget.exact() / 4};
  (void)plan_noisy_counts(counts);
}

}  // namespace

TableRelease::Plan TableRelease::plan(const TableRequest& request, const Facts& facts,
                                      const Budget* budget, const Progress& progress) {
  require_sound_arithmetic();
  const TableAsked asked = detail::checked_table(request, facts, budget);
  const TableAllowance allowed = detail::table_allowance(asked);
  Plan out;
  out.request = request;
  out.facts = facts;
  out.cost = allowed.cost;
  out.promise = allowed.promise;
  out.pay = allowed.pay;
  if (request.counts && !allowed.own_numbers) {
    out.counts = counts_of(asked, allowed);
    require_plannable(*out.counts);
  }
  if (!asked.unlisted()) {
    plan_public_list(out, asked, allowed, progress);
  } else if (asked.histogram()) {
    plan_histogram(out, asked, allowed);
  } else {
    plan_limited_domain(out, asked, allowed, progress);
  }
  if (out.counts && allowed.currency == TableCurrency::epsilon) {
    add_rho_of_numbers(out.cost, asked, *out.counts);
  }
  if (asked.steps) {
    require(out.cost.epsilon || out.cost.rho, bad_parameter,
            "the step is too large to promise anything");
    out.promise = {out.cost.epsilon, std::nullopt, out.cost.rho, out.cost.slack};
  }
  return out;
}

}  // namespace discreet

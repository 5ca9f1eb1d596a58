#include "release/table_allowance.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "discreet/error.hpp"
#include "release/price.hpp"

namespace discreet::detail {
namespace {

std::optional<Fraction> exact_amount(const std::optional<Amount>& amount) {
  return amount ? std::optional{amount->exact()} : std::nullopt;
}

bool adds_by(const TableAsked& asked, Accountant accountant) {
  return asked.budget != nullptr && asked.budget->accountant == accountant;
}

// What only makes sense without a public list, or only with one.
void require_listing(const TableAsked& asked) {
  const TableRequest& request = asked.request;
  if (!asked.unlisted()) {
    require(request.k <= *asked.facts.candidates, bad_parameter,
            "k must not be above the number of candidates");
    require(!request.limit, bad_parameter, "a limit is for items that no public list names");
    require(!request.items_per_unit && request.bound == Bound::by_leaving_out, bad_parameter,
            "items per unit are for items that no public list names");
    require(!request.threshold_share, bad_parameter,
            "a threshold's share of delta is for items that no public list names");
    require(request.optimize == Optimize::max || !request.counts, bad_parameter,
            "counts are for the items with the largest numbers");
    return;
  }
  require(asked.amounts.delta.value_or(0) > 0, bad_parameter,
          "items that no public list names need a delta: give a public list, or a delta");
  require(request.optimize == Optimize::max, bad_parameter,
          "the least frequent items can only be told from a public list");
  require(!request.limit || !request.items_per_unit, bad_parameter,
          "a limit goes without items per unit: nothing is cut but by what a unit has");
  require(request.limit.value_or(request.k) >= request.k, bad_parameter,
          "the limit must not be below k");
  require(request.limit.value_or(1) < std::numeric_limits<std::uint32_t>::max(), bad_parameter,
          "the limit must be below 2^32 - 1");
  require(request.items_per_unit.value_or(1) >= 1, bad_parameter,
          "items per unit must be at least 1");
  require(request.items_per_unit || request.bound == Bound::by_leaving_out, bad_parameter,
          "a bound by nature must say how many items a unit has");
  require(request.contribution.lower >= 0, bad_parameter,
          "items that no public list names need numbers to which no unit adds less than 0");
}

void require_contribution(const Contribution& contribution) {
  constexpr std::int64_t most = std::int64_t{1} << 62U;
  require(contribution.lower <= contribution.upper, bad_parameter,
          "the lower bound of what a unit adds must not be above the upper one");
  require(contribution.lower != 0 || contribution.upper != 0, bad_parameter,
          "a unit must be able to add something");
  require(contribution.lower >= -most && contribution.upper <= most, bad_parameter,
          "what a unit adds must be within 2^62");
}

void require_amounts(const TableAsked& asked) {
  const Amounts& amounts = asked.amounts;
  require(amounts.epsilon || amounts.rho || asked.steps, bad_parameter,
          "a release needs an epsilon or a rho");
  require(!amounts.epsilon || !amounts.rho, bad_parameter,
          "a release takes one of epsilon and rho");
  require(amounts.epsilon.value_or(1) > 0 && amounts.rho.value_or(1) > 0, bad_parameter,
          "an epsilon or a rho must be above 0");
  require(amounts.delta.value_or(0) < 1, bad_parameter, "a delta must be below 1");
  require(!amounts.rho || asked.unlisted() || !amounts.delta, bad_parameter,
          "a rho takes a delta only for items that no public list names");
  if (asked.steps) {
    require(asked.unlisted() || !amounts.delta, bad_parameter,
            "steps take a delta only for items that no public list names");
    require(!asked.request.counts, bad_parameter,
            "the accountant steps adds selections, and numbers are none: with a public list all of "
            "it can be one step, at an epsilon of at most half of that");
  }
}

// The delta that thresholds take of what was asked for.
Fraction slack_of(const TableAsked& asked) {
  if (!asked.unlisted()) {
    return 0;
  }
  Fraction delta = asked.amounts.delta.value_or(0);
  if (asked.amounts.rho || asked.steps) {
    require(!asked.request.threshold_share, bad_parameter,
            "beside a rho, or steps, the whole delta is for the threshold");
    return delta;
  }
  Fraction share{1, 4};
  if (asked.request.threshold_share) {
    share = asked.request.threshold_share->exact();
    require(share > 0 && share < 1, bad_parameter,
            "a threshold's share of delta must be above 0 and below 1");
  } else if (adds_by(asked, Accountant::mixed) && asked.budget->amounts.slack.value_or(0) > 0) {
    // As the budget itself is split, so that a release of all of it fits.
    share = *asked.budget->amounts.slack / asked.budget->amounts.delta.value_or(1);
  }
  return share * delta;
}

// What a histogram keeps must be above this.
std::uint64_t threshold_for(const TableAsked& asked, CountNoise noise, const Target& target,
                            const Fraction& slack) {
  ThresholdedHistogram how;
  how.noise = noise;
  how.slack = slack;
  how.items_per_unit = *asked.request.items_per_unit;
  const UnitDistance metric{asked.request.neighbors};
  return thresholded_histogram_cost(calibrate_thresholded_histogram(std::move(how), metric, target),
                                    metric)
      .threshold;
}

TableAllowance in_epsilon(const Fraction& epsilon, const Fraction& slack) {
  TableAllowance out;
  out.amount = epsilon;
  out.slack = slack;
  out.cost.epsilon = out.promise.epsilon = epsilon;
  if (slack > 0) {
    out.cost.slack = slack;
    out.promise.delta = slack;
  }
  return out;
}

TableAllowance in_rho(const Fraction& rho, const Fraction& slack) {
  TableAllowance out;
  out.currency = TableCurrency::rho;
  out.amount = rho;
  out.slack = slack;
  out.cost.rho = rho;
  if (slack > 0) {
    out.cost.slack = slack;
  }
  out.promise = out.cost;
  return out;
}

TableAllowance in_steps(const Fraction& slack) {
  TableAllowance out;
  out.currency = TableCurrency::steps;
  out.slack = slack;
  if (slack > 0) {
    out.cost.slack = slack;
  }
  return out;
}

// Numbers that a histogram publishes anyway are those of the rows that are counted.
bool has_own_numbers(const TableAsked& asked) {
  return asked.request.counts && asked.request.bound == Bound::by_nature;
}

// (epsilon, delta) where the account adds just that, or nobody adds.
TableAllowance as_written(const TableAsked& asked, const Fraction& slack) {
  const Fraction epsilon = asked.amounts.epsilon.value_or(0);
  const Fraction delta = asked.amounts.delta.value_or(0);
  TableAllowance out;
  if (asked.histogram()) {
    // Nothing else needs a delta in epsilon. Of the two, an item needs less where the threshold is lower.
    const Fraction pure_slack = asked.request.threshold_share ? slack : delta;
    const Fraction rho = rho_within(epsilon, delta, slack, asked.budget);
    const bool fresh_numbers = asked.request.counts && !has_own_numbers(asked);
    if (!fresh_numbers &&
        threshold_for(asked, CountNoise::discrete_laplace, PureCost{neg_inf_double_of(epsilon)},
                      pure_slack) <= threshold_for(asked, CountNoise::discrete_gaussian,
                                                   ZcdpCost{neg_inf_double_of(rho)}, slack)) {
      out = in_epsilon(epsilon, pure_slack);
      out.own_numbers = has_own_numbers(asked);
    } else {
      out = in_rho(rho, slack);
    }
  } else if (asked.request.counts) {
    out = in_rho(rho_within(epsilon, delta, slack, asked.budget), slack);
  } else {
    out.currency = TableCurrency::approximate;
    out.amount = epsilon;
    out.delta = delta;
    out.slack = slack;
  }
  out.cost = {epsilon, delta, std::nullopt, std::nullopt};
  out.promise = out.cost;
  return out;
}

}  // namespace

TableAsked checked_table(const TableRequest& request, const TableRelease::Facts& facts,
                         const Budget* budget) {
  const Amounts amounts{exact_amount(request.epsilon), exact_amount(request.delta),
                        exact_amount(request.rho)};
  TableAsked asked{request, facts, budget, amounts};
  asked.steps = by_step(amounts, budget);
  require_contribution(request.contribution);
  require(request.k >= 1, bad_parameter, "k must be at least 1");
  require_optimize(request.optimize);
  parse_neighbors(to_string(request.neighbors));  // a value that a cast made has no name
  require_amounts(asked);
  require_listing(asked);
  require_way_to_pay(request.pay, amounts, budget);
  require(request.groups_per_unit >= 1, bad_parameter, "groups per unit must be at least 1");
  require(facts.groups || request.groups_per_unit == 1, bad_parameter,
          "groups per unit are for groups");
  require(facts.groups.value_or(1) >= 1, bad_parameter, "there must be a group");
  asked.groups = std::min(request.groups_per_unit, facts.groups.value_or(1));
  asked.switches = facts.groups.value_or(1) > 1 && request.neighbors == Neighbors::replace;
  if (request.counts) {
    asked.counts_share = request.counts->share.exact();
    require(asked.counts_share > 0 && asked.counts_share < 1, bad_parameter,
            "the counts' share of the budget must be above 0 and below 1");
  }
  return asked;
}

TableAllowance table_allowance(const TableAsked& asked) {
  const Amounts& amounts = asked.amounts;
  const Fraction slack = slack_of(asked);
  if (amounts.rho) {
    return in_rho(*amounts.rho, slack);
  }
  if (asked.steps) {
    return in_steps(slack);
  }
  const Fraction epsilon = amounts.epsilon.value_or(0);
  const Fraction delta = amounts.delta.value_or(0);
  if (delta == 0) {
    return in_epsilon(epsilon, 0);
  }
  require(!adds_by(asked, Accountant::pure), bad_parameter,
          "a dataset with the accountant pure has no delta to spend");
  require(!adds_by(asked, Accountant::steps), bad_parameter,
          "a dataset with the accountant steps fixes the noise by its step: leave out epsilon, and "
          "give a delta only for what stands in place of a public list");
  if (asked.budget == nullptr || adds_by(asked, Accountant::basic)) {
    return as_written(asked, slack);
  }
  const Pay pay = asked.request.pay.value_or(Pay::rho);
  const bool in_epsilons = adds_by(asked, Accountant::mixed) && pay == Pay::epsilon;
  TableAllowance out = in_epsilons ? in_epsilon(epsilon, slack)
                                   : in_rho(rho_within(epsilon, delta, slack, asked.budget), slack);
  if (in_epsilons) {
    out.own_numbers = asked.histogram() && has_own_numbers(asked);
  } else {
    out.promise.epsilon = epsilon;
    out.promise.delta = delta;
  }
  if (adds_by(asked, Accountant::mixed)) {
    out.pay = pay;
  }
  return out;
}

}  // namespace discreet::detail

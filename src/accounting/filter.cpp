#include <cstddef>
#include <string>
#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

using MaybeAmount = std::optional<Fraction>;

// What is absent is infinite, and stays so.
MaybeAmount sum(const MaybeAmount& x, const MaybeAmount& y) {
  if (!x || !y) {
    return std::nullopt;
  }
  return Fraction{*x + *y};
}

bool within(const MaybeAmount& total, const MaybeAmount& budget) {
  return total && budget && *total <= *budget;
}

MaybeAmount rest(const MaybeAmount& budget, const MaybeAmount& spent) {
  if (!budget) {
    return std::nullopt;
  }
  if (!spent || *spent >= *budget) {
    return Fraction{0};
  }
  return Fraction{*budget - *spent};
}

MaybeAmount pure_epsilon(const Amounts& cost) {
  return cost.delta.value_or(0) == 0 ? cost.epsilon : std::nullopt;
}

// The rho as stated, or the one that a pure epsilon implies.
MaybeAmount price_in_rho(const Amounts& cost) {
  if (cost.rho) {
    return cost.rho;
  }
  const MaybeAmount epsilon = pure_epsilon(cost);
  if (!epsilon) {
    return std::nullopt;
  }
  const double rho = pure_to_zcdp(inf_double_of(*epsilon));
  require(rho <= 1e300, bad_parameter, "a cost must be finite");
  return inf_amount(rho);
}

void require_amounts(const Amounts& cost) {
  require(cost.epsilon.value_or(0) >= 0 && cost.rho.value_or(0) >= 0 &&
              cost.delta.value_or(0) >= 0 && cost.slack.value_or(0) >= 0,
          bad_parameter, "a cost must not be negative");
  require(cost.delta.value_or(0) <= 1, bad_parameter, "a delta is at most 1");
  require(cost.slack.value_or(0) <= 1, bad_parameter, "a slack is at most 1");
  const Fraction steps = cost.steps.value_or(1);
  require(steps.get_den() == 1 && steps >= 1 && cost.step.value_or(0) >= 0, bad_parameter,
          "a cost has a whole number of steps, at least one");
  require(cost.steps.has_value() == cost.step.has_value(), bad_parameter,
          "a cost in steps says how many they are and what range each has");
}

// What of a cost's slack is added up; nothing where there is none, and it costs nothing.
MaybeAmount price_in_slack(const Amounts& cost, const Budget& budget) {
  if (cost.slack.value_or(0) == 0) {
    return std::nullopt;
  }
  require(budget.accountant != Accountant::pure, bad_parameter,
          "the accountant pure has no delta for thresholds");
  require(budget.amounts.slack.has_value(), bad_parameter,
          "the budget was created without a share of delta for thresholds, and none can be given "
          "later: give a public list of items, or charge a dataset that has one");
  return cost.slack;
}

// One step where twice a pure epsilon is within the step, else those that the cost is made of.
Fraction price_in_steps(const Amounts& cost, const Fraction& step) {
  const MaybeAmount epsilon = pure_epsilon(cost);
  if (epsilon && 2 * *epsilon <= step) {
    return 1;
  }
  if (cost.steps && cost.step && *cost.step <= step) {
    return *cost.steps;
  }
  constexpr std::size_t digits = 6;
  throw Error{
      bad_parameter,
      "the accountant steps adds selections by the exponential mechanism at a scale of at "
      "least their range over its step, and pure releases of at most half of it in epsilon; "
      "the step is " +
          amount_text(shortened(step, digits, Shorten::down))};
}

// Whether nothing is promised in a currency, or no more than before.
bool is_lesser(const MaybeAmount& lesser, const MaybeAmount& amount) {
  return !lesser || within(lesser, amount);
}

}  // namespace

Filter::Filter(Budget budget) : budget_(std::move(budget)), spent_{} {
  const Amounts& amounts = budget_.amounts;
  spent_.slack = amounts.slack ? MaybeAmount{0} : std::nullopt;
  // Under steps no charge spends epsilon: with delta it is what the number of steps was bought with.
  if (budget_.accountant == Accountant::steps) {
    spent_.steps = MaybeAmount{0};
    return;
  }
  spent_.epsilon = amounts.epsilon ? MaybeAmount{0} : std::nullopt;
  spent_.rho = amounts.rho ? MaybeAmount{0} : std::nullopt;
  // Under mixed no charge spends delta: it is what the budget's rho was bought with.
  spent_.delta = budget_.accountant == Accountant::basic ? MaybeAmount{0} : std::nullopt;
}

Amounts Filter::price(const Amounts& cost) const {
  require_amounts(cost);
  switch (budget_.accountant) {
    case Accountant::pure: {
      const MaybeAmount epsilon = pure_epsilon(cost);
      require(epsilon.has_value(), bad_parameter, "the accountant pure adds pure epsilons only");
      return {epsilon, std::nullopt, std::nullopt, price_in_slack(cost, budget_)};
    }
    case Accountant::zcdp: {
      const MaybeAmount rho = price_in_rho(cost);
      require(rho.has_value(), bad_parameter,
              "the accountant zcdp adds rhos and pure epsilons only");
      return {std::nullopt, std::nullopt, rho, price_in_slack(cost, budget_)};
    }
    case Accountant::basic:
      require(cost.epsilon.has_value(), bad_parameter,
              "the accountant basic adds epsilons and deltas only");
      // No part of its delta is set apart: a slack is a delta like any other.
      return {cost.epsilon,
              checked_amount(Fraction{cost.delta.value_or(0) + cost.slack.value_or(0)}),
              std::nullopt};
    case Accountant::mixed: {
      const MaybeAmount rho = price_in_rho(cost);
      require(rho.has_value(), bad_parameter,
              "the accountant mixed adds rhos and pure epsilons only");
      return {pure_epsilon(cost), std::nullopt, rho, price_in_slack(cost, budget_)};
    }
    case Accountant::steps: {
      Amounts out;
      out.steps = price_in_steps(cost, budget_.amounts.step.value_or(0));
      out.slack = price_in_slack(cost, budget_);
      return out;
    }
  }
  throw Error{bug, "every accountant has a price"};
}

bool Filter::admits(const Amounts& priced) const {
  return admits_loss(priced) && admits_slack(priced);
}

bool Filter::admits_slack(const Amounts& priced) const {
  return spent_.slack.value_or(0) + priced.slack.value_or(0) <= budget_.amounts.slack.value_or(0);
}

bool Filter::admits_loss(const Amounts& priced) const {
  const Amounts& budget = budget_.amounts;
  const MaybeAmount epsilon = sum(spent_.epsilon, priced.epsilon);
  const MaybeAmount rho = sum(spent_.rho, priced.rho);
  switch (budget_.accountant) {
    case Accountant::pure:
      return within(epsilon, budget.epsilon);
    case Accountant::zcdp:
      return within(rho, budget.rho);
    case Accountant::basic:
      return within(epsilon, budget.epsilon) &&
             within(sum(spent_.delta, priced.delta), budget.delta);
    case Accountant::mixed:
      return within(epsilon, budget.epsilon) || within(rho, budget.rho);
    case Accountant::steps:
      return within(sum(spent_.steps, priced.steps), budget.steps);
  }
  throw Error{bug, "every accountant has a rule"};
}

void Filter::add(const Amounts& priced) {
  spent_.epsilon = sum(spent_.epsilon, priced.epsilon);
  spent_.delta = sum(spent_.delta, priced.delta);
  spent_.rho = sum(spent_.rho, priced.rho);
  spent_.steps = sum(spent_.steps, priced.steps);
  // Unlike the others, a slack that is absent is 0.
  if (priced.slack) {
    spent_.slack = spent_.slack.value_or(0) + *priced.slack;
  }
  ++charges_;
}

Amounts Filter::left() const {
  const Amounts& budget = budget_.amounts;
  if (budget_.accountant == Accountant::steps) {
    Amounts out;
    out.steps = rest(budget.steps, spent_.steps);
    out.slack = rest(budget.slack, spent_.slack);
    return out;
  }
  Amounts out{rest(budget.epsilon, spent_.epsilon), std::nullopt, rest(budget.rho, spent_.rho),
              rest(budget.slack, spent_.slack)};
  if (budget_.accountant == Accountant::basic) {
    out.delta = rest(budget.delta, spent_.delta);
  }
  return out;
}

Filter Filter::lowered(const Budget& lesser) const {
  const Amounts& now = budget_.amounts;
  const Amounts& then = lesser.amounts;
  require(lesser.accountant == budget_.accountant, bad_parameter,
          "a lowered budget keeps its accountant");
  require(is_lesser(then.epsilon, now.epsilon) && is_lesser(then.delta, now.delta) &&
              is_lesser(then.rho, now.rho) && is_lesser(then.slack, now.slack) &&
              is_lesser(then.steps, now.steps),
          bad_parameter, "a budget is only ever lowered, never raised");
  require(then.step == now.step, bad_parameter, "the step of a budget stays what it is");
  Filter out{lesser};
  out.spent_ = spent_;
  out.charges_ = charges_;
  const Amounts nothing{Fraction{0}, Fraction{0}, Fraction{0}, std::nullopt, Fraction{0}};
  require(out.admits(nothing), bad_parameter, "a budget is not lowered below what is spent");
  return out;
}

}  // namespace discreet

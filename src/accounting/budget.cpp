#include "discreet/accounting/budget.hpp"

#include <algorithm>
#include <utility>

#include "discreet/accounting/amount.hpp"
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

constexpr const char* needs_delta =
    "the accountants basic and mixed take a budget in epsilon and delta";

// What follows from an (epsilon, delta): the slack, unless it was said, and the rho that the rest of delta allows.
void set_mixed_terms(Amounts& terms) {
  if (!terms.slack) {
    terms = with_threshold_share(terms, default_threshold_share());
  }
  const Fraction delta = terms.delta.value_or(0);
  const Fraction slack = terms.slack.value_or(0);
  require(slack < delta, bad_parameter, "a budget's slack must be below its delta");
  terms.rho = zcdp_within(terms.epsilon.value_or(0), Fraction{delta - slack});
}

Accountant default_accountant(const Amounts& budget) {
  if (budget.rho) {
    return Accountant::zcdp;
  }
  return budget.delta ? Accountant::mixed : Accountant::pure;
}

}  // namespace

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

Accountant parse_accountant(std::string_view name) {
  for (const Accountant one :
       {Accountant::pure, Accountant::zcdp, Accountant::basic, Accountant::mixed}) {
    if (to_string(one) == name) {
      return one;
    }
  }
  throw Error{bad_parameter, "the accountants are pure, zcdp, basic and mixed"};
}

Budget make_budget(const Amounts& amounts, std::optional<Accountant> accountant) {
  const Amounts terms = checked_amounts(amounts);
  require(terms.epsilon.has_value() != terms.rho.has_value(), bad_parameter,
          "a budget is an epsilon, a rho, or an epsilon with a delta");
  require(!terms.delta || terms.epsilon, bad_parameter, "a delta needs an epsilon");
  require(terms.epsilon.value_or(1) > 0 && terms.rho.value_or(1) > 0, bad_parameter,
          "a budget must be above 0");
  if (terms.delta) {
    require(*terms.delta > 0 && *terms.delta < 1, bad_parameter,
            "a budget's delta must be above 0 and below 1");
  }
  const bool has_slack = terms.slack.value_or(0) > 0;
  Budget out{accountant.value_or(default_accountant(terms)), terms};
  switch (out.accountant) {
    case Accountant::pure:
      require(terms.epsilon && !terms.delta, bad_parameter,
              "the accountant pure takes a budget in epsilon alone");
      require(!has_slack, bad_parameter, "the accountant pure has no delta for thresholds");
      break;
    case Accountant::zcdp:
      require(terms.rho.has_value(), bad_parameter, "the accountant zcdp takes a budget in rho");
      require(terms.slack.value_or(0) < 1, bad_parameter, "a budget's slack must be below 1");
      break;
    case Accountant::basic:
      require(terms.delta.has_value(), bad_parameter, needs_delta);
      require(!has_slack, bad_parameter,
              "the accountant basic takes slack from delta, and sets no share of it apart");
      break;
    case Accountant::mixed:
      require(terms.delta.has_value(), bad_parameter, needs_delta);
      set_mixed_terms(out.amounts);
      break;
  }
  if (out.amounts.slack == Fraction{0}) {
    out.amounts.slack.reset();
  }
  return out;
}

Fraction default_threshold_share() { return {1, 4}; }

Amounts with_threshold_share(const Amounts& budget, const Fraction& share) {
  require(budget.delta.has_value(), bad_parameter,
          "a share for thresholds is a part of delta, and there is no delta");
  require(!budget.slack, bad_parameter,
          "what is for thresholds is said once, as a share or as a slack");
  require(share >= 0 && share < 1, bad_parameter,
          "a share for thresholds must be at least 0 and below 1");
  constexpr std::size_t digits = 17;
  Amounts out = budget;
  out.slack = checked_amount(shortened(Fraction{*budget.delta * share}, digits, Shorten::down));
  return out;
}

Filter::Filter(Budget budget) : budget_(std::move(budget)), spent_{} {
  const Amounts& amounts = budget_.amounts;
  spent_.epsilon = amounts.epsilon ? MaybeAmount{0} : std::nullopt;
  spent_.rho = amounts.rho ? MaybeAmount{0} : std::nullopt;
  // Under mixed no charge spends delta: it is what the budget's rho was bought with.
  spent_.delta = budget_.accountant == Accountant::basic ? MaybeAmount{0} : std::nullopt;
  spent_.slack = amounts.slack ? MaybeAmount{0} : std::nullopt;
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
  }
  throw Error{bug, "every accountant has a rule"};
}

void Filter::add(const Amounts& priced) {
  spent_.epsilon = sum(spent_.epsilon, priced.epsilon);
  spent_.delta = sum(spent_.delta, priced.delta);
  spent_.rho = sum(spent_.rho, priced.rho);
  // Unlike the others, a slack that is absent is 0.
  if (priced.slack) {
    spent_.slack = spent_.slack.value_or(0) + *priced.slack;
  }
  ++charges_;
}

Amounts Filter::left() const {
  const Amounts& budget = budget_.amounts;
  Amounts out{rest(budget.epsilon, spent_.epsilon), std::nullopt, rest(budget.rho, spent_.rho),
              rest(budget.slack, spent_.slack)};
  if (budget_.accountant == Accountant::basic) {
    out.delta = rest(budget.delta, spent_.delta);
  }
  return out;
}

namespace {

// An epsilon past this is taken as this.
constexpr double large = 1e6;

}  // namespace

Fraction zcdp_within(const Fraction& epsilon, const Fraction& delta) {
  require(epsilon >= 0, bad_parameter, "epsilon must not be negative");
  require(delta >= 0 && delta < 1, bad_parameter, "delta must be at least 0 and below 1");
  // Rounded down: a conversion at less epsilon and less delta holds at the amounts as well.
  return neg_inf_amount(
      zcdp_budget(std::min(neg_inf_double_of(epsilon), large), neg_inf_double_of(delta)));
}

bool is_zcdp_within(const Fraction& rho, const Fraction& epsilon, const Fraction& delta) {
  if (rho < 0 || epsilon < 0 || delta < 0 || delta >= 1) {
    return false;
  }
  const double at = std::min(neg_inf_double_of(epsilon), large);
  return zcdp_to_delta(inf_double_of(rho), at) <= neg_inf_double_of(delta) ||
         rho <= zcdp_within(epsilon, delta);
}

std::string_view to_string(Pay pay) noexcept { return pay == Pay::epsilon ? "epsilon" : "rho"; }

Pay parse_pay(std::string_view name) {
  for (const Pay one : {Pay::epsilon, Pay::rho}) {
    if (to_string(one) == name) {
      return one;
    }
  }
  throw Error{bad_parameter, "a release is paid for in epsilon or rho"};
}

}  // namespace discreet

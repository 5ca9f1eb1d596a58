#include "discreet/accounting/budget.hpp"

#include <algorithm>
#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

constexpr const char* needs_delta =
    "the accountants basic, mixed and steps take a budget in epsilon and delta";

// The slack, unless it was said; what the rest of delta is.
Fraction set_slack(Amounts& terms) {
  if (!terms.slack) {
    terms = with_threshold_share(terms, default_threshold_share());
  }
  const Fraction delta = terms.delta.value_or(0);
  const Fraction slack = terms.slack.value_or(0);
  require(slack < delta, bad_parameter, "a budget's slack must be below its delta");
  return delta - slack;
}

// What follows from an (epsilon, delta): the slack, and the rho that the rest of delta allows.
void set_mixed_terms(Amounts& terms) {
  const Fraction delta = set_slack(terms);
  terms.rho = zcdp_within(terms.epsilon.value_or(0), delta);
}

// The same with the number of steps.
void set_steps_terms(Amounts& terms) {
  require(terms.step.value_or(0) > 0, bad_parameter,
          "the accountant steps takes a step above 0, the bounded range that each step may have");
  const Fraction delta = set_slack(terms);
  terms.steps = exact_fraction(steps_within(*terms.step, terms.epsilon.value_or(0), delta));
  require(*terms.steps >= 1, bad_parameter,
          "the step is so large that not one is within the budget");
}

Accountant default_accountant(const Amounts& budget) {
  if (budget.rho) {
    return Accountant::zcdp;
  }
  if (budget.step) {
    return Accountant::steps;
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
    case Accountant::steps:
      return "steps";
  }
  return "unknown";
}

Accountant parse_accountant(std::string_view name) {
  for (const Accountant one : {Accountant::pure, Accountant::zcdp, Accountant::basic,
                               Accountant::mixed, Accountant::steps}) {
    if (to_string(one) == name) {
      return one;
    }
  }
  throw Error{bad_parameter, "the accountants are pure, zcdp, basic, mixed and steps"};
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
  require(!terms.step || out.accountant == Accountant::steps, bad_parameter,
          "a step is for the accountant steps");
  require(!terms.steps, bad_parameter, "how many steps a budget has follows from the rest of it");
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
    case Accountant::steps:
      require(terms.delta.has_value(), bad_parameter, needs_delta);
      set_steps_terms(out.amounts);
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

Amounts with_step_for(const Amounts& budget, std::uint64_t steps, const Progress& progress) {
  require(budget.epsilon && budget.delta && !budget.rho, bad_parameter, needs_delta);
  require(!budget.step, bad_parameter, "a step is said, or how many there are to be");
  Amounts out = budget;
  const Fraction delta = set_slack(out);
  out.step = step_within(steps, *out.epsilon, delta, progress);
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

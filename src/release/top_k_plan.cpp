#include "release/top_k_plan.hpp"

#include <cmath>
#include <optional>

#include "accounting/calibrate.hpp"
#include "discreet/accounting/accuracy.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "release/price.hpp"

namespace discreet::detail {
namespace {

using Facts = TopKRelease::Facts;
using Plan = TopKRelease::Plan;

// A request whose amounts are known exactly.
struct Asked {
  const TopKRequest& request;
  const Facts& facts;
  std::uint64_t selections;
  const Budget* budget;
  Amounts amounts;
};

// A number that is no amount is refused by the name of what it was said for.
std::optional<Fraction> exact(const std::optional<Amount>& amount, const char* rule) {
  if (!amount) {
    return std::nullopt;
  }
  const double* const number = amount->number();
  require(number == nullptr || (std::isfinite(*number) && !std::signbit(*number)), bad_parameter,
          rule);
  return amount->exact();
}

Amounts exact_amounts(const TopKRequest& request) {
  return {exact(request.epsilon, "a target epsilon must be finite and above 0"),
          exact(request.delta, "delta must be a number from 0 to 1"),
          exact(request.rho, "a target rho must be finite and above 0")};
}

bool has_accountant(const Asked& asked, Accountant accountant) {
  return asked.budget != nullptr && asked.budget->accountant == accountant;
}

double range_asked(const TopKRequest& request) {
  return LInfDistance<double>{request.monotonic}.range_distance(request.sensitivity);
}

// The range over the scale, exactly.
Fraction ratio_of(const TopKRequest& request, double scale) {
  return exact_fraction(range_asked(request)) / exact_fraction(scale);
}

double times(std::uint64_t k, double each) { return inf_mul(inf_cast<double>(k), each); }

Plan plan_at_scale(const Asked& asked, double scale) {
  require(std::isfinite(scale) && scale > 0, bad_parameter, "a scale must be finite and above 0");
  const TopKRequest& request = asked.request;
  const bool adds_ranges = has_accountant(asked, Accountant::mixed) ||
                           has_accountant(asked, Accountant::zcdp) ||
                           has_accountant(asked, Accountant::steps);
  Plan out;
  out.selection.law =
      request.law.value_or(adds_ranges ? Law::exponential_mechanism : Law::permute_and_flip);
  out.selection.scale = scale;
  out.step = inf_div(range_asked(request), scale);
  out.step_bracket = {out.step, out.step};
  out.cost = cost_of_selections(out.selection.law, asked.selections, out.step);
  require(out.cost.epsilon || out.cost.rho, bad_parameter,
          "the scale is too small to promise anything");
  out.certified = PureCost{times(asked.selections, out.step)};
  out.promise = out.cost;
  state_steps(out.cost, out.selection.law, asked.selections, ratio_of(request, scale),
              asked.budget);
  out.expected_error = expected_error(out.selection.law, asked.facts.candidates, scale);
  return out;
}

Plan calibrated(const Asked& asked, const Target& target, const Progress& progress) {
  const TopKRequest& request = asked.request;
  const TopKPlan found = calibrate_selections(asked.selections, target, request.sensitivity,
                                              request.monotonic, asked.facts.candidates, progress);
  Plan out;
  out.selection.law = found.law;
  out.selection.scale = found.scale;
  out.step = found.step;
  out.step_bracket = found.step_bracket;
  out.cost = cost_of_selections(found.law, asked.selections, found.step);
  state_steps(out.cost, found.law, asked.selections, ratio_of(request, found.scale), asked.budget);
  out.certified = found.cost;
  out.expected_error = found.expected_error;
  return out;
}

Plan plan_pure(const Asked& asked, const Fraction& epsilon, const Progress& progress) {
  Plan out = calibrated(asked, PureCost{neg_inf_double_of(epsilon)}, progress);
  out.cost.epsilon = out.promise.epsilon = epsilon;
  return out;
}

Plan plan_zcdp(const Asked& asked, const Fraction& rho, const Progress& progress) {
  Plan out = calibrated(asked, ZcdpCost{neg_inf_double_of(rho)}, progress);
  out.cost.rho = out.promise.rho = rho;
  return out;
}

Plan plan_in_rho(const Asked& asked, const Fraction& epsilon, const Fraction& delta,
                 const Progress& progress) {
  Plan out = plan_zcdp(asked, rho_within(epsilon, delta, 0, asked.budget), progress);
  out.promise = {epsilon, delta, out.cost.rho};
  return out;
}

Plan plan_approximate(const Asked& asked, const Fraction& epsilon, const Fraction& delta,
                      const Progress& progress) {
  require(delta < 1, bad_parameter, "a delta must be below 1");
  if (asked.budget == nullptr || has_accountant(asked, Accountant::basic)) {
    const ApproximateCost target{neg_inf_double_of(epsilon), neg_inf_double_of(delta)};
    Plan out = calibrated(asked, target, progress);
    out.cost.epsilon = epsilon;
    out.cost.delta = delta;
    out.promise = {epsilon, delta, std::nullopt};
    return out;
  }
  require(!has_accountant(asked, Accountant::pure), bad_parameter,
          "a dataset with the accountant pure has no delta to spend");
  require(!has_accountant(asked, Accountant::steps), bad_parameter,
          "a dataset with the accountant steps fixes the noise by its step: leave out epsilon and "
          "delta");
  if (has_accountant(asked, Accountant::zcdp)) {
    return plan_in_rho(asked, epsilon, delta, progress);
  }
  const Pay chosen = asked.request.pay.value_or(Pay::rho);
  Plan out = chosen == Pay::epsilon ? plan_pure(asked, epsilon, progress)
                                    : plan_in_rho(asked, epsilon, delta, progress);
  out.pay = chosen;
  return out;
}

// The one place that checks what was asked for; the doors check how it was said.
void require_request(const Asked& asked) {
  const TopKRequest& request = asked.request;
  require(request.k >= 1, bad_parameter, "k must be at least 1");
  require(request.k <= asked.facts.candidates, bad_parameter,
          "k must not exceed the number of candidates");
  require(std::isfinite(request.sensitivity) && request.sensitivity > 0, bad_parameter,
          "a sensitivity must be finite and above 0");
  require(request.monotonic == Monotonic::yes || request.monotonic == Monotonic::no, bad_parameter,
          "scores are monotonic or not");
  require_optimize(request.optimize);
  const int ways = (request.epsilon ? 1 : 0) + (request.rho ? 1 : 0) + (request.scale ? 1 : 0);
  require(ways >= 1 || by_step(asked.amounts, asked.budget), bad_parameter,
          "a release needs an epsilon, a rho or a scale");
  require(ways <= 1, bad_parameter, "a release takes one of epsilon, rho and scale");
  require(!request.delta || request.epsilon, bad_parameter, "a delta needs an epsilon");
  require(!request.law || request.scale, bad_parameter,
          "a law goes with a scale; otherwise the one that errs less is taken");
  if (request.law) {
    require_law(*request.law);
  }
  require(!request.pay || !request.scale || !has_accountant(asked, Accountant::mixed),
          bad_parameter, "a release at a given scale costs what it costs");
  require_way_to_pay(request.pay, asked.amounts, asked.budget);
}

}  // namespace

Plan made_top_k_plan(const TopKRequest& request, const Facts& facts, std::uint64_t selections,
                     const Budget* budget, const Progress& progress) {
  const Asked asked{request, facts, selections, budget, exact_amounts(request)};
  require_request(asked);
  if (request.scale) {
    return plan_at_scale(asked, *request.scale);
  }
  if (by_step(asked.amounts, budget)) {
    return plan_at_scale(asked, scale_of_step(range_asked(request), *budget));
  }
  if (asked.amounts.rho) {
    return plan_zcdp(asked, *asked.amounts.rho, progress);
  }
  const Fraction epsilon = asked.amounts.epsilon.value_or(0);
  const Fraction delta = asked.amounts.delta.value_or(0);
  if (delta > 0) {
    return plan_approximate(asked, epsilon, delta, progress);
  }
  Plan out = plan_pure(asked, epsilon, progress);
  if (asked.amounts.delta) {
    // Whoever says a delta of 0 is answered in the same terms as for any other.
    out.certified = ApproximateCost{neg_inf_double_of(epsilon), 0};
  }
  return out;
}

Plan finished_top_k_plan(Plan plan, const TopKRequest& request, const Facts& facts) {
  const Selection& known = plan.selection;
  plan.selection = {known.law, known.scale, request.k, request.optimize, request.threads};
  plan.facts = facts;
  plan.sensitivity = request.sensitivity;
  plan.monotonic = request.monotonic;
  plan.what = request.what;
  return plan;
}

}  // namespace discreet::detail

#include "discreet/ledger/plan_release.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/accounting/accuracy.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/calibrate.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet {
namespace {

double times(std::uint64_t k, double each) { return inf_mul(inf_cast<double>(k), each); }

// What k selections at that step cost, in epsilon and in rho; nothing where it is not finite.
Amounts cost_of(Law law, std::uint64_t k, double step) {
  const double epsilon = times(k, step);
  const double rho = times(k, law == Law::exponential_mechanism ? bounded_range_to_zcdp(step)
                                                                : permute_and_flip_to_zcdp(step));
  Amounts out;
  if (std::isfinite(epsilon)) {
    out.epsilon = inf_amount(epsilon);
  }
  if (std::isfinite(rho)) {
    out.rho = inf_amount(rho);
  }
  return out;
}

bool adds_rho(const std::optional<Dataset>& dataset) {
  return dataset &&
         (dataset->accountant == Accountant::mixed || dataset->accountant == Accountant::zcdp);
}

ReleasePlan plan_at_scale(const SelectionTask& task, double scale, std::optional<Law> law,
                          const std::optional<Dataset>& dataset) {
  require(std::isfinite(scale) && scale > 0, bad_parameter, "a scale must be finite and above 0");
  ReleasePlan out;
  out.law = law.value_or(adds_rho(dataset) ? Law::exponential_mechanism : Law::permute_and_flip);
  out.scale = scale;
  const double range = task.monotonic == Monotonic::yes
                           ? task.sensitivity
                           : inf_add(task.sensitivity, task.sensitivity);
  out.step = inf_div(range, scale);
  out.step_bracket = {out.step, out.step};
  out.cost = cost_of(out.law, task.k, out.step);
  require(out.cost.epsilon || out.cost.rho, bad_parameter,
          "the scale is too small to promise anything");
  out.promise = out.cost;
  out.expected_error = expected_error(out.law, task.candidates, scale);
  return out;
}

// The rho that stands for an (epsilon, delta) under an accountant that adds rhos.
Fraction rho_for(const Fraction& epsilon, const Fraction& delta, const Dataset& dataset) {
  Fraction rho = zcdp_within(epsilon, delta);
  const Amounts& budget = dataset.budget;
  if (dataset.accountant == Accountant::mixed && epsilon <= budget.epsilon.value_or(0) &&
      delta <= budget.delta.value_or(0)) {
    rho = std::min(rho, budget.rho.value_or(0));
  }
  return rho;
}

ReleasePlan calibrated(const SelectionTask& task, const Target& target, const Progress& progress) {
  const TopKPlan found =
      calibrate_top_k(task.k, target, task.sensitivity, task.monotonic, task.candidates, progress);
  ReleasePlan out;
  out.law = found.law;
  out.scale = found.scale;
  out.step = found.step;
  out.step_bracket = found.step_bracket;
  out.cost = cost_of(found.law, task.k, found.step);
  out.expected_error = found.expected_error;
  return out;
}

ReleasePlan plan_pure(const SelectionTask& task, const Fraction& epsilon,
                      const Progress& progress) {
  ReleasePlan out = calibrated(task, PureCost{neg_inf_double_of(epsilon)}, progress);
  out.cost.epsilon = out.promise.epsilon = epsilon;
  return out;
}

ReleasePlan plan_zcdp(const SelectionTask& task, const Fraction& rho, const Progress& progress) {
  ReleasePlan out = calibrated(task, ZcdpCost{neg_inf_double_of(rho)}, progress);
  out.cost.rho = out.promise.rho = rho;
  return out;
}

ReleasePlan plan_in_rho(const SelectionTask& task, const Fraction& epsilon, const Fraction& delta,
                        const Dataset& dataset, const Progress& progress) {
  ReleasePlan out = plan_zcdp(task, rho_for(epsilon, delta, dataset), progress);
  out.promise = {epsilon, delta, out.cost.rho};
  return out;
}

ReleasePlan plan_approximate(const SelectionTask& task, const Fraction& epsilon,
                             const Fraction& delta, const std::optional<Dataset>& dataset,
                             std::optional<Pay> pay, const Progress& progress) {
  require(delta < 1, bad_parameter, "a delta must be below 1");
  if (!dataset || dataset->accountant == Accountant::basic) {
    const ApproximateCost target{neg_inf_double_of(epsilon), neg_inf_double_of(delta)};
    ReleasePlan out = calibrated(task, target, progress);
    out.cost.epsilon = epsilon;
    out.cost.delta = delta;
    out.promise = {epsilon, delta, std::nullopt};
    return out;
  }
  require(dataset->accountant != Accountant::pure, bad_parameter,
          "a dataset with the accountant pure has no delta to spend");
  if (dataset->accountant == Accountant::zcdp) {
    return plan_in_rho(task, epsilon, delta, *dataset, progress);
  }
  const Pay chosen = pay.value_or(Pay::rho);
  ReleasePlan out = chosen == Pay::epsilon ? plan_pure(task, epsilon, progress)
                                           : plan_in_rho(task, epsilon, delta, *dataset, progress);
  out.pay = chosen;
  return out;
}

void require_payable(const AskedPrivacy& asked, const std::optional<Dataset>& dataset) {
  if (!asked.pay) {
    return;
  }
  require(dataset && dataset->accountant == Accountant::mixed, bad_parameter,
          "only a dataset with the accountant mixed leaves a choice of what to pay with");
  require(!asked.scale, bad_parameter, "a release at a given scale costs what it costs");
  require(!asked.rho || *asked.pay == Pay::rho, bad_parameter, "a rho is paid for in rho");
  require(asked.rho || asked.delta.value_or(0) > 0 || *asked.pay == Pay::epsilon, bad_parameter,
          "an epsilon without a delta is paid for in epsilon");
}

}  // namespace

ReleasePlan plan_release(const SelectionTask& task, const AskedPrivacy& asked,
                         const std::optional<Dataset>& dataset, const Progress& progress) {
  require(task.k >= 1, bad_parameter, "k must be at least 1");
  require(task.k <= task.candidates, bad_parameter, "k must not be above the number of candidates");
  require(std::isfinite(task.sensitivity) && task.sensitivity > 0, bad_parameter,
          "a sensitivity must be finite and above 0");
  require_payable(asked, dataset);
  if (asked.scale) {
    return plan_at_scale(task, *asked.scale, asked.law, dataset);
  }
  if (asked.rho) {
    return plan_zcdp(task, *asked.rho, progress);
  }
  require(asked.epsilon.has_value(), bad_parameter, "a release needs an epsilon, a rho or a scale");
  const Fraction epsilon = asked.epsilon.value_or(0);
  const Fraction delta = asked.delta.value_or(0);
  return delta == 0 ? plan_pure(task, epsilon, progress)
                    : plan_approximate(task, epsilon, delta, dataset, asked.pay, progress);
}

}  // namespace discreet

#include "release/price.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/law_account.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet::detail {

Amounts cost_of_selections(Law law, std::uint64_t k, double step) {
  const auto times = inf_cast<double>(k);
  const double epsilon = inf_mul(times, step);
  const double rho = inf_mul(times, inf_rho(law, step));
  Amounts out;
  if (std::isfinite(epsilon)) {
    out.epsilon = inf_amount(epsilon);
  }
  if (std::isfinite(rho)) {
    out.rho = inf_amount(rho);
  }
  return out;
}

bool by_step(const Amounts& asked, const Budget* budget) {
  return budget != nullptr && budget->accountant == Accountant::steps && !asked.epsilon &&
         !asked.rho;
}

double scale_of_step(double range, const Budget& budget) {
  const Fraction step = budget.amounts.step.value_or(0);
  require(step > 0, bad_parameter, "a budget of the accountant steps has a step");
  const double scale = inf_double_of(Fraction{exact_fraction(range) / step});
  require(std::isfinite(scale), bad_parameter, "no finite scale keeps to the step");
  return scale;
}

void state_steps(Amounts& cost, Law law, std::uint64_t selections, const Fraction& ratio,
                 const Budget* budget) {
  if (budget == nullptr || budget->accountant != Accountant::steps) {
    return;
  }
  // What is epsilon-private has a bounded range of 2 epsilon.
  const Fraction range = law == Law::exponential_mechanism ? ratio : Fraction{2 * ratio};
  const double rounded = inf_double_of(range);
  if (!std::isfinite(rounded)) {
    return;
  }
  cost.steps = exact_fraction(selections);
  cost.step = inf_amount(rounded);
  // Rounding must not take a scale that is exactly enough for one that is not.
  const Fraction most = budget->amounts.step.value_or(0);
  if (range <= most) {
    cost.step = std::min(*cost.step, most);
  }
}

Fraction rho_within(const Fraction& epsilon, const Fraction& delta, const Fraction& slack,
                    const Budget* budget) {
  Fraction rho = zcdp_within(epsilon, delta - slack);
  if (budget != nullptr && budget->accountant == Accountant::mixed &&
      epsilon <= budget->amounts.epsilon.value_or(0) &&
      delta <= budget->amounts.delta.value_or(0)) {
    rho = std::min(rho, budget->amounts.rho.value_or(0));
  }
  return rho;
}

void require_way_to_pay(std::optional<Pay> pay, const Amounts& asked, const Budget* budget) {
  if (!pay) {
    return;
  }
  require(budget != nullptr && budget->accountant == Accountant::mixed, bad_parameter,
          "only a dataset with the accountant mixed leaves a choice of what to pay with");
  require(!asked.rho || *pay == Pay::rho, bad_parameter, "a rho is paid for in rho");
  require(asked.rho || asked.delta.value_or(0) > 0 || *pay == Pay::epsilon, bad_parameter,
          "an epsilon without a delta is paid for in epsilon");
}

}  // namespace discreet::detail

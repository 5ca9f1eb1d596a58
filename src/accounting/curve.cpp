#include "discreet/accounting/curve.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "accounting/arguments.hpp"
#include "accounting/law_account.hpp"
#include "discreet/accounting/compose.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet {

PrivacyCurve PrivacyCurve::of_selections(Law law, double step, std::uint64_t k) {
  detail::require_cost(step, "the cost of a selection must be a number and not negative");
  (void)detail::account_of(law);  // refuses what is no law
  return PrivacyCurve{Selections{law, step, k}};
}

PrivacyCurve PrivacyCurve::of_costs(std::vector<Cost> costs) {
  composed_delta(costs, std::numeric_limits<double>::infinity());  // refuses what is no cost
  return PrivacyCurve{std::move(costs)};
}

PrivacyCurve PrivacyCurve::with_slack(double slack) const {
  detail::require_cost(slack, "the slack must be a number from zero to one");
  require(slack <= 1, bad_parameter, "the slack must be a number from zero to one");
  require(slack_ == 0, bad_parameter, "a curve takes one slack");
  PrivacyCurve out = *this;
  out.slack_ = slack;
  return out;
}

double PrivacyCurve::epsilon(double delta, const Progress& progress) const {
  detail::require_delta(delta);
  if (slack_ == 0 || delta == 1) {
    return epsilon_but_for_slack(delta, progress);
  }
  if (delta < slack_) {
    return std::numeric_limits<double>::infinity();
  }
  // delta < 1, so that there is something besides the slack.
  const double left = neg_inf_div(neg_inf_sub(delta, slack_), inf_sub(1.0, slack_));
  return epsilon_but_for_slack(std::max(left, 0.0), progress);
}

double PrivacyCurve::delta(double epsilon, const Progress& progress) const {
  const double delta = delta_but_for_slack(epsilon, progress);
  if (slack_ == 0) {
    return delta;
  }
  return std::min(inf_add(delta, inf_mul(slack_, inf_sub(1.0, delta))), 1.0);
}

double PrivacyCurve::epsilon_but_for_slack(double delta, const Progress& progress) const {
  if (const auto* costs = std::get_if<std::vector<Cost>>(&source_)) {
    return composed_epsilon(*costs, delta, progress);
  }
  const auto& [law, step, k] = std::get<Selections>(source_);
  return detail::account_of(law).epsilon(step, k, delta, progress);
}

double PrivacyCurve::delta_but_for_slack(double epsilon, const Progress& progress) const {
  if (const auto* costs = std::get_if<std::vector<Cost>>(&source_)) {
    return composed_delta(*costs, epsilon, progress);
  }
  const auto& [law, step, k] = std::get<Selections>(source_);
  detail::require_epsilon(epsilon);
  return detail::account_of(law).delta(step, k, epsilon, detail::Effort::full, progress).upper;
}

}  // namespace discreet

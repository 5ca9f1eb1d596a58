#include "discreet/accounting/curve.hpp"

#include <utility>

#include "accounting/arguments.hpp"
#include "accounting/law_account.hpp"
#include "discreet/accounting/compose.hpp"

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

double PrivacyCurve::epsilon(double delta, const Progress& progress) const {
  if (const auto* costs = std::get_if<std::vector<Cost>>(&source_)) {
    return composed_epsilon(*costs, delta, progress);
  }
  const auto& [law, step, k] = std::get<Selections>(source_);
  return detail::account_of(law).epsilon(step, k, delta, progress);
}

double PrivacyCurve::delta(double epsilon, const Progress& progress) const {
  if (const auto* costs = std::get_if<std::vector<Cost>>(&source_)) {
    return composed_delta(*costs, epsilon, progress);
  }
  const auto& [law, step, k] = std::get<Selections>(source_);
  detail::require_epsilon(epsilon);
  return detail::account_of(law).delta(step, k, epsilon, detail::Effort::full, progress).upper;
}

}  // namespace discreet

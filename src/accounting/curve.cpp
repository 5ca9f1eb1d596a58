#include "discreet/accounting/curve.hpp"

#include <utility>

#include "accounting/arguments.hpp"
#include "discreet/accounting/compose.hpp"
#include "discreet/accounting/convert.hpp"

namespace discreet {

PrivacyCurve PrivacyCurve::of_selections(Law law, double step, std::uint64_t k) {
  detail::require_cost(step, "the cost of a selection must be a number and not negative");
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
  return law == Law::exponential ? bounded_range_to_epsilon(step, k, delta, progress)
                                 : permute_and_flip_to_epsilon(step, k, delta, progress);
}

double PrivacyCurve::delta(double epsilon, const Progress& progress) const {
  if (const auto* costs = std::get_if<std::vector<Cost>>(&source_)) {
    return composed_delta(*costs, epsilon, progress);
  }
  const auto& [law, step, k] = std::get<Selections>(source_);
  return law == Law::exponential ? bounded_range_to_delta(step, k, epsilon, progress)
                                 : permute_and_flip_to_delta(step, k, epsilon, progress);
}

}  // namespace discreet

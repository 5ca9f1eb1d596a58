#include "discreet/accounting/zcdp_budget.hpp"

#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "certified_search.hpp"
#include "discreet/accounting/zcdp_to_delta.hpp"

namespace discreet {

double zcdp_budget(double epsilon, double delta) {
  detail::require_epsilon(epsilon);
  detail::require_delta(delta);
  if (std::isinf(epsilon) || delta == 1) {
    return std::numeric_limits<double>::infinity();
  }
  const auto holds = [&](double rho) { return zcdp_to_delta(rho, epsilon) <= delta; };
  if (delta == 0 || !holds(std::numeric_limits<double>::denorm_min())) {
    return 0;
  }
  // A start from the older conversion, epsilon = rho + 2 sqrt(rho ln(1/delta)), then whole halves.
  const double root = std::sqrt(std::log(1 / delta));
  double good = std::pow(std::sqrt(root * root + epsilon) - root, 2) +
                std::numeric_limits<double>::denorm_min();
  while (!holds(good)) {
    good /= 2;
  }
  double bad = good * 2;
  while (holds(bad)) {
    good = bad;
    bad *= 2;
  }
  return detail::last_good(good, bad, 36, holds);
}

}  // namespace discreet

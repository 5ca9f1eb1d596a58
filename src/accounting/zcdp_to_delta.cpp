#include "discreet/accounting/zcdp_to_delta.hpp"

#include <array>

#include "arguments.hpp"
#include "renyi.hpp"

namespace discreet {

double zcdp_to_delta(double rho, double epsilon) {
  detail::require_rho(rho);
  detail::require_epsilon(epsilon);
  return detail::renyi_to_delta(std::array{detail::Steps{detail::StepKind::zcdp, rho, 1}}, epsilon);
}

}  // namespace discreet

#include "discreet/accounting/zcdp_to_epsilon.hpp"

#include <array>

#include "arguments.hpp"
#include "renyi.hpp"

namespace discreet {

double zcdp_to_epsilon(double rho, double delta) {
  detail::require_rho(rho);
  detail::require_delta(delta);
  return detail::renyi_to_epsilon(std::array{detail::Steps{detail::StepKind::zcdp, rho, 1}}, delta);
}

}  // namespace discreet

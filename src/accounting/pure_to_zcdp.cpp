#include "discreet/accounting/pure_to_zcdp.hpp"

#include <cmath>

#include "arguments.hpp"
#include "reals.hpp"
#include "zcdp_constants.hpp"

namespace discreet {

double pure_to_zcdp(double epsilon) {
  detail::require_epsilon(epsilon);
  if (epsilon == 0 || std::isinf(epsilon)) {
    return epsilon;
  }
  return detail::inf_double(detail::pure_zcdp(epsilon));
}

}  // namespace discreet

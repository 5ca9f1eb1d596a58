#include "discreet/accounting/permute_and_flip_to_zcdp.hpp"

#include <cmath>

#include "arguments.hpp"
#include "reals.hpp"
#include "zcdp_constants.hpp"

namespace discreet {

double permute_and_flip_to_zcdp(double epsilon) {
  detail::require_epsilon(epsilon);
  if (epsilon == 0 || std::isinf(epsilon)) {
    return epsilon;
  }
  return detail::inf_double(detail::permute_and_flip_zcdp(epsilon));
}

}  // namespace discreet

#include "discreet/accounting/bounded_range_to_zcdp.hpp"

#include <cmath>

#include "arguments.hpp"
#include "reals.hpp"
#include "zcdp_constants.hpp"

namespace discreet {

double bounded_range_to_zcdp(double eta) {
  detail::require_eta(eta);
  if (eta == 0 || std::isinf(eta)) {
    return eta;
  }
  return detail::inf_double(detail::bounded_range_zcdp(eta));
}

}  // namespace discreet

#include "discreet/accounting/bounded_range_to_zcdp.hpp"

#include "arguments.hpp"
#include "reals.hpp"

namespace discreet {

double bounded_range_to_zcdp(double eta) {
  detail::require_eta(eta);
  if (eta == 0 || std::isinf(eta)) {
    return eta;
  }
  // The result is about eta^2 / 8: three subtractions of near-equal numbers, each of which may lose
  // as many places as eta has leading zeros.
  const detail::Reals real{128 + 4 * detail::places(eta)};
  const BigInterval a = real(eta) / (real(1) - exp(-real(eta)));
  return detail::inf_double(a - real(1) - log(a));
}

}  // namespace discreet

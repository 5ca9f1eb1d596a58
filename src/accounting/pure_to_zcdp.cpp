#include "discreet/accounting/pure_to_zcdp.hpp"

#include "arguments.hpp"
#include "reals.hpp"

namespace discreet {

double pure_to_zcdp(double epsilon) {
  detail::require_epsilon(epsilon);
  if (epsilon == 0 || std::isinf(epsilon)) {
    return epsilon;
  }
  const detail::Reals real{128 + 2 * detail::places(epsilon)};
  // tanh(x / 2) = (1 - e^-x) / (1 + e^-x), which cannot overflow.
  const BigInterval e = exp(-real(epsilon));
  return detail::inf_double(real(epsilon) * (real(1) - e) / (real(1) + e));
}

}  // namespace discreet

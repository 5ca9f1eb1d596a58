#include "discreet/accounting/permute_and_flip_to_zcdp.hpp"

#include "arguments.hpp"
#include "reals.hpp"

namespace discreet {

double permute_and_flip_to_zcdp(double epsilon) {
  detail::require_epsilon(epsilon);
  if (epsilon == 0 || std::isinf(epsilon)) {
    return epsilon;
  }
  // The result is about epsilon^2 / 2: the subtraction loses twice epsilon's leading zeros.
  const detail::Reals real{128 + 4 * detail::places(epsilon)};
  return detail::inf_double(real(epsilon) + (exp(-real(epsilon)) - real(1)));
}

}  // namespace discreet

#include "zcdp_constants.hpp"

#include "reals.hpp"

namespace discreet::detail {

BigInterval pure_zcdp(double epsilon) {
  const Reals real{128 + 2 * places(epsilon)};
  // tanh(x / 2) = (1 - e^-x) / (1 + e^-x), which cannot overflow.
  const BigInterval e = exp(-real(epsilon));
  return real(epsilon) * (real(1) - e) / (real(1) + e);
}

BigInterval bounded_range_zcdp(double eta) {
  // The result is about eta^2 / 8: three subtractions of near-equal numbers, each of which may lose
  // as many places as eta has leading zeros.
  const Reals real{128 + 4 * places(eta)};
  const BigInterval a = real(eta) / (real(1) - exp(-real(eta)));
  return a - real(1) - log(a);
}

BigInterval permute_and_flip_zcdp(double epsilon) {
  // The result is about epsilon^2 / 2: the subtraction loses twice epsilon's leading zeros.
  const Reals real{128 + 4 * places(epsilon)};
  return real(epsilon) + (exp(-real(epsilon)) - real(1));
}

}  // namespace discreet::detail

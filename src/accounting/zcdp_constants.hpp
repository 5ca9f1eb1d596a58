#pragma once

#include "reals.hpp"

namespace discreet::detail {

/// epsilon tanh(epsilon / 2), enclosed, for a finite epsilon above 0.
inline BigInterval pure_zcdp(double epsilon) {
  const Reals real{128 + 2 * places(epsilon)};
  // tanh(x / 2) = (1 - e^-x) / (1 + e^-x), which cannot overflow.
  const BigInterval e = exp(-real(epsilon));
  return real(epsilon) * (real(1) - e) / (real(1) + e);
}

/// a - 1 - ln a with a = eta / (1 - e^-eta), enclosed, for a finite eta above 0.
inline BigInterval bounded_range_zcdp(double eta) {
  // The result is about eta^2 / 8: three subtractions of near-equal numbers, each of which may lose
  // as many places as eta has leading zeros.
  const Reals real{128 + 4 * places(eta)};
  const BigInterval a = real(eta) / (real(1) - exp(-real(eta)));
  return a - real(1) - log(a);
}

/// epsilon + e^-epsilon - 1, enclosed, for a finite epsilon above 0.
inline BigInterval permute_and_flip_zcdp(double epsilon) {
  // The result is about epsilon^2 / 2: the subtraction loses twice epsilon's leading zeros.
  const Reals real{128 + 4 * places(epsilon)};
  return real(epsilon) + (exp(-real(epsilon)) - real(1));
}

}  // namespace discreet::detail

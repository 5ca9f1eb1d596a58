#pragma once

#include <cstdlib>

#include "discreet/numbers/fraction.hpp"

namespace discreet::detail {

/// Ten to a power, exactly.
inline Fraction power_of_ten(long exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  return exponent < 0 ? Fraction{1, power} : Fraction{power};
}

}  // namespace discreet::detail

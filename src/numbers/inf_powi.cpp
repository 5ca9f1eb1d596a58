#include "discreet/numbers/inf_powi.hpp"

#include "directed.hpp"

namespace discreet::detail {
namespace {

template <Float T>
T power(T base, int exponent, mpfr_rnd_t rounding) {
  check_operands(base);
  const BigFloat exact_base = exact_big(static_cast<double>(unsigned_zero(base)));
  return directed<T>(rounding,
                     [&](mpfr_ptr out) { mpfr_pow_si(out, exact_base.get(), exponent, rounding); });
}

}  // namespace

float powi_up(float base, int exponent) { return power(base, exponent, MPFR_RNDU); }
double powi_up(double base, int exponent) { return power(base, exponent, MPFR_RNDU); }
float powi_down(float base, int exponent) { return power(base, exponent, MPFR_RNDD); }
double powi_down(double base, int exponent) { return power(base, exponent, MPFR_RNDD); }

}  // namespace discreet::detail

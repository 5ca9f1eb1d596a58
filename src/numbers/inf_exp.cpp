#include "discreet/numbers/inf_exp.hpp"

#include "directed.hpp"

namespace discreet::detail {
namespace {

template <Float T>
T exponential(T x, mpfr_rnd_t rounding) {
  check_operands(x);
  const BigFloat exact = exact_big(static_cast<double>(x));
  return directed<T>(rounding, [&](mpfr_ptr out) { mpfr_exp(out, exact.get(), rounding); });
}

}  // namespace

float exp_up(float x) { return exponential(x, MPFR_RNDU); }
double exp_up(double x) { return exponential(x, MPFR_RNDU); }
float exp_down(float x) { return exponential(x, MPFR_RNDD); }
double exp_down(double x) { return exponential(x, MPFR_RNDD); }

}  // namespace discreet::detail

#include "discreet/numbers/inf_ln.hpp"

#include "directed.hpp"

namespace discreet::detail {
namespace {

template <Float T>
T logarithm(T x, mpfr_rnd_t rounding) {
  check_operands(x);
  require(x >= 0, bad_distance, "the logarithm of a negative number does not exist");
  const BigFloat exact = exact_big(static_cast<double>(x));
  return directed<T>(rounding, [&](mpfr_ptr out) { mpfr_log(out, exact.get(), rounding); });
}

}  // namespace

float ln_up(float x) { return logarithm(x, MPFR_RNDU); }
double ln_up(double x) { return logarithm(x, MPFR_RNDU); }
float ln_down(float x) { return logarithm(x, MPFR_RNDD); }
double ln_down(double x) { return logarithm(x, MPFR_RNDD); }

}  // namespace discreet::detail

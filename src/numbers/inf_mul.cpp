#include "discreet/numbers/inf_mul.hpp"

#include <cmath>

#include "directed.hpp"
#include "two_product.hpp"

namespace discreet::detail {
namespace {

template <Float T>
void check_factors(T a, T b) {
  check_operands(a, b);
  require((a != 0 || !std::isinf(b)) && (b != 0 || !std::isinf(a)), bad_distance,
          "zero must not be multiplied by infinity");
}

double exact_product(double a, double b) {
  return directed<double>(MPFR_RNDU, [&](mpfr_ptr out) {
    mpfr_mul(out, exact_big(a).get(), exact_big(b).get(), MPFR_RNDU);
  });
}

}  // namespace

float mul_up(float a, float b) {
  check_factors(a, b);
  const float product = a * b;
  if (std::isinf(a) || std::isinf(b)) {
    return product;
  }
  // Two factors of 24 bits make 48, and double has room for every exponent.
  const double exact = static_cast<double>(a) * static_cast<double>(b);
  return settle_up(product, static_cast<double>(product) < exact);
}

double mul_up(double a, double b) {
  check_factors(a, b);
  if (std::isinf(a) || std::isinf(b)) {
    return a * b;
  }
  if (in_safe_zone(a) && in_safe_zone(b)) {
    const double product = a * b;
    return settle_up(product, product_residual(a, b, product) > 0);
  }
  return exact_product(a, b);
}

}  // namespace discreet::detail

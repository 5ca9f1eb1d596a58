#include "discreet/numbers/inf_div.hpp"

#include <cmath>
#include <limits>

#include "directed.hpp"
#include "two_product.hpp"

namespace discreet::detail {
namespace {

template <Float T>
void check_quotient(T a, T b) {
  check_operands(a, b);
  require(a != 0 || b != 0, bad_distance, "zero must not be divided by zero");
  require(!std::isinf(a) || !std::isinf(b), bad_distance,
          "infinity must not be divided by infinity");
}

/// What needs no rounding: a divisor of zero as the limit from above, and infinite operands.
template <Float T>
bool is_limit(T a, T b) {
  return b == 0 || std::isinf(a) || std::isinf(b);
}

template <Float T>
T limit(T a, T b) {
  return b == 0 ? a * std::numeric_limits<T>::infinity() : unsigned_zero(a / b);
}

double exact_quotient(double a, double b) {
  return directed<double>(MPFR_RNDU, [&](mpfr_ptr out) {
    mpfr_div(out, exact_big(a).get(), exact_big(b).get(), MPFR_RNDU);
  });
}

}  // namespace

float div_up(float a, float b) {
  check_quotient(a, b);
  if (is_limit(a, b)) {
    return limit(a, b);
  }
  const float quotient = a / b;
  // Exact in double as in mul_up; a quotient that overflowed is settled without it.
  const double product = static_cast<double>(quotient) * static_cast<double>(b);
  const auto dividend = static_cast<double>(a);
  return settle_up(quotient, b > 0 ? product < dividend : product > dividend);
}

double div_up(double a, double b) {
  check_quotient(a, b);
  if (is_limit(a, b)) {
    return limit(a, b);
  }
  if (in_safe_zone(a) && in_safe_zone(b)) {
    const double quotient = a / b;
    const double product = quotient * b;
    // a - product is exact, being the difference of two numbers within a factor of two; the last
    // subtraction may round, but never across zero.
    const double remainder = (a - product) - product_residual(quotient, b, product);
    return settle_up(quotient, b > 0 ? remainder > 0 : remainder < 0);
  }
  return exact_quotient(a, b);
}

}  // namespace discreet::detail

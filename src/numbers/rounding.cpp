#include "discreet/numbers/rounding.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "numbers/directed.hpp"

namespace discreet::detail {
namespace {

template <Float T>
T rounded_up_sum(T a, T b) {
  check_operands(a, b);
  const T sum = a + b;
  require(!std::isnan(sum), bad_distance, "infinities of opposite sign must not be added");
  if (std::isinf(a) || std::isinf(b)) {
    return sum;
  }
  if (std::isinf(sum)) {
    return round_up_nearest(sum, false);
  }
  // Fast2Sum: with |a| >= |b| the residual a + b - sum is exact.
  if ((a < 0 ? -a : a) < (b < 0 ? -b : b)) {
    std::swap(a, b);
  }
  const T residual = b - (sum - a);
  return round_up_nearest(sum, residual > 0);
}

}  // namespace

float add_up(float a, float b) { return rounded_up_sum(a, b); }
double add_up(double a, double b) { return rounded_up_sum(a, b); }

// The mirrors: 0 - x and not -x, since a result of zero is +0.0. A caller's -fno-signed-zeros would
// make them one, so they are compiled here.
float add_down(float a, float b) { return 0 - add_up(-a, -b); }
double add_down(double a, double b) { return 0 - add_up(-a, -b); }
float mul_down(float a, float b) { return 0 - mul_up(-a, b); }
double mul_down(double a, double b) { return 0 - mul_up(-a, b); }
float div_down(float a, float b) { return 0 - div_up(-a, b); }
double div_down(double a, double b) { return 0 - div_up(-a, b); }

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
  return round_up_nearest(product, static_cast<double>(product) < exact);
}

double mul_up(double a, double b) {
  check_factors(a, b);
  if (std::isinf(a) || std::isinf(b)) {
    return a * b;
  }
  if (in_safe_zone(a) && in_safe_zone(b)) {
    const double product = a * b;
    return round_up_nearest(product, product_residual(a, b, product) > 0);
  }
  return exact_product(a, b);
}

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
  // Exact in double as in mul_up; a quotient that overflowed needs none of it.
  const double product = static_cast<double>(quotient) * static_cast<double>(b);
  const auto dividend = static_cast<double>(a);
  return round_up_nearest(quotient, b > 0 ? product < dividend : product > dividend);
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
    return round_up_nearest(quotient, b > 0 ? remainder > 0 : remainder < 0);
  }
  return exact_quotient(a, b);
}

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

namespace {

float narrowed_up(double from) {
  constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (from > largest) {
    return infinity;
  }
  if (from < -largest) {
    return std::isinf(from) ? -infinity : std::numeric_limits<float>::lowest();
  }
  const auto nearest = static_cast<float>(from);
  return round_up_nearest(nearest, static_cast<double>(nearest) < from);
}

}  // namespace

Wide whole_from_float(double from, Toward toward) {
  check_operands(from);
  require(from >= -0x1p64 && from <= 0x1p64, bad_distance,
          "a value cast to an integer must be in its range");
  const auto truncated = static_cast<Wide>(from);
  const auto back = static_cast<double>(truncated);  // exact: a double without its fraction
  if (toward == Toward::up) {
    return back < from ? truncated + 1 : truncated;
  }
  return back > from ? truncated - 1 : truncated;
}

void float_from_float(double from, Toward /*exact*/, double& to) {
  check_operands(from);
  to = unsigned_zero(from);
}

void float_from_float(double from, Toward toward, float& to) {
  check_operands(from);
  to = toward == Toward::up ? narrowed_up(from) : 0 - narrowed_up(-from);
}

namespace {

template <Float To>
To shifted_units(bool negative, std::uint64_t magnitude, Toward toward) {
  const int excess = static_cast<int>(std::bit_width(magnitude)) - std::numeric_limits<To>::digits;
  const std::uint64_t unit = std::uint64_t{1} << static_cast<unsigned>(excess > 0 ? excess : 0);
  const bool away_from_zero = (toward == Toward::up) != negative;
  const std::uint64_t rest = magnitude % unit;
  const std::uint64_t units = magnitude / unit + (away_from_zero && rest != 0 ? 1 : 0);
  // At most 2^digits units, so that neither conversion rounds; the product only shifts.
  const To rounded = static_cast<To>(units) * static_cast<To>(unit);
  return negative ? -rounded : rounded;
}

}  // namespace

void float_from_integer(bool negative, std::uint64_t magnitude, Toward toward, float& to) {
  to = shifted_units<float>(negative, magnitude, toward);
}

void float_from_integer(bool negative, std::uint64_t magnitude, Toward toward, double& to) {
  to = shifted_units<double>(negative, magnitude, toward);
}

}  // namespace discreet::detail

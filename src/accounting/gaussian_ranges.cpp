#include "accounting/gaussian_ranges.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/reals.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet::detail {
namespace {

// No step adds more to the variance than its square times a quarter and this: pi / 8 - 1 / 4, rounded up.
constexpr double most_added = 0.1427;

BigInterval square_root(const Reals& real, const BigInterval& x) { return exp(log(x) / real(2)); }

// The complement of the error function falls.
BigInterval erfc(const BigInterval& x) {
  BigInterval out{x.precision()};
  mpfr_erfc(out.lo.get(), x.hi.get(), MPFR_RNDD);
  mpfr_erfc(out.hi.get(), x.lo.get(), MPFR_RNDU);
  return out;
}

}  // namespace

double gaussian_variance(std::span<const Steps> ranges) {
  double sum = 0;
  double greatest = 0;
  for (const Steps& one : ranges) {
    const double square = inf_mul(one.parameter, one.parameter);
    sum = inf_add(sum, inf_mul(square, inf_cast<double>(one.count)));
    greatest = std::max(greatest, square);
  }
  const Reals real{128};
  const BigInterval most = real(most_added);
  const BigInterval steps = real(24) * most * real(sum) / real(greatest);
  return inf_double(real(sum) / real(4) +
                    real(greatest) * (most + (real(1) + log(steps)) / real(24)));
}

double gaussian_variance_added(double squares, double greatest) {
  return greatest * (most_added + (1 + std::log(24 * most_added * squares / greatest)) / 24);
}

double gaussian_delta(double variance, double x) {
  const Reals real{192 + 2 * bits_from_one(variance) + (x > 0 ? 2 * bits_from_one(x) : 0)};
  const BigInterval deviation = square_root(real, real(variance));
  const BigInterval two = square_root(real, real(2));
  const BigInterval at = real(x) / deviation;
  const BigInterval half = deviation / real(2);
  const BigInterval bound =
      (erfc((at - half) / two) - exp(real(x)) * erfc((at + half) / two)) / real(2);
  return std::clamp(inf_double(bound), 0.0, 1.0);
}

}  // namespace discreet::detail

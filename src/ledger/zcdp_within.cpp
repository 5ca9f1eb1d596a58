#include "discreet/ledger/zcdp_within.hpp"

#include <algorithm>
#include <cmath>

#include "discreet/accounting/zcdp_to_delta.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"

namespace discreet {
namespace {

// The rho at which order 1 + s of the conversion gives delta: solved from
// ln delta = s ((1+s) rho - epsilon) - s ln((1+s)/s) - ln(1+s). In plain floats.
double rho_at(double s, double epsilon, double log_delta) {
  return (log_delta + s * epsilon + s * std::log1p(1 / s) + std::log1p(s)) / (s * (1 + s));
}

// Nearly the greatest of them over all orders; floats may choose where to look.
double guess(double epsilon, double log_delta) {
  const auto at = [&](double t) { return rho_at(std::exp(t), epsilon, log_delta); };
  double best = -40;
  for (double t = best; t < 700; t += 0.25) {
    best = at(t) > at(best) ? t : best;
  }
  double low = best - 0.25;
  double high = best + 0.25;
  for (int i = 0; i < 100; ++i) {
    const double third = (high - low) / 3;
    if (at(low + third) < at(high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  return at((low + high) / 2);
}

}  // namespace

Fraction zcdp_within(const Fraction& epsilon, const Fraction& delta) {
  require(epsilon >= 0, bad_parameter, "epsilon must not be negative");
  require(delta >= 0 && delta < 1, bad_parameter, "delta must be at least 0 and below 1");
  // Rounded down: a conversion at less epsilon and less delta holds at the amounts as well.
  const double eps = std::min(neg_inf_double_of(epsilon), 1e6);
  const double del = neg_inf_double_of(delta);
  if (del == 0) {
    return 0;
  }
  const double start = guess(eps, std::log(del));
  // Only the certified conversion decides; the first try is a hair below what floats found.
  for (double slack = 0x1p-36; slack < 1; slack *= 8) {
    const double rho = start * (1 - slack);
    if (rho > 0 && zcdp_to_delta(rho, eps) <= del) {
      return neg_inf_amount(rho);
    }
  }
  return 0;
}

}  // namespace discreet

#include "accounting/zcdp.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "accounting/arguments.hpp"
#include "accounting/certified_search.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "discreet/accounting/convert.hpp"

namespace discreet::detail {

BigInterval pure_zcdp(double epsilon) {
  const Reals real{128 + 2 * bits_from_one(epsilon)};
  // tanh(x / 2) = (1 - e^-x) / (1 + e^-x), which cannot overflow.
  const BigInterval e = exp(-real(epsilon));
  return real(epsilon) * (real(1) - e) / (real(1) + e);
}

BigInterval bounded_range_zcdp(double eta) {
  // The result is about eta^2 / 8: three subtractions of near-equal numbers, each of which may lose
  // as many places as eta has leading zeros.
  const Reals real{128 + 4 * bits_from_one(eta)};
  const BigInterval a = real(eta) / (real(1) - exp(-real(eta)));
  return a - real(1) - log(a);
}

BigInterval permute_and_flip_zcdp(double epsilon) {
  // The result is about epsilon^2 / 2: the subtraction loses twice epsilon's leading zeros.
  const Reals real{128 + 4 * bits_from_one(epsilon)};
  return real(epsilon) + (exp(-real(epsilon)) - real(1));
}

}  // namespace discreet::detail

namespace discreet {

double pure_to_zcdp(double epsilon) {
  detail::require_epsilon(epsilon);
  if (epsilon == 0 || std::isinf(epsilon)) {
    return epsilon;
  }
  return detail::inf_double(detail::pure_zcdp(epsilon));
}

double bounded_range_to_zcdp(double eta) {
  detail::require_eta(eta);
  if (eta == 0 || std::isinf(eta)) {
    return eta;
  }
  return detail::inf_double(detail::bounded_range_zcdp(eta));
}

double permute_and_flip_to_zcdp(double epsilon) {
  detail::require_epsilon(epsilon);
  if (epsilon == 0 || std::isinf(epsilon)) {
    return epsilon;
  }
  return detail::inf_double(detail::permute_and_flip_zcdp(epsilon));
}

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

double zcdp_budget(double epsilon, double delta) {
  detail::require_epsilon(epsilon);
  detail::require_delta(delta);
  if (std::isinf(epsilon) || delta == 1) {
    return std::numeric_limits<double>::infinity();
  }
  const auto holds = [&](double rho) { return zcdp_to_delta(rho, epsilon) <= delta; };
  if (delta == 0) {
    return 0;
  }
  // Most often what floats found is right to many digits, and one conversion certifies it.
  constexpr double close_enough = 0x1p-33;
  double above = guess(epsilon, std::log(delta));
  const double found = above;
  for (double slack = 0x1p-36; slack < 1 && found > 0 && std::isfinite(found); slack *= 8) {
    const double rho = found * (1 - slack);
    if (holds(rho)) {
      return slack <= close_enough ? rho : detail::last_good(rho, above, 36, holds);
    }
    above = rho;
  }
  if (!holds(std::numeric_limits<double>::denorm_min())) {
    return 0;
  }
  // A start from the older conversion, epsilon = rho + 2 sqrt(rho ln(1/delta)), then whole halves.
  const double root = std::sqrt(std::log(1 / delta));
  double good = std::pow(std::sqrt(root * root + epsilon) - root, 2) +
                std::numeric_limits<double>::denorm_min();
  while (!holds(good)) {
    good /= 2;
  }
  double bad = good * 2;
  while (holds(bad)) {
    good = bad;
    bad *= 2;
  }
  return detail::last_good(good, bad, 36, holds);
}

double zcdp_to_delta(double rho, double epsilon) {
  detail::require_rho(rho);
  detail::require_epsilon(epsilon);
  return detail::renyi_to_delta(std::array{detail::Steps{detail::StepKind::zcdp, rho, 1}}, epsilon);
}

double zcdp_to_epsilon(double rho, double delta) {
  detail::require_rho(rho);
  detail::require_delta(delta);
  return detail::renyi_to_epsilon(std::array{detail::Steps{detail::StepKind::zcdp, rho, 1}}, delta);
}

}  // namespace discreet

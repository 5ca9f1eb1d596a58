#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "support/laws.hpp"

namespace discreet::testing {

namespace detail {

/// The coefficients of a polynomial, that of w^0 first.
using Polynomial = std::vector<BigInterval>;

/// (c + b w) times the polynomial.
inline Polynomial times_line(const Polynomial& p, const BigInterval& c, const BigInterval& b) {
  Polynomial out(p.size() + 1, BigInterval::of(Fraction{0}, law_precision));
  for (std::size_t k = 0; k < p.size(); ++k) {
    out[k] = out[k] + c * p[k];
    out[k + 1] = out[k + 1] + b * p[k];
  }
  return out;
}

/// The integral from 0 to w.
inline BigInterval integral(const Polynomial& p, const BigInterval& w) {
  BigInterval sum = BigInterval::of(Fraction{0}, law_precision);
  BigInterval power = w;
  for (std::size_t k = 0; k < p.size(); ++k) {
    sum = sum + p[k] * power * BigInterval::of(Fraction{1, k + 1}, law_precision);
    power = power * w;
  }
  return sum;
}

}  // namespace detail

/// The probability of every outcome of sample_first_above, from the integrals of its proof and not from any sampler:
/// with a_i = e^((x_i - T) / scale), P(i) = ∫ min(1, a_i w) prod_(j<i) max(0, 1 - a_j w) dw over w from 0 to 1.
///
/// Requires  a scale above 0.
inline std::map<std::optional<std::size_t>, BigInterval> first_above_law(
    const std::vector<Fraction>& x, const Fraction& threshold, const Fraction& scale) {
  const auto big = [](const Fraction& value) { return BigInterval::of(value, law_precision); };
  std::map<std::optional<std::size_t>, BigInterval> law;
  detail::Polynomial none_before{big(1)};
  Fraction highest = 0;  // the product is 0 beyond w = e^-highest
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Fraction z = (x[i] - threshold) / scale;
    const BigInterval a = exp(big(z));
    const BigInterval end = exp(big(-highest));
    // min(1, a w) is a w up to w = 1 / a.
    const BigInterval knee = exp(big(-std::max(z, highest)));
    law.emplace(i, detail::integral(detail::times_line(none_before, big(0), a), knee) +
                       detail::integral(none_before, end) - detail::integral(none_before, knee));
    none_before = detail::times_line(none_before, big(1), -a);
    highest = std::max(highest, z);
  }
  law.emplace(std::nullopt, detail::integral(none_before, exp(big(-highest))));
  return law;
}

}  // namespace discreet::testing

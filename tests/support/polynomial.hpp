#pragma once

#include <cstddef>
#include <vector>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "support/laws.hpp"

namespace discreet::testing {

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

}  // namespace discreet::testing

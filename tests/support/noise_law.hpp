#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <gmpxx.h>
#include <mpfr.h>

#include "accounting/noise_spread.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "support/oracle.hpp"

namespace discreet::testing {

/// The law of integer noise, straight from its formula in numbers of 512 bits, up to where it is below e^-150.
class NoiseLaw {
 public:
  explicit NoiseLaw(const discreet::detail::IntegerNoise& noise) {
    const double scale = noise.scale.get_d();
    const bool laplace = noise.shape == discreet::detail::IntegerNoise::Shape::laplace;
    const double reach = laplace ? 150 * scale : std::sqrt(300 * scale);
    const auto end = static_cast<std::int64_t>(reach) + 2;
    Oracle all{-1.0};
    for (std::int64_t x = 0; x < end; ++x) {
      const Fraction size = exact_fraction(x);
      BigFloat exponent{512};
      const Fraction exact =
          laplace ? Fraction{size / noise.scale} : Fraction{size * size / (2 * noise.scale)};
      mpfr_set_q(exponent.get(), exact.get_mpq_t(), MPFR_RNDN);
      weights_.push_back(exp(-Oracle::copy(exponent)));
      all = all + weights_.back() + weights_.back();
    }
    at_least_.assign(weights_.size() + 1, Oracle{0.0});
    for (std::size_t x = weights_.size(); x-- > 0;) {
      weights_[x] = weights_[x] / all;
      at_least_[x] = at_least_[x + 1] + weights_[x];
    }
  }

  [[nodiscard]] std::int64_t end() const { return static_cast<std::int64_t>(weights_.size()); }

  /// P(Z = x), for |x| below the end.
  [[nodiscard]] const Oracle& at(std::int64_t x) const {
    return weights_[static_cast<std::size_t>(std::abs(x))];
  }

  /// P(Z >= k).
  [[nodiscard]] Oracle at_least(std::int64_t k) const {
    if (k >= 0) {
      return at_least_[static_cast<std::size_t>(std::min(k, end()))];
    }
    return Oracle{1.0} - at_least(1 - k);
  }

 private:
  std::vector<Oracle> weights_;
  std::vector<Oracle> at_least_;
};

/// P(|Z| > q).
inline Oracle beyond(const NoiseLaw& law, std::int64_t q) {
  return Oracle{2.0} * law.at_least(q + 1);
}

/// P(|Z + factor Z'| > q), Z' independent of Z.
inline Oracle beyond(const NoiseLaw& law, const NoiseLaw& other, std::int64_t factor,
                     std::int64_t q) {
  Oracle sum{0.0};
  for (std::int64_t z = 1 - other.end(); z < other.end(); ++z) {
    sum = sum + other.at(z) * law.at_least(q + 1 - factor * z);
  }
  return Oracle{2.0} * sum;
}

}  // namespace discreet::testing

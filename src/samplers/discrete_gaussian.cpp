#include "samplers/discrete_gaussian.hpp"

#include <algorithm>
#include <utility>

#include "discreet/error.hpp"

namespace discreet {

namespace {

Fraction checked(Fraction variance) {
  variance.canonicalize();
  require(variance > 0, bad_parameter, "the variance of integer noise must be above zero");
  require(variance <= exact_fraction(0x1p80), bad_parameter,
          "the variance of integer noise must not pass the eightieth power of two");
  return variance;
}

/// The least quarter above σ, within the scales there are: any scale is right, one near σ keeps most
/// proposals.
NoiseScale scale_near_root(const Fraction& variance) {
  const mpz_class sixteenfold = variance.get_num() * 16 / variance.get_den();
  const Fraction quarters = Fraction{sqrt(sixteenfold) + 1} / 4;
  return NoiseScale{std::min(quarters, exact_fraction(0x1p40))};
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(Fraction variance)
    : variance_(checked(std::move(variance))),
      proposal_(scale_near_root(variance_)),
      centre_(variance_ / proposal_.scale().exact()),
      near_centre_(enclosing_doubles(centre_)),
      precision_(enclosing_doubles(Fraction{1 / (2 * variance_)})) {}

Interval DiscreteGaussian::Excess::quick() const noexcept {
  const Interval away = enclosing_doubles(m_) - law_->near_centre_;
  // The square of a magnitude: from 0 where the centre may be hit, never below.
  const Interval size = away.lo >= 0   ? away
                        : away.hi <= 0 ? -away
                                       : Interval{0.0, std::max(-away.lo, away.hi)};
  return size * size * law_->precision_;
}

BigInterval DiscreteGaussian::Excess::enclose(mpfr_prec_t precision) const {
  const Fraction away = exact_fraction(m_) - law_->centre_;
  return BigInterval::of(Fraction{away * away / (2 * law_->variance_)}, precision);
}

}  // namespace discreet

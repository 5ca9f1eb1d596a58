#include "discreet/samplers/noise.hpp"

#include <limits>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/exp_enclosure.hpp"
#include "discreet/numbers/ln_enclosure.hpp"

namespace discreet {

ExponentialRV::ExponentialRV(Fraction shift, Fraction scale)
    : shift_(std::move(shift)), scale_(std::move(scale)) {
  require(scale_ > 0, bad_parameter, "the scale of a random variable must be positive");
}

// s - t ln u = s' - t' ln v exactly when u = exp(z), z = (s - s')/t + (t'/t) ln v.
BigInterval ExponentialRV::threshold(const ExponentialRV& other, const BigInterval& v,
                                     mpfr_prec_t precision) const {
  const Fraction shift = (shift_ - other.shift_) / scale_;
  const Fraction ratio = other.scale_ / scale_;
  if (ratio == 1) {  // no logarithm at all: u = e^shift v
    return exp(BigInterval::of(shift, precision)) * v;
  }
  return exp(BigInterval::of(shift, precision) + BigInterval::of(ratio, precision) * log(v));
}

Interval ExponentialRV::quick_threshold(const ExponentialRV& other, Interval v) const {
  if (scale_ != other.scale_) {
    return {0.0, std::numeric_limits<double>::infinity()};
  }
  const Interval c = exp_enclosure(enclosing_doubles((shift_ - other.shift_) / scale_));
  return c * v;
}

GumbelRV::GumbelRV(Fraction shift, Fraction scale)
    : shift_(std::move(shift)), scale_(std::move(scale)) {
  require(scale_ > 0, bad_parameter, "the scale of a random variable must be positive");
}

// s - t ln(-ln u) = s' - t' ln(-ln v) exactly when u = exp(-exp(z)), z = (s - s')/t + (t'/t) ln(-ln
// v).
BigInterval GumbelRV::threshold(const GumbelRV& other, const BigInterval& v,
                                mpfr_prec_t precision) const {
  const Fraction shift = (shift_ - other.shift_) / scale_;
  const Fraction ratio = other.scale_ / scale_;
  if (ratio == 1) {  // half the logarithms: u = v^(e^shift)
    return exp(exp(BigInterval::of(shift, precision)) * log(v));
  }
  const BigInterval z =
      BigInterval::of(shift, precision) + BigInterval::of(ratio, precision) * log(-log(v));
  return exp(-exp(z));
}

Interval GumbelRV::quick_threshold(const GumbelRV& other, Interval v) const {
  if (scale_ != other.scale_) {
    return {0.0, 1.0};
  }
  const Interval c = exp_enclosure(enclosing_doubles((shift_ - other.shift_) / scale_));
  return exp_enclosure(-(c * -ln_enclosure(v)));
}

}  // namespace discreet

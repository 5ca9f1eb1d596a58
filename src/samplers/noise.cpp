#include "discreet/samplers/noise.hpp"

#include <limits>
#include <utility>

#include "discreet/error.hpp"
#include "entropy/system_bits.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/ln_enclosure.hpp"
#include "samplers/psrn.hpp"

namespace discreet {

ExponentialRV::ExponentialRV(Fraction shift, Fraction scale)
    : shift_(std::move(shift)), scale_(std::move(scale)) {
  require(scale_ >= 0, bad_parameter, "the scale of a random variable must not be negative");
}

// s - t ln u = s' - t' ln v exactly when u = exp(z), z = (s - s')/t + (t'/t) ln v.
BigInterval threshold(const ExponentialRV& mine, const ExponentialRV& other, const BigInterval& v,
                      mpfr_prec_t precision) {
  const Fraction shift = (mine.shift() - other.shift()) / mine.scale();
  const Fraction ratio = other.scale() / mine.scale();
  if (ratio == 0) {  // the other is its shift, whatever its v, and ln v may be infinite
    return exp(BigInterval::of(shift, precision));
  }
  if (ratio == 1) {  // no logarithm at all: u = e^shift v
    return exp(BigInterval::of(shift, precision)) * v;
  }
  return exp(BigInterval::of(shift, precision) + BigInterval::of(ratio, precision) * log(v));
}

Interval quick_threshold(const ExponentialRV& mine, const ExponentialRV& other, Interval v) {
  const bool is_its_shift = other.scale() == 0;
  if (mine.scale() != other.scale() && !is_its_shift) {
    return {0.0, std::numeric_limits<double>::infinity()};
  }
  const Interval c =
      exp_enclosure(enclosing_doubles((mine.shift() - other.shift()) / mine.scale()));
  return is_its_shift ? c : c * v;
}

GumbelRV::GumbelRV(Fraction shift, Fraction scale)
    : shift_(std::move(shift)), scale_(std::move(scale)) {
  require(scale_ >= 0, bad_parameter, "the scale of a random variable must not be negative");
}

// s - t ln(-ln u) = s' - t' ln(-ln v) exactly when u = exp(-exp(z)), z = (s - s')/t + (t'/t) ln(-ln
// v).
BigInterval threshold(const GumbelRV& mine, const GumbelRV& other, const BigInterval& v,
                      mpfr_prec_t precision) {
  const Fraction shift = (mine.shift() - other.shift()) / mine.scale();
  const Fraction ratio = other.scale() / mine.scale();
  if (ratio == 0) {  // the other is its shift, whatever its v
    return exp(-exp(BigInterval::of(shift, precision)));
  }
  if (ratio == 1) {  // half the logarithms: u = v^(e^shift)
    return exp(exp(BigInterval::of(shift, precision)) * log(v));
  }
  const BigInterval z =
      BigInterval::of(shift, precision) + BigInterval::of(ratio, precision) * log(-log(v));
  return exp(-exp(z));
}

Interval quick_threshold(const GumbelRV& mine, const GumbelRV& other, Interval v) {
  const bool is_its_shift = other.scale() == 0;
  if (mine.scale() != other.scale() && !is_its_shift) {
    return {0.0, 1.0};
  }
  const Interval c =
      exp_enclosure(enclosing_doubles((mine.shift() - other.shift()) / mine.scale()));
  return exp_enclosure(is_its_shift ? -c : -(c * -ln_enclosure(v)));
}

template <class RV>
struct SampledNoise<RV>::Inside {
  Psrn<RV, SystemBits> value;
};

template <class RV>
SampledNoise<RV>::SampledNoise(RV variable)
    : inside_(new Inside{Psrn<RV, SystemBits>{thread_bits(), std::move(variable)}}) {}

template <class RV>
SampledNoise<RV>::SampledNoise(SampledNoise&&) noexcept = default;

template <class RV>
SampledNoise<RV>& SampledNoise<RV>::operator=(SampledNoise&&) noexcept = default;

template <class RV>
SampledNoise<RV>::~SampledNoise() = default;

template <class RV>
bool SampledNoise<RV>::greater_than(SampledNoise& other) {
  return inside_->value.greater_than(other.inside_->value);
}

template <class RV>
const RV& SampledNoise<RV>::variable() const noexcept {
  return inside_->value.variable();
}

template <class RV>
std::size_t SampledNoise<RV>::known() const noexcept {
  return inside_->value.known();
}

template class SampledNoise<ExponentialRV>;
template class SampledNoise<GumbelRV>;

}  // namespace discreet

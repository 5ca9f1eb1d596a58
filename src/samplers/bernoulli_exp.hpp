#pragma once

#include <mpfr.h>

#include "discreet/numbers/rounding.hpp"
#include "entropy/bit_source.hpp"
#include "entropy/system_bits.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"
#include "samplers/uniform_less.hpp"

namespace discreet {

/// e^-x for a computable x that is not negative: itself a ComputableReal.
///
/// Proof     proofs/samplers/bernoulli_exp.md
template <ComputableReal Exponent>
class ExpOfMinus {
 public:
  explicit ExpOfMinus(Exponent exponent) : exponent_(exponent) {}

  [[nodiscard]] Interval quick() {
    const Interval x = exponent_.quick();
    if (x.hi == 0.0) {
      return {1.0, 1.0};
    }
    const Interval p = exp_enclosure(-x);
    return {p.lo, p.hi < 1.0 ? p.hi : 1.0};
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    return exp(-exponent_.enclose(precision));
  }

  [[nodiscard]] const Exponent& exponent() const noexcept { return exponent_; }

 private:
  Exponent exponent_;
};

/// Flips a coin that shows heads with probability e^-x exactly.
///
/// Law       true with probability e^-x.
/// Requires  x >= 0, as a ComputableReal; x = 0 draws nothing.
/// Cost      one word but with a probability of about 2^-44.
/// Proof     proofs/samplers/bernoulli_exp.md
template <BitSource Bits, ComputableReal Exponent>
bool sample_bernoulli_exp(Bits& bits, const Exponent& x) {
  ExpOfMinus<Exponent> p{x};
  return sample_less(bits, p);
}

/// The same with bits from the system's generator.
template <ComputableReal Exponent>
bool sample_bernoulli_exp(const Exponent& x) {
  require_sound_arithmetic();
  return sample_bernoulli_exp(thread_bits(), x);
}

}  // namespace discreet

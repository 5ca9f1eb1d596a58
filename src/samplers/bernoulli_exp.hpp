#pragma once

#include "discreet/numbers/rounding.hpp"
#include "entropy/bit_source.hpp"
#include "entropy/system_bits.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/score_gap.hpp"
#include "samplers/uniform_less.hpp"

namespace discreet {

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

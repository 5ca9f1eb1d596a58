#pragma once

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/samplers/exponential_rv.hpp"
#include "discreet/samplers/psrn.hpp"

namespace discreet {

/// A partially sampled exponential variable: ExponentialPSRN<>{ExponentialRV{shift, scale}}, or
/// ExponentialPSRN<Bits>{bits, ExponentialRV{shift, scale}}.
///
/// Law       shift + Exp(scale), compared exactly by greater_than.
/// Proof     proofs/samplers/psrn.md
template <BitSource Bits = SystemBits>
using ExponentialPSRN = Psrn<ExponentialRV, Bits>;

}  // namespace discreet

#pragma once

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/samplers/gumbel_rv.hpp"
#include "discreet/samplers/psrn.hpp"

namespace discreet {

/// A partially sampled Gumbel variable:
/// GumbelPSRN<>{GumbelRV{shift, scale}}, or GumbelPSRN<Bits>{bits, GumbelRV{shift, scale}}.
///
/// Law       Gumbel(shift, scale), compared exactly by greater_than.
/// Proof     proofs/samplers/psrn.md
template <BitSource Bits = SystemBits>
using GumbelPSRN = Psrn<GumbelRV, Bits>;

}  // namespace discreet

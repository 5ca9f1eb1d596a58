#pragma once

#include "discreet/entropy/bit_source.hpp"
#include "discreet/samplers/gumbel_rv.hpp"
#include "discreet/samplers/psrn.hpp"

namespace discreet {

/// A partially sampled Gumbel variable: GumbelPSRN<Bits>{bits, GumbelRV{shift, scale}}.
///
/// Law       Gumbel(shift, scale), compared exactly by greater_than.
/// Proof     proofs/samplers/psrn.md
template <BitSource Bits>
using GumbelPSRN = Psrn<GumbelRV, Bits>;

}  // namespace discreet

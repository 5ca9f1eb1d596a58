#pragma once

#include <bit>
#include <cstdint>

#include "discreet/error.hpp"
#include "entropy/bit_source.hpp"
#include "numbers/rank_gap.hpp"

namespace discreet {

/// Draws an integer of up to 128 bits below m: as many bits as m - 1 has, again while they make an
/// integer that is not below m.
///
/// Law       each of 0 ... m - 1 with probability 1/m exactly.
/// Requires  m >= 1; m = 1 draws nothing.
/// Throws    Error{bad_parameter} if not.
/// Cost      two words of 64 bits at most, and as many again with probability below 1/2.
/// Proof     proofs/samplers/uniform_below_wide.md
template <BitSource Bits>
UInt128 sample_uniform_below_wide(Bits& bits, UInt128 m) {
  require(m >= 1, bad_parameter, "the bound of a uniform draw must be at least 1");
  const auto high = static_cast<std::uint64_t>((m - 1) >> 64U);
  const auto low = static_cast<std::uint64_t>(m - 1);
  const auto needed =
      static_cast<unsigned>(high == 0 ? std::bit_width(low) : 64 + std::bit_width(high));
  for (;;) {
    UInt128 drawn = 0;
    for (unsigned known = 0; known < needed; known += Bits::width) {
      // Of the last word only the bits that are still missing.
      const unsigned missing = needed - known;
      const unsigned taken = missing < Bits::width ? missing : Bits::width;
      drawn = (drawn << taken) | (bits.next() >> (Bits::width - taken));
    }
    if (drawn < m) {
      return drawn;
    }
  }
}

}  // namespace discreet

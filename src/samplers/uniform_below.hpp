#pragma once

#include <bit>
#include <cstdint>

#include "discreet/error.hpp"
#include "entropy/bit_source.hpp"
#include "entropy/system_bits.hpp"

namespace discreet {

/// Draws an integer below m: the whole part of U * m for a uniform bit string U, of which only the
/// words that decide it are drawn.
///
/// Law       each of 0 ... m - 1 with probability 1/m exactly.
/// Requires  m >= 1; m = 1 draws nothing. Where the width does not divide 64, m has at least width
///           fewer bits.
/// Throws    Error{bad_parameter} if not.
/// Cost      with words of 64 bits one word, and a second with probability below m / 2^64.
/// Proof     proofs/samplers/uniform_below.md
template <BitSource Bits>
std::uint64_t sample_uniform_below(Bits& bits, std::uint64_t m) {
  require(m >= 1, bad_parameter, "the bound of a uniform draw must be at least 1");
  if (m == 1) {
    return 0;
  }
  __extension__ using Wide = unsigned __int128;
  // At least as many bits as m has, so that at most one boundary between two integers falls within
  // a cell.
  Wide cell = bits.next();
  if constexpr (Bits::width == 64) {
    // The usual end of what follows, at once: no boundary within the cell.
    const Wide product = cell * m;
    if (static_cast<std::uint64_t>(product) <= std::uint64_t{0} - m) [[likely]] {
      return static_cast<std::uint64_t>(product >> 64);
    }
  }
  unsigned known = Bits::width;
  const auto needed = static_cast<unsigned>(std::bit_width(m - 1));
  while (known < needed) {
    cell = (cell << Bits::width) | bits.next();
    known += Bits::width;
  }
  require(known <= 64, bad_parameter,
          "the bound of a uniform draw must suit the width of the words");
  const Wide product = cell * m;
  const Wide whole = product >> known;
  Wide to_boundary = ((whole + 1) << known) - product;
  // The cell covers m units from its start: the result is `whole` unless the boundary lies within
  // them.
  while (to_boundary < m) {
    // With V the uniform rest of U, the result is whole + 1 exactly if V * m >= to_boundary.
    const Wide start = Wide{bits.next()} * m;
    const Wide boundary = to_boundary << Bits::width;
    if (start >= boundary) {
      return static_cast<std::uint64_t>(whole) + 1;
    }
    to_boundary = boundary - start;
  }
  return static_cast<std::uint64_t>(whole);
}

/// The same with bits from the system's generator.
inline std::uint64_t sample_uniform_below(std::uint64_t m) {
  return sample_uniform_below(thread_bits(), m);
}

}  // namespace discreet

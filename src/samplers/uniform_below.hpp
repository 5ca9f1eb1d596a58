#pragma once

#include <bit>
#include <cstdint>

#include "discreet/error.hpp"
#include "entropy/bit_source.hpp"
#include "entropy/system_bits.hpp"

namespace discreet {

namespace detail {

/// sample_uniform_below where the first word is drawn.
///
/// Requires  m >= 2.
template <BitSource Bits>
[[gnu::noinline]] std::uint64_t decide_below(Bits& bits, std::uint64_t m, std::uint64_t first) {
  __extension__ using Product = unsigned __int128;
  // At least as many bits as m has, so that at most one boundary between two integers falls within
  // a cell.
  Product cell = first;
  unsigned known = Bits::width;
  const auto needed = static_cast<unsigned>(std::bit_width(m - 1));
  while (known < needed) {
    cell = (cell << Bits::width) | bits.next();
    known += Bits::width;
  }
  require(known <= 64, bad_parameter,
          "the bound of a uniform draw must suit the width of the words");
  const Product product = cell * m;
  const Product whole = product >> known;
  Product to_boundary = ((whole + 1) << known) - product;
  // The cell covers m units from its start: the result is `whole` unless the boundary lies within
  // them.
  while (to_boundary < m) {
    // With V the uniform rest of U, the result is whole + 1 exactly if V * m >= to_boundary.
    const Product start = Product{bits.next()} * m;
    const Product boundary = to_boundary << Bits::width;
    if (start >= boundary) {
      return static_cast<std::uint64_t>(whole) + 1;
    }
    to_boundary = boundary - start;
  }
  return static_cast<std::uint64_t>(whole);
}

}  // namespace detail

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
[[gnu::always_inline]] inline std::uint64_t sample_uniform_below(Bits& bits, std::uint64_t m) {
  require(m >= 1, bad_parameter, "the bound of a uniform draw must be at least 1");
  if (m == 1) {
    return 0;
  }
  __extension__ using Product = unsigned __int128;
  const std::uint64_t cell = bits.next();
  if constexpr (Bits::width == 64) {
    // The usual end, at once: no boundary between two integers falls within the cell.
    const Product product = Product{cell} * m;
    if (static_cast<std::uint64_t>(product) <= std::uint64_t{0} - m) [[likely]] {
      return static_cast<std::uint64_t>(product >> 64);
    }
  } else if constexpr (Bits::width == 32) {
    constexpr std::uint64_t units = std::uint64_t{1} << 32;
    const std::uint64_t product = cell * m;
    if (m < units && (product & (units - 1)) <= units - m) [[likely]] {
      return product >> 32;
    }
  }
  return detail::decide_below(bits, m, cell);
}

/// The same with bits from the system's generator.
inline std::uint64_t sample_uniform_below(std::uint64_t m) {
  return sample_uniform_below(thread_bits(), m);
}

}  // namespace discreet

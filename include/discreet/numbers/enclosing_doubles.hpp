#pragma once

#include <cstdint>

#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/interval.hpp"
#include "discreet/numbers/next_up.hpp"

namespace discreet {

/// The narrowest interval with double ends that contains the given one.
///
/// Proof     proofs/numbers/enclosing_doubles.md
Interval enclosing_doubles(const BigInterval& x);

/// The narrowest interval with double ends that contains the fraction.
///
/// Proof     proofs/numbers/enclosing_doubles.md
Interval enclosing_doubles(const Fraction& x);

/// Doubles around an integer: the integer itself up to 2^53, at most two doubles apart beyond.
///
/// Proof     proofs/numbers/enclosing_doubles.md
constexpr Interval enclosing_doubles(std::uint64_t x) noexcept {
  const auto nearest = static_cast<double>(x);
  if (x <= (std::uint64_t{1} << 53)) {
    return {nearest, nearest};
  }
  return {next_down(nearest), next_up(nearest)};
}

}  // namespace discreet

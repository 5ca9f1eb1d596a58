#pragma once

#include <cstddef>
#include <optional>
#include <ranges>

#include "discreet/numbers/fraction.hpp"
#include "discreet/samplers/noise.hpp"
#include "entropy/bit_source.hpp"
#include "samplers/psrn.hpp"

namespace discreet {

/// Draws the position of the first score that passes a threshold, both with exponential noise.
///
/// Law       with independent E, E_0, E_1, … of the exponential law with mean scale: the least i with
///           score_i + E_i > threshold + E; nothing if there is none. At scale 0 the least i with score_i > threshold.
/// Requires  scale >= 0.
/// Throws    Error{bad_parameter} if not; Error{unsound_thread}; what the bits throw.
/// Cost      one comparison per score up to the one that passes; the rest is not looked at.
/// Proof     proofs/release/above_threshold.md
template <BitSource Bits, std::ranges::input_range Scores>
std::optional<std::size_t> sample_first_above(Bits& bits, Scores&& scores,
                                              const Fraction& threshold, const Fraction& scale) {
  // One threshold for all scores: the privacy map charges its noise once.
  Psrn<ExponentialRV, Bits> noisy_threshold{bits, ExponentialRV{threshold, scale}};
  std::size_t i = 0;
  for (const Fraction& score : scores) {
    Psrn<ExponentialRV, Bits> noisy_score{bits, ExponentialRV{score, scale}};
    if (noisy_score.greater_than(noisy_threshold)) {
      return i;
    }
    ++i;
  }
  return std::nullopt;
}

}  // namespace discreet

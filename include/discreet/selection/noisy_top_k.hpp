#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/sound_arithmetic.hpp"
#include "discreet/samplers/decisions.hpp"
#include "discreet/selection/draw.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/reference/peel.hpp"
#include "discreet/selection/scores.hpp"
#include "discreet/selection/true_top_k.hpp"

namespace discreet {

/// Releases the indices of the k best scores, noisily, best first.
///
/// Law       k rounds of peeling on the scores as exact rationals: the exponential mechanism with
/// replacement,
///           permute-and-flip without. Scale 0 is the true top-k, ties to the lowest index.
///           Infinite scores count as the largest finite ones; min(k, n) indices.
/// Requires  scores without NaN; a finite scale, not negative (nor -0.0).
/// Throws    Error{bad_parameter} for the scale, Error{outside_domain} for NaN, both before any bit
/// is drawn;
///           Error{no_entropy}.
/// Proof     proofs/selection/noisy_top_k.md
template <BitSource Bits, ScoreRange Scores>
std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale, std::size_t k,
                                     Optimize optimize, Draw draw) {
  using T = ScoreOf<Scores>;
  const std::span<const T> scores{x};
  require_sound_arithmetic();
  require_scale(scale);
  require_scores(scores);
  if (scale == 0.0) {
    return true_top_k(scores, k, optimize);
  }
  DrawnDecisions<Bits> decide{bits};
  return reference::peel(decide, scores, scale, k, optimize, draw);
}

/// The same with bits from the system's generator.
template <ScoreRange Scores>
std::vector<std::size_t> noisy_top_k(const Scores& x, double scale, std::size_t k,
                                     Optimize optimize, Draw draw) {
  return noisy_top_k(thread_bits(), x, scale, k, optimize, draw);
}

}  // namespace discreet

#pragma once

#include <cstddef>
#include <vector>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "discreet/selection/score_view.hpp"
#include "discreet/selection/threads.hpp"

namespace discreet {

/// Releases the indices of the k best scores by permute-and-flip, best first.
///
/// Law       k rounds of peeling, each the argmax of what is left of y_i + Exp(scale).
/// Requires  scores without NaN; a finite scale, not negative.
/// Throws    as noisy_top_k.
/// Proof     proofs/selection/noisy_top_k.md
template <BitSource Bits, ScoreSource Scores>
std::vector<std::size_t> exponential_top_k(Bits& bits, const Scores& x, double scale, std::size_t k,
                                           Optimize optimize, Threads threads = {}) {
  return noisy_top_k(bits, x, scale, k, optimize, Law::permute_and_flip, threads);
}

/// The same with bits from the system's generator.
template <ScoreSource Scores>
std::vector<std::size_t> exponential_top_k(const Scores& x, double scale, std::size_t k,
                                           Optimize optimize, Threads threads = {}) {
  return exponential_top_k(thread_bits(), x, scale, k, optimize, threads);
}

}  // namespace discreet

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

/// Releases the indices of the k best scores by the exponential mechanism, best first.
///
/// Law       the k greatest of y_i + Gumbel(scale), in order, which is k rounds of peeling the
///           exponential mechanism.
/// Requires  scores without NaN; a finite scale, not negative.
/// Throws    as noisy_top_k.
/// Proof     proofs/selection/noisy_top_k.md
template <BitSource Bits, ScoreSource Scores>
std::vector<std::size_t> gumbel_top_k(Bits& bits, const Scores& x, double scale, std::size_t k,
                                      Optimize optimize, Threads threads = {}) {
  return noisy_top_k(bits, x, scale, k, optimize, Law::exponential_mechanism, threads);
}

/// The same with bits from the system's generator.
template <ScoreSource Scores>
std::vector<std::size_t> gumbel_top_k(const Scores& x, double scale, std::size_t k,
                                      Optimize optimize, Threads threads = {}) {
  return gumbel_top_k(thread_bits(), x, scale, k, optimize, threads);
}

}  // namespace discreet

#pragma once

#include <cstddef>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "discreet/selection/score_view.hpp"
#include "discreet/selection/threads.hpp"

namespace discreet {

/// Releases the index of the best score by permute-and-flip.
///
/// Law       walk a random permutation, keep i with probability e^(-(best - y_i) / scale), return
///           the first kept.
/// Requires  at least one score; scores without NaN; a finite scale, not negative.
/// Throws    as noisy_top_k, and Error{outside_domain} for no scores.
/// Proof     proofs/selection/noisy_top_k.md
template <BitSource Bits, ScoreSource Scores>
std::size_t permute_and_flip(Bits& bits, const Scores& x, double scale, Optimize optimize,
                             Threads threads = {}) {
  require(view_scores(x).size() > 0, outside_domain, "there must be at least one score");
  return noisy_top_k(bits, x, scale, 1, optimize, Law::permute_and_flip, threads).front();
}

/// The same with bits from the system's generator.
template <ScoreSource Scores>
std::size_t permute_and_flip(const Scores& x, double scale, Optimize optimize,
                             Threads threads = {}) {
  return permute_and_flip(thread_bits(), x, scale, optimize, threads);
}

}  // namespace discreet

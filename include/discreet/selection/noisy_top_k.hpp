#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/engine.hpp"
#include "discreet/selection/engine_decisions.hpp"
#include "discreet/selection/score_view.hpp"
#include "discreet/selection/shape.hpp"
#include "discreet/selection/system_top_k.hpp"
#include "discreet/selection/threads.hpp"
#include "discreet/selection/true_top_k.hpp"

namespace discreet {

/// Releases the indices of the k best scores, noisily, best first.
///
/// Law       k rounds of peeling on the scores as exact rationals: the exponential mechanism with
///           replacement, permute-and-flip without. Scale 0 is the true top-k, ties to the lowest
///           index. Infinite scores count as the largest finite ones; min(k, n) indices.
/// Requires  scores without NaN that do not change meanwhile: if they do, the law means nothing,
///           but every index is a valid one; a finite scale, not negative (nor −0.0).
/// Throws    Error{bad_parameter} for the parameters, Error{outside_domain} for NaN, both before any bit
///           is drawn; Error{no_entropy}; for scores that change meanwhile also Error{bug}.
/// Cost      one read of the scores, then a few proposals per selection; memory at most a sixteenth
///           of the scores and a kilobyte, eight bytes per chunk and what k needs, of which the thread
///           keeps a part for its next release; random bits grow with k, not n.
/// Proof     proofs/selection/noisy_top_k.md
template <BitSource Bits, ScoreSource Scores>
std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale, std::size_t k,
                                     Optimize optimize, Law law, Threads threads = {}) {
  require_sound_arithmetic();
  require_scale(scale);
  require_optimize(optimize);
  require_law(law);
  const auto scores = view_scores(x);
  using T = std::remove_cvref_t<decltype(*scores.at(0))>;
  if (scale == 0.0) {
    return true_top_k(scores, k, optimize);
  }
  if constexpr (std::same_as<Bits, SystemBits>) {
    return detail::system_top_k(bits, scores, scale, k, optimize, law, threads.count);
  } else {
    detail::EngineDecisions<Bits> decide{bits};
    return detail::engine_top_k<detail::DefaultShape<T>>(decide, scores, scale, k, optimize, law,
                                                         threads.count);
  }
}

/// The same with bits from the system's generator.
template <ScoreSource Scores>
std::vector<std::size_t> noisy_top_k(const Scores& x, double scale, std::size_t k,
                                     Optimize optimize, Law law, Threads threads = {}) {
  return noisy_top_k(thread_bits(), x, scale, k, optimize, law, threads);
}

}  // namespace discreet

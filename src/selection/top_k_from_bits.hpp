#pragma once

#include <cstddef>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "entropy/bit_source.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"
#include "selection/true_top_k.hpp"

namespace discreet::detail {

/// noisy_top_k with the bits named, which only a test may bring.
///
/// Law       as noisy_top_k.
/// Throws    as noisy_top_k.
/// Proof     proofs/selection/noisy_top_k.md
template <BitSource Bits>
std::vector<std::size_t> top_k_from_bits(Bits& bits, const Scores& scores, const Selection& how) {
  require_sound_arithmetic();
  require_scale(how.scale);
  require_optimize(how.optimize);
  require_law(how.law);
  return ScoresInside::visit(scores, [&]<Number T>(const ScoreView<T>& view) {
    if (how.scale == 0.0) {
      return true_top_k(view, how.k, how.optimize);
    }
    DrawnDecisions<Bits> decide{bits};
    return engine_top_k<DefaultShape<T>>(decide, view, how.scale, how.k, how.optimize, how.law,
                                         how.threads.count);
  });
}

}  // namespace discreet::detail

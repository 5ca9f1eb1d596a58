#pragma once

#include <cstddef>
#include <vector>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/framework/max_divergence.hpp"
#include "discreet/mechanisms/top_k.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/samplers/exponential_rv.hpp"
#include "discreet/selection/draw.hpp"
#include "discreet/selection/exponential_top_k.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/scores.hpp"

namespace discreet {

/// Selection under pure differential privacy: permute-and-flip.
///
/// Law       the greatest of y_i + Exp(scale); k rounds of peeling.
/// Map       per selection d_in / scale; +inf for scale 0, unless d_in is 0.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_max_divergence.md
template <>
struct TopK<MaxDivergence> {
  using RV = ExponentialRV;
  static constexpr Draw replacement = Draw::without_replacement;
  static constexpr bool one_shot = false;

  static RV random_variable(const Fraction& shift, const Fraction& scale) { return {shift, scale}; }

  static double privacy_map(double d_in, double scale);

  template <BitSource Bits, ScoreRange Scores>
  static std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale,
                                              std::size_t k, Optimize optimize) {
    return exponential_top_k(bits, x, scale, k, optimize);
  }
};

static_assert(TopKMeasure<MaxDivergence>);

}  // namespace discreet

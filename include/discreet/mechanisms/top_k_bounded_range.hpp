#pragma once

#include <cstddef>
#include <vector>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/framework/bounded_range.hpp"
#include "discreet/mechanisms/top_k.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/samplers/gumbel_rv.hpp"
#include "discreet/selection/draw.hpp"
#include "discreet/selection/gumbel_top_k.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/scores.hpp"

namespace discreet {

/// Selection under bounded range: the exponential mechanism.
///
/// Law       the k greatest of y_i + Gumbel(scale), in order.
/// Map       per selection d_in / scale; +inf for scale 0, unless d_in is 0. For k of them 2k - 1
///           times that: the interval of a later round depends on the earlier winners.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_bounded_range.md
template <>
struct TopK<BoundedRange> {
  using RV = GumbelRV;
  static constexpr Draw replacement = Draw::with_replacement;
  static constexpr bool one_shot = true;

  static RV random_variable(const Fraction& shift, const Fraction& scale) { return {shift, scale}; }

  static double privacy_map(double d_in, double scale);

  static double compose(double eta, std::size_t k);

  template <BitSource Bits, ScoreRange Scores>
  static std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale,
                                              std::size_t k, Optimize optimize) {
    return gumbel_top_k(bits, x, scale, k, optimize);
  }
};

static_assert(TopKMeasure<BoundedRange>);

}  // namespace discreet

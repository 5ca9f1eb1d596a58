#pragma once

#include <cstddef>
#include <vector>

#include "discreet/entropy/system_bits.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/selection/score_view.hpp"

namespace discreet::detail {

/// The engine's top-k with the system's bits, compiled once for each score type, so that whoever
/// includes a mechanism need not compile the engine.
///
/// Law       as engine_top_k with the default shape.
/// Requires  a finite scale above zero.
/// Throws    as engine_top_k.
/// Proof     proofs/selection/engine.md
template <Number T>
std::vector<std::size_t> system_top_k(SystemBits& bits, const ScoreView<T>& scores, double scale,
                                      std::size_t k, Optimize optimize, Law law, unsigned threads);

}  // namespace discreet::detail

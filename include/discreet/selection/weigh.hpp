#pragma once

#include <cstddef>
#include <cstdint>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/weight_rule.hpp"

namespace discreet::detail {

/// The weights of a run of scores, in vectors.
///
/// Law       out[i] = rule.weight(scores[i]) for every i < count.
/// Proof     proofs/selection/weight_rule.md
template <Number T>
void weigh(const T* scores, std::size_t count, const WeightRule<T>& rule, std::uint64_t* out);

}  // namespace discreet::detail

#pragma once

#include <cstddef>
#include <cstdint>

#include "discreet/selection/weight_rule.hpp"

namespace discreet::detail {

/// The weights of a run of scores, in vectors.
///
/// Law       out[i] = rule.weight(scores[i]) for every i < count.
/// Proof     proofs/selection/weight_rule.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
void weigh(const T* scores, std::size_t count, const WeightRule<T>& rule, std::uint64_t* out);

}  // namespace discreet::detail

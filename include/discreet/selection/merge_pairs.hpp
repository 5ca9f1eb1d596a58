#pragma once

#include <cstddef>

#include "discreet/selection/optimize.hpp"

namespace discreet::detail {

/// The two best of every `fan` neighbours whose own two best are known, in vectors.
///
/// Law       firsts[b] and seconds[b] are the best and the second best of first[i] and second[i]
///           together, fan·b ≤ i < fan·(b + 1), as a multiset.
/// Requires  fan ≥ 1; room for ⌈count / fan⌉ pairs; no NaN.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
void merge_pairs(const T* first, const T* second, std::size_t count, std::size_t fan,
                 Optimize optimize, T* firsts, T* seconds);

}  // namespace discreet::detail

#pragma once

#include <cstddef>
#include <cstdint>

#include "discreet/framework/law.hpp"

namespace discreet::detail {

// Vectors over at most 64 scores: a block's, or the pairs of a node's children. No branch depends on a score.

/// Which scores have a value.
///
/// Law       bit j of the result, for j < count, says whether scores[j] == value; the others are 0.
/// Requires  count ≤ 64.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
std::uint64_t equal_bits(const T* scores, std::size_t count, T value);

/// The two best scores but for some.
///
/// Law       first and second become the best and the second best of the scores[j], j < count, for which bit j of
///           `without` is 0, as a multiset; what is missing counts as the worst value of the type. Returns false if one
///           of these is NaN, and then both mean nothing.
/// Requires  count ≤ 64.
/// Proof     proofs/selection/read.md
// A plain `class`, for the same reason. T is a Number.
template <class T>
bool best_two_without(const T* scores, std::size_t count, std::uint64_t without, Optimize optimize,
                      T& first, T& second);

/// The two best of a pair and of all pairs but one.
///
/// Law       first and second become the best and the second best of both and of firsts[j] and seconds[j], j < count,
///           j ≠ without, as a multiset. Where `seconds` is `firsts`, so that every best counts twice, the best of each.
/// Requires  without < count ≤ 64; no NaN.
/// Proof     proofs/selection/read.md
// A plain `class`, for the same reason. T is a Number.
template <class T>
void merge_pairs_without(const T* firsts, const T* seconds, std::size_t count, std::size_t without,
                         Optimize optimize, T& first, T& second);

}  // namespace discreet::detail

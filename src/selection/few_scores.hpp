#pragma once

#include <cstddef>
#include <cstdint>

namespace discreet::detail {

// Vectors over at most 64 scores: a block's, or the best ones of a node's children. No branch depends on a score.

/// Which scores have a value.
///
/// Law       bit j of the result, for j < count, says whether scores[j] == value; the others are 0.
/// Requires  count ≤ 64.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
std::uint64_t equal_bits(const T* scores, std::size_t count, T value);

}  // namespace discreet::detail

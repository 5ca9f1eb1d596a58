#pragma once

#include <cstddef>
#include <limits>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/optimize.hpp"

namespace discreet::detail {

/// What a score that is not there counts as: no score of the type is worse.
template <Number T>
constexpr T worst_score(Optimize optimize) noexcept {
  using Limits = std::numeric_limits<T>;
  if constexpr (Float<T>) {
    return optimize == Optimize::max ? -Limits::infinity() : Limits::infinity();
  } else {
    return optimize == Optimize::max ? Limits::lowest() : Limits::max();
  }
}

/// Keeps the two best scores of every block of a contiguous run, in one vector pass.
///
/// Law       first[b] and second[b] are the best and the second best score of block b as a multiset;
///           a block of one score has the worst value of its type as second. Returns false if a
///           score is NaN, and then the pairs mean nothing.
/// Requires  block ≥ 1; room for ⌈count / block⌉ pairs; the last block may be short.
/// Cost      three vector operations per vector of scores: reading memory is what takes time.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
bool read_blocks(const T* scores, std::size_t count, std::size_t block, Optimize optimize, T* first,
                 T* second);

}  // namespace discreet::detail

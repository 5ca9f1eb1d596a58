#pragma once

#include <cstddef>

#include "discreet/selection/optimize.hpp"

namespace discreet::detail {

/// Where the scores of a release are to be expected: in one of the processor's caches, or, as there are
/// more than fit, in memory.
enum class Source { cache, memory };

/// Keeps the two best scores of every column of a contiguous run, in one vector pass. The run is cut
/// into groups of `rows` rows, a row being one score for each of `lanes` columns: a vector's lanes are
/// columns of their own, so that nothing is folded while reading.
///
/// Law       for group g and column j, first[g·lanes + j] and second[g·lanes + j] are the best and the
///           second best of the scores (g·rows + r)·lanes + j, r < rows, as a multiset; what is missing
///           counts as the worst value, whatever the source is. Returns false if a score is NaN, and then
///           the pairs mean nothing.
/// Requires  rows ≥ 1; lanes ≥ 1; room for ⌈count / (rows·lanes)⌉·lanes pairs.
/// Cost      three vector operations per vector of scores where a row is 64 bytes, as in a release;
///           other rows, which only tests have, are read score by score.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
bool read_columns(const T* scores, std::size_t count, std::size_t rows, std::size_t lanes,
                  Optimize optimize, Source source, T* first, T* second);

}  // namespace discreet::detail

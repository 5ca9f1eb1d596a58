#pragma once

#include <cstddef>

#include "discreet/selection/optimize.hpp"
#include "discreet/selection/score_view.hpp"

namespace discreet::detail {

/// Where the pairs of one level go, and how many of the level below make one.
template <class T>
struct PairRoom {
  std::size_t fan;
  T* first;  ///< or nothing, if the level is not wanted
  T* second;
};

/// Keeps the two best scores of every block of a view, and of every `fan` neighbouring blocks while
/// the blocks' pairs are still at hand: chunks are read in place, a group of blocks across a seam is
/// copied first, and large inputs are shared out among threads (0: as many as are useful).
///
/// Law       as read_columns, and on its pairs merge_pairs.
/// Requires  at least one score; rows ≥ 1; lanes ≥ 1; room for ⌈size / (rows·lanes)⌉·lanes pairs in
///           `first` and `second`; fan a multiple of lanes, and room for a pair per `fan` of those.
/// Throws    Error{outside_domain} if a score is NaN; Error{bug} from a thread without sound
///           arithmetic.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
void read_scores(const ScoreView<T>& scores, std::size_t rows, std::size_t lanes, Optimize optimize,
                 unsigned threads, T* first, T* second, PairRoom<T> nodes);

}  // namespace discreet::detail

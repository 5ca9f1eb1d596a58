#pragma once

#include <cstddef>
#include <limits>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/score_view.hpp"

namespace discreet::detail {

/// Where the scores of a release are to be expected.
enum class Source {
  near,    ///< in a cache of the core's own
  cache,   ///< in a cache that is further away
  memory,  ///< in memory, as there are more than fit
};

/// Where so many bytes of scores are to be expected: a matter of their number, never of the scores.
[[nodiscard]] Source source_of(std::size_t bytes) noexcept;

/// How a run of scores is walked, and asked for ahead: which way is the quickest differs from processor to processor.
enum class Way {
  one_place,       ///< from the beginning to the end
  four_places,     ///< four groups side by side
  eight_places,    ///< eight, where there are registers enough
  eight_in_steps,  ///< eight, asked for by the second cache, and shortly before use by the first
};
inline constexpr std::size_t ways = 4;

/// What is kept of each block, and of each node above: its two best scores, or only its best, which then stands for the
/// second as well and is written once.
enum class Keep { one, two };

/// Where the pairs of one level go, and how many of the level below make one.
template <class T>
struct PairRoom {
  std::size_t fan;
  T* first;  ///< or nothing, if the level is not wanted
  T* second;
};

/// Keeps the two best scores of every block of a view, and of every `fan` neighbouring blocks while
/// the blocks' pairs are still at hand: chunks are read in place, a group of blocks across a seam is
/// copied first, and large inputs are shared out among threads (0: as many as are useful). The way is the
/// one that was the quickest so far where scores come from that source (way_finder.hpp).
///
/// Law       as read_columns, and on its pairs merge_pairs. Where `second` is `first` only the best are kept.
/// Requires  at least one score; rows ≥ 1; lanes ≥ 1; room for ⌈size / (rows·lanes)⌉·lanes pairs in
///           `first` and `second`; fan a multiple of lanes, and room for a pair per `fan` of those.
/// Throws    Error{outside_domain} if a score is NaN; Error{unsound_thread} from a thread without sound
///           arithmetic.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
void read_scores(const ScoreView<T>& scores, std::size_t rows, std::size_t lanes, Optimize optimize,
                 Source source, unsigned threads, T* first, T* second, PairRoom<T> nodes);

/// The two best of every `fan` neighbours whose own two best are known, in vectors.
///
/// Law       firsts[b] and seconds[b] are the best and the second best of first[i] and second[i]
///           together, fan·b ≤ i < fan·(b + 1), as a multiset.
///           Where `second` is `first` and `seconds` is `firsts`, so that every best counts twice, the best of each.
/// Requires  fan ≥ 1; room for ⌈count / fan⌉ pairs; no NaN.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
void merge_pairs(const T* first, const T* second, std::size_t count, std::size_t fan,
                 Optimize optimize, T* firsts, T* seconds);

/// Rows of a group that is read in vectors: known to the compiler, so that one pointer tells all the places that are
/// read at once.
inline constexpr std::size_t block_rows = 64;

/// Keeps the two best scores of every column of a contiguous run, in one vector pass. The run is cut
/// into groups of `rows` rows, a row being one score for each of `lanes` columns: a vector's lanes are
/// columns of their own, so that nothing is folded while reading.
///
/// Law       for group g and column j, first[g·lanes + j] and second[g·lanes + j] are the best and the
///           second best of the scores (g·rows + r)·lanes + j, r < rows, as a multiset; what is missing
///           counts as the worst value, whatever the way is. Where `second` is `first` only the best are
///           kept. Returns false if a score is NaN, and then the pairs mean nothing.
/// Requires  rows ≥ 1; lanes ≥ 1; room for ⌈count / (rows·lanes)⌉·lanes pairs.
/// Cost      three vector operations per vector of scores, or one where only the best are kept, where a group
///           is block_rows rows of 64 bytes, as in a release; others, which only tests have, are read score by
///           score.
/// Proof     proofs/selection/read.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
bool read_columns(const T* scores, std::size_t count, std::size_t rows, std::size_t lanes,
                  Optimize optimize, Way way, T* first, T* second);

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

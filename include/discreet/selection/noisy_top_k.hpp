#pragma once

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// A contiguous range of scores: a vector, an array, a span.
template <class R>
concept ScoreRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                     Number<std::ranges::range_value_t<R>>;

/// Scores that lie in several pieces, read in place: candidate i is the i-th score of the pieces in
/// their order, as in Arrow's chunked arrays.
template <Number T>
using ChunkList = std::span<const std::span<const T>>;

namespace detail {

struct ScoresInside;

template <class T>
inline constexpr bool is_chunk = false;
template <Number T>
inline constexpr bool is_chunk<std::span<const T>> = true;

/// The type of the scores that a view shows.
enum class ScoreType : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };

template <Number T>
[[nodiscard]] constexpr ScoreType score_type() noexcept {
  if constexpr (Float<T>) {
    return sizeof(T) == 4 ? ScoreType::f32 : ScoreType::f64;
  } else {
    constexpr int place = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return static_cast<ScoreType>(place + (std::is_signed_v<T> ? 0 : 4));
  }
}

}  // namespace detail

/// A contiguous range of chunks of scores.
template <class R>
concept ChunkRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                     detail::is_chunk<std::ranges::range_value_t<R>>;

/// Scores as a release reads them: of one of ten types, in one piece or in chunks; seen, not owned.
///
/// Requires  the scores, and the list of chunks, stay where they are while the view is used.
class Scores {
 public:
  template <ScoreRange R>
  Scores(const R& scores) noexcept  // NOLINT(google-explicit-constructor): a view, as std::span is
      : data_(std::ranges::data(scores)),
        size_(std::ranges::size(scores)),
        type_(detail::score_type<std::ranges::range_value_t<R>>()) {}

  template <ChunkRange R>
  Scores(const R& chunks) noexcept  // NOLINT(google-explicit-constructor)
      : data_(std::ranges::data(chunks)),
        chunks_(std::ranges::size(chunks)),
        type_(detail::score_type<
              std::remove_const_t<typename std::ranges::range_value_t<R>::element_type>>()),
        in_chunks_(true) {
    for (const auto& chunk : chunks) {
      size_ += chunk.size();
    }
  }

  /// How many scores there are, over all chunks.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  friend struct detail::ScoresInside;

  const void* data_;
  std::size_t size_ = 0;
  std::size_t chunks_ = 0;
  detail::ScoreType type_;
  bool in_chunks_ = false;
};

/// The scores of many selections: those of one after those of another, each with as many candidates.
struct ScoreRows {
  Scores scores;
  std::size_t columns;  ///< candidates of each
};

/// How many threads may read the scores; 0 leaves it to the size of the input and the cores that
/// the process may use. The law does not depend on it.
struct Threads {
  unsigned count = 0;
};

/// What is left to decide of a selection but the bits, which no argument can bring.
struct Selection {
  Law law;
  double scale;
  std::size_t k = 1;
  Optimize optimize = Optimize::max;
  Threads threads = {};
};

/// Releases the indices of the k best scores, noisily, best first.
///
/// Law       k rounds of peeling on the scores as exact rationals, each by the law. Scale 0 is the
///           true top-k, ties to the lowest index. Infinite scores count as the largest finite ones;
///           min(k, n) indices.
/// Requires  scores without NaN that do not change meanwhile: if they do, the law means nothing,
///           but every index is a valid one; a finite scale, not negative (nor −0.0).
/// Throws    Error{bad_parameter} for the parameters, Error{outside_domain} for NaN, both before any bit
///           is drawn; Error{no_entropy}; for scores that change meanwhile also Error{unsound_thread}.
/// Cost      one read of the scores, then a few proposals per selection; memory at most a sixteenth
///           of the scores and a kilobyte, eight bytes per chunk and what k needs, of which the thread
///           keeps a part for its next release; random bits grow with k, not n.
/// Proof     proofs/selection/noisy_top_k.md
[[nodiscard]] std::vector<std::size_t> noisy_top_k(const Scores& scores, const Selection& how);

/// Releases, for each row of scores, the indices of its k best, noisily, best first; row by row, in one list.
///
/// Law       each row's indices, from 0 to columns − 1, have the law of noisy_top_k on that row, and the rows are
///           independent; min(k, columns) indices each.
/// Requires  what noisy_top_k does; columns ≥ 1 and a whole number of rows.
/// Throws    as noisy_top_k, for a NaN in any row, whatever was drawn from other rows by then.
/// Cost      for rows of up to 256 scores some ten nanoseconds per score and selection, without an allocation; longer
///           rows are read once. Rows are shared out among threads, each with bits of its own.
/// Proof     proofs/selection/rows.md
[[nodiscard]] std::vector<std::size_t> noisy_top_k_rows(const ScoreRows& rows,
                                                        const Selection& how);

}  // namespace discreet

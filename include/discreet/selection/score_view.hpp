#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// A contiguous range of scores: a vector, an array, a span.
template <class R>
concept ScoreRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                     Number<std::ranges::range_value_t<R>>;

template <ScoreRange R>
using ScoreOf = std::ranges::range_value_t<R>;

/// The score a candidate is judged by: infinities count as the largest finite value of their sign.
template <Number T>
[[nodiscard]] T finite_score(T score) noexcept {
  if constexpr (Float<T>) {
    constexpr T largest = std::numeric_limits<T>::max();
    if (!detail::is_finite(score)) {
      return detail::has_minus_sign(score) ? -largest : largest;
    }
    return score;
  } else {
    return score;
  }
}

/// Throws Error{outside_domain} if a score is NaN; where it stands is not said.
template <Number T>
void require_scores(std::span<const T> scores) {
  if constexpr (Float<T>) {
    bool any_nan = false;
    for (const T score : scores) {
      any_nan |= detail::is_nan(score);
    }
    require(!any_nan, outside_domain, "scores must not be NaN");
  }
}

/// Throws Error{bad_parameter} unless the scale is finite and its sign bit clear; zero is allowed.
inline void require_scale(double scale) {
  require(detail::is_finite(scale) && !detail::has_minus_sign(scale), bad_parameter,
          "scale must be finite and non-negative");
}

/// Scores that lie in several pieces, read in place: candidate i is the i-th score of the pieces in
/// their order, as in Arrow's chunked arrays.
template <Number T>
using ChunkList = std::span<const std::span<const T>>;

namespace detail {

/// One span of scores, or a list of chunks, under one numbering.
///
/// Requires  the scores stay where they are while the view is used.
/// Cost      nothing for one span, nor for a list of few scores, whose chunks are walked at each
///           lookup; for other lists a start per chunk and a binary search.
template <Number T>
class ScoreView {
 public:
  explicit ScoreView(std::span<const T> scores) noexcept
      : data_(scores.data()), size_(scores.size()) {}

  explicit ScoreView(ChunkList<T> chunks) : chunks_(chunks) {
    for (const auto& chunk : chunks) {
      size_ += chunk.size();
    }
    if (size_ > few) {
      starts_.reserve(chunks.size());
      std::size_t start = 0;
      for (const auto& chunk : chunks) {
        starts_.push_back(start);
        start += chunk.size();
      }
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Where the score lies.
  ///
  /// Requires  i < size().
  [[nodiscard]] const T* at(std::size_t i) const noexcept {
    return data_ != nullptr ? data_ + i : run_from(i).data();
  }

  /// The longest run of scores in one piece that begins at i.
  ///
  /// Requires  i < size().
  [[nodiscard]] std::span<const T> run_from(std::size_t i) const noexcept {
    if (data_ != nullptr) {
      return {data_ + i, size_ - i};
    }
    if (size_ > few) {
      const auto after = std::upper_bound(starts_.begin(), starts_.end(), i);
      // The chunk that holds score i; empty chunks hold none.
      const auto c = static_cast<std::size_t>(after - starts_.begin()) - 1;
      return chunks_[c].subspan(i - starts_[c]);
    }
    std::size_t c = 0;
    while (i >= chunks_[c].size()) {
      i -= chunks_[c++].size();
    }
    return chunks_[c].subspan(i);
  }

  /// Scores i … i + count − 1 in one piece: in place where they are, else copied into the room.
  ///
  /// Requires  i + count ≤ size(); room for count scores.
  [[nodiscard]] const T* piece(std::size_t i, std::size_t count, T* room) const noexcept {
    const std::span<const T> run = run_from(i);
    if (run.size() >= count) {
      return run.data();
    }
    for (std::size_t done = 0; done < count;) {
      const std::span<const T> next = run_from(i + done);
      const std::size_t take = std::min(count - done, next.size());
      std::copy_n(next.data(), take, room + done);
      done += take;
    }
    return room;
  }

  /// Scores i, i + step, … copied into the room.
  ///
  /// Requires  count = 0 or i + (count − 1)·step < size(); room for count scores.
  void copy_each(std::size_t i, std::size_t step, std::size_t count, T* room) const noexcept {
    if (count == 0) {
      return;
    }
    const std::span<const T> run = run_from(i);
    if (run.size() > (count - 1) * step) {
      const T* from = run.data();
      for (std::size_t j = 0; j < count; ++j, from += step) {
        room[j] = *from;
      }
      return;
    }
    for (std::size_t j = 0; j < count; ++j) {
      room[j] = *at(i + j * step);
    }
  }

 private:
  /// So many scores are not worth an allocation.
  static constexpr std::size_t few = 256;

  const T* data_ = nullptr;
  ChunkList<T> chunks_;
  std::vector<std::size_t> starts_;
  std::size_t size_ = 0;
};

template <class T>
struct ChunkScore {};

template <Number T>
struct ChunkScore<std::span<const T>> {
  using type = T;
};

}  // namespace detail

/// A list of chunks: a vector, an array or a span of std::span<const T>.
template <class R>
concept ChunkRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                     requires { typename detail::ChunkScore<std::ranges::range_value_t<R>>::type; };

/// What a release reads scores from: one contiguous range of them, or a list of chunks.
template <class R>
concept ScoreSource = ScoreRange<R> || ChunkRange<R>;

/// A view of either.
template <ScoreSource R>
auto view_scores(const R& x) {
  if constexpr (ScoreRange<R>) {
    return detail::ScoreView<ScoreOf<R>>{std::span<const ScoreOf<R>>{x}};
  } else {
    using T = typename detail::ChunkScore<std::ranges::range_value_t<R>>::type;
    return detail::ScoreView<T>{ChunkList<T>{x}};
  }
}

}  // namespace discreet

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
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet {

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

  /// Scores i … i + count − 1 in one piece: in place where they are, else copied into the buffer.
  ///
  /// Requires  i + count ≤ size(); room for count scores.
  [[nodiscard]] const T* piece(std::size_t i, std::size_t count, T* buffer) const noexcept {
    const std::span<const T> run = run_from(i);
    if (run.size() >= count) {
      return run.data();
    }
    for (std::size_t done = 0; done < count;) {
      const std::span<const T> next = run_from(i + done);
      const std::size_t take = std::min(count - done, next.size());
      std::copy_n(next.data(), take, buffer + done);
      done += take;
    }
    return buffer;
  }

  /// Scores index(0) … index(count − 1) copied into the buffer.
  ///
  /// Requires  each below size(); room for count scores.
  template <class Index>
  void copy_at(std::size_t count, Index index, T* buffer) const noexcept {
    if (data_ != nullptr) {
      const T* const data = data_;
      for (std::size_t j = 0; j < count; ++j) {
        buffer[j] = data[index(j)];
      }
      return;
    }
    for (std::size_t j = 0; j < count; ++j) {
      buffer[j] = *at(index(j));
    }
  }

  /// Scores i, i + step, … copied into the buffer.
  ///
  /// Requires  count = 0 or i + (count − 1)·step < size(); room for count scores.
  void copy_each(std::size_t i, std::size_t step, std::size_t count, T* buffer) const noexcept {
    if (count == 0) {
      return;
    }
    const std::span<const T> run = run_from(i);
    if (run.size() > (count - 1) * step) {
      const T* from = run.data();
      for (std::size_t j = 0; j < count; ++j, from += step) {
        buffer[j] = *from;
      }
      return;
    }
    for (std::size_t j = 0; j < count; ++j) {
      buffer[j] = *at(i + j * step);
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

/// Opens a Scores for those who read it.
struct ScoresInside {
  /// Calls f with a ScoreView of the scores' own type.
  template <class F>
  static auto visit(const Scores& scores, F f) {
    switch (scores.type_) {
      case ScoreType::i8:
        return f(view<std::int8_t>(scores));
      case ScoreType::i16:
        return f(view<std::int16_t>(scores));
      case ScoreType::i32:
        return f(view<std::int32_t>(scores));
      case ScoreType::i64:
        return f(view<std::int64_t>(scores));
      case ScoreType::u8:
        return f(view<std::uint8_t>(scores));
      case ScoreType::u16:
        return f(view<std::uint16_t>(scores));
      case ScoreType::u32:
        return f(view<std::uint32_t>(scores));
      case ScoreType::u64:
        return f(view<std::uint64_t>(scores));
      case ScoreType::f32:
        return f(view<float>(scores));
      case ScoreType::f64:
        return f(view<double>(scores));
    }
    throw Error{bug, "scores must be of one of ten types"};
  }

 private:
  template <Number T>
  static ScoreView<T> view(const Scores& scores) {
    if (scores.in_chunks_) {
      const auto* chunks = static_cast<const std::span<const T>*>(scores.data_);
      return ScoreView<T>{ChunkList<T>{chunks, scores.chunks_}};
    }
    return ScoreView<T>{std::span<const T>{static_cast<const T*>(scores.data_), scores.size_}};
  }
};

}  // namespace detail
}  // namespace discreet

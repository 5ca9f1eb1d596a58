#pragma once

#include <limits>
#include <ranges>
#include <span>

#include "discreet/error.hpp"
#include "discreet/numbers/float_bits.hpp"
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

}  // namespace discreet

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/weigh.hpp"
#include "discreet/selection/weight_rule.hpp"

namespace discreet::detail {

/// A weight rule ready for use: of scores of one byte every weight is known beforehand.
///
/// Law       weight(v) = rule().weight(v), one at a time or many.
/// Proof     proofs/selection/weight_rule.md
template <Number T>
class Weigher {
 public:
  explicit Weigher(const WeightRule<T>& rule) : rule_(rule) {
    if constexpr (has_table) {
      std::array<T, 256> values;
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<T>(i);
      }
      weigh(values.data(), values.size(), rule_, table_.data());
    }
  }

  [[nodiscard]] const WeightRule<T>& rule() const noexcept { return rule_; }

  [[nodiscard]] std::uint64_t weight(T score) const noexcept {
    if constexpr (has_table) {
      return table_[static_cast<std::uint8_t>(score)];
    } else {
      return rule_.weight(score);
    }
  }

  void weights(const T* scores, std::size_t count, std::uint64_t* out) const {
    if constexpr (has_table) {
      for (std::size_t i = 0; i < count; ++i) {
        out[i] = weight(scores[i]);
      }
    } else {
      weigh(scores, count, rule_, out);
    }
  }

 private:
  static constexpr bool has_table = sizeof(T) == 1;

  WeightRule<T> rule_;
  std::array<std::uint64_t, has_table ? 256 : 1> table_;
};

}  // namespace discreet::detail

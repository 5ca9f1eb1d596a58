#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/score_view.hpp"

namespace discreet::detail {

/// An integer bound of W·e^(−gap/scale) for a score's gap to a reference, W = 2^bits: the chord of
/// 2^−x between whole x, widened, rounded down, plus 1.
///
/// Law       weight(v) ≥ W·e^(−gap/scale); it falls as the gap grows; it is at least 1 and at most
///           W(1 + 2^−40) + 1; lower_bound(weight(v)) ≤ W·e^(−gap/scale).
/// Requires  a finite scale above zero; bits ≤ 48; a reference at least as good as every score
///           weighed. A score that is better (a caller's data race) weighs at most W(1 + 2^−40) + 1.
/// Cost      ten flops, no branch; the vector twin in weigh() agrees bit for bit.
/// Proof     proofs/selection/weight_rule.md
template <Number T>
struct WeightRule {
  T reference;
  double shrink;   ///< taken to the scores first, so that no difference of doubles overflows unseen
  double stretch;  ///< then to the gap, so that the inverse of a subnormal scale is finite
  double inverse;  ///< 1 / (scale · ln 2) but for shrink and stretch
  double most;     ///< past this many halvings a weight is 1
  unsigned bits;
  Optimize optimize;

  static constexpr double widening = 1.0 + 0x1p-40;
  static constexpr double ln2 = 0x1.62e42fefa39efp-1;

  WeightRule(T best, double scale, unsigned weight_bits, Optimize order) noexcept
      : reference(finite_score(best)),
        shrink(scale >= 1.0 ? 0.25 : 1.0),
        stretch(scale < 0x1p-900 ? 0x1p200 : 1.0),
        inverse(1.0 / (scale * shrink * stretch * ln2)),
        most(static_cast<double>(weight_bits + 2)),
        bits(weight_bits),
        optimize(order) {}

  /// The same with another reference, without a division.
  [[nodiscard]] WeightRule around(T best) const noexcept {
    WeightRule out = *this;
    out.reference = finite_score(best);
    return out;
  }

  [[nodiscard]] double gap(T score) const noexcept {
    if constexpr (Float<T>) {
      auto a = static_cast<double>(reference);
      auto b = static_cast<double>(finite_score(score));
      // Not a product by 1: a subnormal factor makes it a hundred times slower.
      if (shrink != 1.0) {
        a *= shrink;
        b *= shrink;
      }
      return optimize == Optimize::max ? a - b : b - a;
    } else {
      // Modulo 2^64 the difference is exact.
      const auto a = static_cast<std::uint64_t>(static_cast<std::int64_t>(reference));
      const auto b = static_cast<std::uint64_t>(static_cast<std::int64_t>(score));
      return static_cast<double>(optimize == Optimize::max ? a - b : b - a) * shrink;
    }
  }

  /// gap · stretch, whose factors and product are normal numbers, again for speed: a subnormal
  /// number is first added to the least normal one, by its bits.
  [[nodiscard]] double stretched(double gap) const noexcept {
    if (stretch == 1.0) {
      return gap;
    }
    const auto bits_of_gap = std::bit_cast<std::uint64_t>(gap);
    if ((bits_of_gap & exponent_bits) == 0) {
      return std::bit_cast<double>(bits_of_gap | least_normal_bits) * stretch - lifted;
    }
    return gap * stretch;
  }
  static constexpr std::uint64_t least_normal_bits = std::uint64_t{1} << 52;
  static constexpr std::uint64_t exponent_bits = std::uint64_t{0x7ff} << 52;
  static constexpr double lifted = 0x1p-1022 * 0x1p200;

  [[nodiscard]] std::uint64_t weight(T score) const noexcept {
    const double halvings = stretched(gap(score)) * inverse;
    const double positive = halvings > 0.0 ? halvings : 0.0;
    const double x = positive < most ? positive : most;
    const auto whole = static_cast<std::int64_t>(x);
    const double chord = (2.0 - (x - static_cast<double>(whole))) * widening;
    const auto exponent =
        static_cast<std::uint64_t>(1022 + static_cast<std::int64_t>(bits) - whole);
    const double bound = chord * std::bit_cast<double>(exponent << 52);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bound)) + 1;
  }

  /// Whether bound_pairs() takes the rule: floats, at a scale whose inverse is one in any arithmetic.
  [[nodiscard]] bool bounds_quickly() const noexcept {
    return std::is_same_v<T, float> && stretch == 1.0 && inverse * shrink > 0x1p-60 &&
           inverse * shrink < 0x1p60;
  }

  /// A lower bound of W·e^(−gap/scale) from the weight alone: the chord is never more than 1/0.94
  /// of the curve.
  static constexpr std::uint64_t lower_bound(std::uint64_t weight) noexcept {
    const std::uint64_t floor = weight - 1;
    return floor - (floor >> 4) - static_cast<std::uint64_t>(floor != 0);
  }
};

/// The weights of a run of scores, in vectors.
///
/// Law       out[i] = rule.weight(scores[i]) for every i < count.
/// Proof     proofs/selection/weight_rule.md
// A plain `class`, since compilers do not yet agree on how to mangle a constrained one, and this is
// compiled in the library. T is a Number.
template <class T>
void weigh(const T* scores, std::size_t count, const WeightRule<T>& rule, std::uint64_t* out);

/// Marks the scores that weigh more than the offset whose first bits are the last ones of a position, the others being 0.
///
/// Law       bit i mod 64 of marks[i / 64] is set where (positions[i] mod 2^known)·2^(bits − known) < rule.weight(scores[i]).
/// Requires  room for ⌈count / 64⌉ words; known ≤ rule.bits.
/// Proof     proofs/selection/weight_rule.md
template <class T>
void mark_below_weight(const T* scores, const std::uint64_t* positions, std::size_t count,
                       const WeightRule<T>& rule, unsigned known, std::uint64_t* marks);

/// Bounds of what blocks weigh together, from their two best scores: quicker than the weights, and never less.
///
/// Law       w(first[i]) + others·w(second[i]) ≤ out[i] ≤ (1 + 2^−11)(w(first[i]) + others·w(second[i])) + 2·others + 8.
/// Requires  rule.bounds_quickly(); others < 2^20; (others + 1)·W < 2^62; the reference as for weights; no NaN.
/// Proof     proofs/selection/weight_rule.md
void bound_pairs(const float* first, const float* second, std::size_t count, std::uint64_t others,
                 const WeightRule<float>& rule, std::uint64_t* out);

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

  /// As bound_pairs() of the rule, where it takes it.
  void bounds(const T* first, const T* second, std::size_t count, std::uint64_t others,
              std::uint64_t* out) const {
    if constexpr (std::is_same_v<T, float>) {
      bound_pairs(first, second, count, others, rule_, out);
    }
  }

 private:
  static constexpr bool has_table = sizeof(T) == 1;

  WeightRule<T> rule_;
  std::array<std::uint64_t, has_table ? 256 : 1> table_;
};

}  // namespace discreet::detail

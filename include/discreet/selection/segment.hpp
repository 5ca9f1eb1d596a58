#pragma once

#include <cstdint>

#include <mpfr.h>

#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/enclosing_doubles.hpp"
#include "discreet/numbers/exp_enclosure.hpp"
#include "discreet/numbers/interval.hpp"
#include "discreet/numbers/ln1p_enclosure.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/score_gap.hpp"
#include "discreet/samplers/bernoulli_exp.hpp"

namespace discreet::detail {

/// A stretch of a permute-and-flip round's time, told by what is left of it: from c down to c'.
///
/// Proof     proofs/selection/permute_and_flip_round.md
struct Segment {
  double from;          ///< c, at most 1
  double to;            ///< c', above 0
  std::uint64_t total;  ///< positions of the tree, which must not change within the segment
  unsigned mean;        ///< Λ: how many proposals the segment has on average
  double sure;          ///< θ ≥ sure · W·e^(−gap to the reference)

  /// The segment that begins at c: as long as every θ surely stays at or below
  /// W·e^(−gap to the reference), for `lead` the gap of the best score in play to the reference.
  ///
  /// Law       to ≥ from · exp(−ΛW / (e^lead · total)).
  static Segment starting(double from, unsigned mean, std::uint64_t total, unsigned bits,
                          Interval lead) noexcept {
    const Interval g = exp_enclosure(lead);
    const Interval share = enclosing_doubles(total) / static_cast<double>(mean) /
                           power_of_two(static_cast<std::int64_t>(bits)) * g;
    const Interval length = Interval::point(1.0) / share;
    const double to = (from * exp_enclosure(Interval::point(-length.lo))).hi;
    return {from, to, total, mean, ((from - Interval::point(to)) * share).lo};
  }

  /// Whether time moves on: not where the segment would be shorter than doubles can tell.
  [[nodiscard]] bool moves() const noexcept { return to < from; }
};

/// θ − offset for permute-and-flip, θ = (T/Λ)·ln((1 − p + p·c) / (1 − p + p·c')), p = e^−gap with
/// the gap to the best score in play: a ComputableReal.
///
/// Requires  0 < c' < c ≤ 1; offset < 2^53.
/// Proof     proofs/selection/permute_and_flip_round.md
template <Number T>
class SegmentExcess {
 public:
  SegmentExcess(const ScoreGap<T>& gap, const Segment& segment, std::uint64_t offset)
      : p_(gap), segment_(segment), offset_(offset) {}

  [[nodiscard]] Interval quick() {
    const Interval p = p_.quick();
    const Interval odds =
        p * (Interval::point(segment_.from) - segment_.to) / ((1.0 - p) + p * segment_.to);
    return enclosing_doubles(segment_.total) / static_cast<double>(segment_.mean) *
               ln1p_enclosure(odds) -
           static_cast<double>(offset_);
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    const auto of = [&](auto value) { return BigInterval::of(value, precision); };
    const BigInterval p = p_.enclose(precision);
    const BigInterval never = of(1.0) - p;
    return of(segment_.total) / of(segment_.mean) *
               log((never + p * of(segment_.from)) / (never + p * of(segment_.to))) -
           of(offset_);
  }

 private:
  ExpOfMinus<ScoreGap<T>> p_;
  Segment segment_;
  std::uint64_t offset_;
};

/// The chance that a score which has not arrived by c arrives before the end: p·c / (1 − p + p·c),
/// a ComputableReal.
///
/// Requires  0 < c ≤ 1.
/// Proof     proofs/selection/permute_and_flip_round.md
template <Number T>
class LateArrival {
 public:
  LateArrival(const ScoreGap<T>& gap, double from) : p_(gap), from_(from) {}

  [[nodiscard]] Interval quick() {
    const Interval p = p_.quick();
    return p * from_ / ((1.0 - p) + p * from_);
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    const BigInterval p = p_.enclose(precision);
    const BigInterval one = BigInterval::of(1.0, precision);
    const BigInterval later = p * BigInterval::of(from_, precision);
    return later / ((one - p) + later);
  }

 private:
  ExpOfMinus<ScoreGap<T>> p_;
  double from_;
};

}  // namespace discreet::detail

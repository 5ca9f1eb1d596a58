#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <mpfr.h>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"
#include "numbers/ln_enclosure.hpp"
#include "numbers/score_gap.hpp"
#include "selection/flat_round.hpp"
#include "selection/proposal.hpp"
#include "selection/refine.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// A stretch of a permute-and-flip round's time, told by what is left of it: from c down to c'.
///
/// Proof     proofs/selection/permute_and_flip_round.md
struct Segment {
  double from;          ///< c, at most 1
  double to;            ///< c', above 0
  std::uint64_t total;  ///< positions of the tree, which must not change within the segment
  unsigned mean;        ///< Λ: how many proposals the segment has on average
  double lower;         ///< θ ≥ lower · W·e^(−gap to the reference)
  double length = 0.0;  ///< ln(c / c') but for roundings

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
    return {from, to, total, mean, ((from - Interval::point(to)) * share).lo, length.lo};
  }

  /// A lower bound of θ for the best score in play, (T/Λ)·ln(c / c'), which takes no logarithm: the boundary's roundings
  /// make the length less by 2^−48 at most. None where it is longer than that of any tree.
  [[nodiscard]] double least_of_best() const noexcept {
    if (length > 64.0) {
      return 0.0;
    }
    return (enclosing_doubles(total) / static_cast<double>(mean) *
            (Interval::point(length) - 0x1p-48))
        .lo;
  }

  /// Λ of a round's segments in turn: most rounds end with one of the first few proposals.
  template <class S>
  static constexpr unsigned mean_of(std::size_t segments) noexcept {
    return std::min(S::first_mean << std::min<std::size_t>(segments, 16), S::later_mean);
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

/// Whether offset + fraction lies below the segment's θ for a score, the fraction being a fresh bit
/// string that is drawn only where the offset alone does not tell.
///
/// Law       true with probability θ − offset clamped to [0, 1].
/// Proof     proofs/selection/permute_and_flip_round.md
template <class Decide, Number T, class S>
bool below_segment(Decide& decide, const WeightTree<T, S>& tree, const Segment& segment, T score,
                   std::uint64_t offset) {
  const std::uint64_t weight = tree.rule().weight(score);
  if (offset >= weight) {
    return false;
  }
  const auto lower = static_cast<double>(WeightRule<T>::lower_bound(weight));
  // 2^-50 of the bound is more than the two roundings here can add.
  if (static_cast<double>(offset) + 1.0 < segment.lower * lower * (1.0 - 0x1p-50)) {
    return true;
  }
  if (score == tree.best() && static_cast<double>(offset) + 1.0 < segment.least_of_best()) {
    return true;
  }
  SegmentExcess<T> excess{ScoreGap<T>{tree.best(), score, tree.scale()}, segment, offset};
  return decide.less(excess);
}

/// Everyone who arrives within the segment, each once.
///
/// Law       every score in play that was not tried and has not arrived before is in `arrivals` with probability
///           1 − exp(−Λθ/T), independently; only rejected proposals are kept for refinement.
/// Proof     proofs/selection/permute_and_flip_round.md
template <class Decide, Number T, class S>
void sample_arrivals(Decide& decide, WeightTree<T, S>& tree, const Segment& segment,
                     const Tried& tried, std::vector<std::size_t>& arrivals,
                     Refinement& refinement) {
  std::array<Proposal, S::batch> proposals;
  std::array<Proposal, S::remembered> rejected;
  std::size_t rejections = 0;
  Resolver<T, S> resolver{tree};
  for (std::uint64_t left = decide.poisson(segment.mean); left > 0;) {
    decide.checkpoint(tree, refinement, tried, segment.from, segment.to, left, arrivals, rejected,
                      rejections);
    const auto batch = static_cast<std::size_t>(std::min<std::uint64_t>(left, S::batch));
    propose_all(tree, std::span{proposals}.first(batch),
                [&] { return decide.below(segment.total); });
    for (std::size_t j = 0; j < batch; ++j) {
      const std::optional<Candidate> candidate = resolver(proposals[j]);
      if (candidate &&
          below_segment(decide, tree, segment, tree.score(candidate->index), candidate->offset) &&
          tree.in_play(candidate->index) && !tried.contains(candidate->index)) {
        if (std::find(arrivals.begin(), arrivals.end(), candidate->index) == arrivals.end()) {
          arrivals.push_back(candidate->index);
        }
      } else if (rejections < rejected.size()) {
        rejected[rejections++] = proposals[j];
      }
    }
    left -= batch;
  }
  // Only now: the tree must not change while the segment's proposals are drawn.
  if (arrivals.empty()) {
    for (std::size_t j = 0; j < rejections; ++j) {
      refinement.record_rejection(tree, rejected[j]);
    }
  }
}

/// Everyone who arrives after c, by a coin for every score in play.
///
/// Law       every score in play that was not tried and has not arrived before c is in `arrivals` with the
///           probability LateArrival, independently; the best one always is.
template <class Decide, Number T, class S>
void sample_late_arrivals(Decide& decide, const WeightTree<T, S>& tree,
                          const Refinement& refinement, const Tried& tried, double from,
                          std::vector<std::size_t>& arrivals) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    decide.checkpoint(tree, refinement, tried, from, i, arrivals);
    if (tree.in_play(i) && !tried.contains(i)) {
      LateArrival<T> chance{ScoreGap<T>{tree.best(), tree.score(i), tree.scale()}, from};
      if (decide.less(chance)) {
        arrivals.push_back(i);
      }
    }
  }
  require(!arrivals.empty(), unsound_thread, "scores must not change during a release");
}

/// One selection by permute-and-flip: every score arrives with probability p_i = e^(−gap to the
/// best) at a uniform time, and the first to arrive wins; time is walked in segments.
///
/// Law       permute-and-flip on the scores in play but for those of `tried`, with gaps to the best in play.
/// Requires  at least one score in play, and a best one that was not tried. `arrivals` is a buffer.
/// Cost      a few proposals; with a probability below 2^−40 a coin for every score.
/// Proof     proofs/selection/permute_and_flip_round.md
template <class Decide, Number T, class S>
std::size_t permute_and_flip_round(Decide& decide, WeightTree<T, S>& tree, Refinement& refinement,
                                   const Tried& tried, std::vector<std::size_t>& arrivals) {
  const Interval lead = ScoreGap<T>{tree.rule().reference, tree.best(), tree.scale()}.quick();
  double left = 1.0;
  arrivals.clear();
  for (std::size_t segments = 0; arrivals.empty(); ++segments) {
    decide.checkpoint(tree, refinement, tried, left, segments);
    const Segment segment = Segment::starting(left, Segment::mean_of<S>(segments), tree.total(),
                                              tree.rule().bits, lead);
    if (left < S::least_left || segments >= S::most_segments || !segment.moves()) {
      sample_late_arrivals(decide, tree, refinement, tried, left, arrivals);
    } else {
      sample_arrivals(decide, tree, segment, tried, arrivals, refinement);
      left = segment.to;
    }
  }
  return arrivals[decide.below(arrivals.size())];
}

}  // namespace discreet::detail

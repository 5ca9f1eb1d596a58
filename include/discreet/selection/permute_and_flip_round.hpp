#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/score_gap.hpp"
#include "discreet/selection/proposal.hpp"
#include "discreet/selection/proposals.hpp"
#include "discreet/selection/refine.hpp"
#include "discreet/selection/segment.hpp"
#include "discreet/selection/weight_rule.hpp"
#include "discreet/selection/weight_tree.hpp"

namespace discreet::detail {

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
  const auto sure = static_cast<double>(WeightRule<T>::sure(weight));
  // 2^-50 of the bound is more than the two roundings here can add.
  if (static_cast<double>(offset) + 1.0 < segment.sure * sure * (1.0 - 0x1p-50)) {
    return true;
  }
  SegmentExcess<T> excess{ScoreGap<T>{tree.best(), score, tree.scale()}, segment, offset};
  return decide.less(excess);
}

/// Everyone who arrives within the segment, each once.
///
/// Law       every score in play that has not arrived before is in `arrivals` with probability
///           1 − exp(−Λθ/T), independently; only rejected proposals are kept for refinement.
/// Proof     proofs/selection/permute_and_flip_round.md
template <class Decide, Number T, class S>
void sample_arrivals(Decide& decide, WeightTree<T, S>& tree, const Segment& segment,
                     std::vector<std::size_t>& arrivals, Refinement& refinement) {
  std::array<Proposal, S::batch> proposals;
  std::array<Proposal, S::remembered> rejected;
  std::size_t rejections = 0;
  for (std::uint64_t left = decide.poisson(segment.mean); left > 0;) {
    decide.at(tree, refinement, segment.from, segment.to, left, arrivals, rejected, rejections);
    const auto batch = static_cast<std::size_t>(std::min<std::uint64_t>(left, S::batch));
    propose_all(tree, std::span{proposals}.first(batch),
                [&] { return decide.below(segment.total); });
    for (std::size_t j = 0; j < batch; ++j) {
      const std::optional<Candidate> candidate = resolve(tree, proposals[j]);
      if (candidate &&
          below_segment(decide, tree, segment, tree.score(candidate->index), candidate->offset) &&
          tree.in_play(candidate->index)) {
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
      refinement.learn(tree, rejected[j]);
    }
  }
}

/// Everyone who arrives after c, by a coin for every score in play.
///
/// Law       every score in play that has not arrived before c is in `arrivals` with the
///           probability LateArrival, independently; the best one always is.
template <class Decide, Number T, class S>
void sample_late_arrivals(Decide& decide, const WeightTree<T, S>& tree,
                          const Refinement& refinement, double from,
                          std::vector<std::size_t>& arrivals) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    decide.at(tree, refinement, from, i, arrivals);
    if (tree.in_play(i)) {
      LateArrival<T> chance{ScoreGap<T>{tree.best(), tree.score(i), tree.scale()}, from};
      if (decide.less(chance)) {
        arrivals.push_back(i);
      }
    }
  }
  require(!arrivals.empty(), bug, "scores must not change during a release");
}

/// One selection by permute-and-flip: every score arrives with probability p_i = e^(−gap to the
/// best) at a uniform time, and the first to arrive wins; time is walked in segments.
///
/// Law       permute-and-flip on the scores in play.
/// Requires  at least one score in play. `arrivals` is room.
/// Cost      a few proposals; with a probability below 2^−40 a coin for every score.
/// Proof     proofs/selection/permute_and_flip_round.md
template <class Decide, Number T, class S>
std::size_t permute_and_flip_round(Decide& decide, WeightTree<T, S>& tree, Refinement& refinement,
                                   std::vector<std::size_t>& arrivals) {
  const Interval lead = ScoreGap<T>{tree.rule().reference, tree.best(), tree.scale()}.quick();
  double left = 1.0;
  arrivals.clear();
  for (std::size_t segments = 0; arrivals.empty(); ++segments) {
    decide.at(tree, refinement, left, segments);
    const unsigned mean = segments == 0 ? S::first_mean : S::later_mean;
    const Segment segment = Segment::starting(left, mean, tree.total(), tree.rule().bits, lead);
    if (left < S::least_left || segments >= S::most_segments || !segment.moves()) {
      sample_late_arrivals(decide, tree, refinement, left, arrivals);
    } else {
      sample_arrivals(decide, tree, segment, arrivals, refinement);
      left = segment.to;
    }
  }
  return arrivals[decide.below(arrivals.size())];
}

}  // namespace discreet::detail

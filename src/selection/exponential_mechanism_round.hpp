#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <mpfr.h>

#include "discreet/numbers/number.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"
#include "numbers/score_gap.hpp"
#include "selection/proposal.hpp"
#include "selection/refine.hpp"
#include "selection/weight_rule.hpp"
#include "selection/weight_tree.hpp"

namespace discreet::detail {

/// θ − offset for the exponential mechanism, θ = 2^bits · e^−gap: a ComputableReal.
///
/// Requires  bits ≤ 48; offset < 2^53.
/// Proof     proofs/selection/exponential_round.md
template <Number T>
class ExponentialExcess {
 public:
  ExponentialExcess(const ScoreGap<T>& gap, unsigned bits, std::uint64_t offset)
      : p_(gap), bits_(bits), offset_(offset) {}

  [[nodiscard]] Interval quick() {
    return p_.quick() * detail::power_of_two(static_cast<std::int64_t>(bits_)) -
           static_cast<double>(offset_);
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    return p_.enclose(precision) * BigInterval::of(std::uint64_t{1} << bits_, precision) -
           BigInterval::of(offset_, precision);
  }

 private:
  ExpOfMinus<ScoreGap<T>> p_;
  unsigned bits_;
  std::uint64_t offset_;
};

/// Whether offset + fraction lies below θ = W·e^−gap, the fraction being a fresh bit string that is
/// drawn only where the offset alone does not tell.
///
/// Law       true with probability θ − offset clamped to [0, 1].
/// Proof     proofs/selection/exponential_round.md
template <class Decide, Number T>
bool below_exponential(Decide& decide, const WeightRule<T>& rule, double scale, T score,
                       std::uint64_t offset) {
  const std::uint64_t weight = rule.weight(score);
  if (offset >= weight) {
    return false;
  }
  if (offset < WeightRule<T>::lower_bound(weight)) {
    return true;
  }
  ExponentialExcess<T> excess{ScoreGap<T>{rule.reference, score, scale}, rule.bits, offset};
  return decide.less(excess);
}

/// One selection by the exponential mechanism: propose a position, keep its score with probability
/// θ − offset, else propose again.
///
/// Law       score i in play with probability proportional to e^(y_i / scale).
/// Requires  at least one score in play.
/// Cost      a few proposals; they are drawn in growing batches, so that the memory is asked for
///           all of a batch's scores at once.
/// Proof     proofs/selection/exponential_round.md
template <class Decide, Number T, class S>
std::size_t exponential_mechanism_round(Decide& decide, WeightTree<T, S>& tree,
                                        Refinement& refinement) {
  std::array<Proposal, S::batch> proposals;
  for (std::size_t batch = 1, batches = 1;; batch = std::min(2 * batch, S::batch), ++batches) {
    decide.checkpoint(tree, refinement, batch);
    const std::uint64_t total = tree.total();
    propose_all(tree, std::span{proposals}.first(batch), [&] { return decide.below(total); });
    for (std::size_t j = 0; j < batch; ++j) {
      const std::optional<Candidate> candidate = resolve(tree, proposals[j]);
      if (candidate &&
          below_exponential(decide, tree.rule(), tree.scale(), tree.score(candidate->index),
                            candidate->offset) &&
          tree.in_play(candidate->index)) {
        return candidate->index;
      }
    }
    for (std::size_t j = 0; j < batch; ++j) {
      refinement.record_rejection(tree, proposals[j]);
    }
    if (batches % S::most_batches == 0) {
      // Scores that stay as they are do not get here; for others the bounds may be out of date.
      tree.reread();
    }
  }
}

}  // namespace discreet::detail

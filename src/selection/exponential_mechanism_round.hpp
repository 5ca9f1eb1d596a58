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

/// θ − offset, θ = size · e^−gap: a ComputableReal.
///
/// Requires  size ≤ 2^48; offset < 2^53.
/// Proof     proofs/selection/exponential_round.md
template <Number T>
class ExponentialExcess {
 public:
  ExponentialExcess(const ScoreGap<T>& gap, std::uint64_t size, std::uint64_t offset)
      : p_(gap), size_(size), offset_(offset) {}

  [[nodiscard]] Interval quick() {
    return p_.quick() * static_cast<double>(size_) - static_cast<double>(offset_);
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    return p_.enclose(precision) * BigInterval::of(size_, precision) -
           BigInterval::of(offset_, precision);
  }

 private:
  ExpOfMinus<ScoreGap<T>> p_;
  std::uint64_t size_;
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
  ExponentialExcess<T> excess{ScoreGap<T>{rule.reference, score, scale},
                              std::uint64_t{1} << rule.bits, offset};
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

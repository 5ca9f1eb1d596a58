#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "samplers/decisions.hpp"
#include "selection/exponential_mechanism_round.hpp"
#include "selection/read.hpp"
#include "selection/score_view.hpp"
#include "selection/weight_rule.hpp"

namespace discreet::detail {

/// Whether the rounds of a law on a small pool propose by weight, and so need every weight.
[[nodiscard]] constexpr bool weighs_all(Law law) noexcept {
  switch (law) {
    case Law::exponential_mechanism:
      return true;
    case Law::permute_and_flip:
      return false;
  }
  return true;
}

/// The candidates of a release so small that it needs no tree: no allocation.
///
/// Law       its rounds are those of the tree with one open block (exponential mechanism) and of
///           the seeds' pseudocode (permute-and-flip).
/// Requires  1 to S::small scores, in one piece; a rule of the scale and S::bits_for their number, with any reference.
/// Throws    Error{outside_domain} if a score is NaN.
/// Proof     proofs/selection/small_pool.md
template <Number T, class S>
class SmallPool {
 public:
  SmallPool(std::span<const T> scores, const WeightRule<T>& rule, double scale, Law law)
      : left_(copy(scores)),
        rule_(rule.around(take_best(rule.optimize))),
        scale_(scale),
        law_(law) {
    for (std::size_t j = 0; j < left_; ++j) {
      index_[j] = static_cast<std::uint32_t>(j);
    }
    weigh_all();
  }

  [[nodiscard]] std::size_t left() const noexcept { return left_; }
  [[nodiscard]] std::size_t index(std::size_t j) const noexcept { return index_[j]; }

  /// One selection by the exponential mechanism; returns a slot.
  ///
  /// Law       slot j with probability proportional to e^(y_j / scale).
  /// Requires  a pool made for the exponential mechanism.
  template <class Decide>
  std::size_t exponential_mechanism(Decide& decide) {
    for (;;) {
      decide.checkpoint(std::span<const std::uint32_t>{index_.data(), left_});
      std::uint64_t rest = decide.below(total_);
      std::size_t j = 0;
      while (rest >= weights_[j]) {
        rest -= weights_[j++];
      }
      if (below_exponential(decide, rule_, scale_, scores_[j], rest)) {
        return j;
      }
    }
  }

  /// One selection by permute-and-flip; returns a slot, having reordered the slots.
  ///
  /// Law       walk the slots in a random order; the first whose coin, heads with probability
  ///           e^(−gap to the best), shows heads wins.
  template <class Decide>
  std::size_t permute_and_flip(Decide& decide) {
    // The reference is the best score in play here, so W·e^−gap / W is the coin's chance.
    for (std::size_t at = 0; at < left_; ++at) {
      decide.checkpoint(std::span<const std::uint32_t>{index_.data(), left_}, at);
      const BelowTwo<Decide> drawn{decide, left_ - at, rule_.bits};
      swap_slots(at, at + drawn.first());
      const bool best = scores_[at] == rule_.reference;
      if (best || below_exponential(decide, rule_, scale_, scores_[at], drawn.second())) {
        return at;
      }
    }
    throw Error{bug, "the best score must show heads"};
  }

  /// Takes the winner at a slot out; the reference becomes the best of what is left.
  ///
  /// Requires  j < left().
  void remove(std::size_t j) {
    const bool was_best = scores_[j] == rule_.reference;
    if (weighs_all(law_)) {
      total_ -= weights_[j];
      weights_[j] = weights_[left_ - 1];
    }
    swap_slots(j, left_ - 1);
    --left_;
    if (was_best && left_ > 0) {
      const T best = best_of_finite({scores_.data(), left_}, rule_.optimize);
      if (best != rule_.reference) {
        rule_ = rule_.around(best);
        weigh_all();
      }
    }
  }

 private:
  /// A copy is judged, so that nothing can change between the reading and the rounds. Finds whether all scores are finite
  /// in passing, by their bits and without a branch: one unit of the exponent more sets the top bit of an infinity or a
  /// NaN.
  std::size_t copy(std::span<const T> scores) noexcept {
    if constexpr (Float<T>) {
      BitsOf<T> seen = 0;
      for (std::size_t j = 0; j < scores.size(); ++j) {
        const T score = scores[j];
        scores_[j] = score;
        seen |= (std::bit_cast<BitsOf<T>>(score) & ~sign_bit<T>)+(sign_bit<T> - infinity_bits<T>);
      }
      all_finite_ = (seen & sign_bit<T>) == 0;
    } else {
      std::copy(scores.begin(), scores.end(), scores_.begin());
      all_finite_ = true;
    }
    return scores.size();
  }

  /// The best score. From here on infinities are what they count as.
  T take_best(Optimize optimize) {
    const std::span<T> all{scores_.data(), left_};
    if (all_finite_) {
      return best_of_finite(all, optimize);
    }
    const T best = best_of_any(all, optimize);
    for (T& score : all) {
      score = finite_score(score);
    }
    return best;
  }

  static T best_of_any(std::span<const T> scores, Optimize optimize) {
    T first = T{};
    T second = T{};
    require(read_blocks(scores.data(), scores.size(), S::small, optimize, &first, &second),
            outside_domain, "scores must not be NaN");
    return finite_score(first);
  }

  /// The same, one score after the other where they are few: they are done before vectors would have begun.
  static T best_of_finite(std::span<const T> scores, Optimize optimize) {
    if (scores.size() > few) {
      return best_of_any(scores, optimize);
    }
    T best = worst_score<T>(optimize);
    for (const T score : scores) {
      best = (optimize == Optimize::max ? best < score : score < best) ? score : best;
    }
    return best;
  }
  static constexpr std::size_t few = 16;

  /// Permute-and-flip needs no weights but those of whom it asks.
  void weigh_all() {
    if (!weighs_all(law_)) {
      return;
    }
    weigh(scores_.data(), left_, rule_, weights_.data());
    total_ = std::accumulate(weights_.data(), weights_.data() + left_, std::uint64_t{0});
  }

  void swap_slots(std::size_t a, std::size_t b) noexcept {
    std::swap(scores_[a], scores_[b]);
    std::swap(index_[a], index_[b]);
  }

  std::array<T, S::small> scores_;
  bool all_finite_;
  std::size_t left_;
  WeightRule<T> rule_;
  double scale_;
  Law law_;
  std::uint64_t total_ = 0;
  std::array<std::uint64_t, S::small> weights_;
  std::array<std::uint32_t, S::small> index_;
};

}  // namespace discreet::detail

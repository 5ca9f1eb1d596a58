#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"
#include "entropy/bit_source.hpp"
#include "samplers/psrn.hpp"
#include "selection/score_view.hpp"

namespace discreet::reference {

/// Adds exact noise to every score once and returns the indices of the k greatest sums, greatest
/// first.
///
/// Law       with RV = GumbelRV the exponential mechanism's peeling, in order; with RV =
///           ExponentialRV and k = 1 permute-and-flip (for k > 1 the one-shot exponential race is
///           not permute-and-flip's peeling).
/// Requires  scores without NaN; a finite scale above zero.
/// Cost      n partially sampled numbers and O(k n) comparisons: the second oracle, after the
///           rounds.
/// Proof     proofs/selection/reference/race.md
template <class RV, BitSource Bits, Number T>
std::vector<std::size_t> race(Bits& bits, std::span<const T> scores, double scale, std::size_t k,
                              Optimize optimize) {
  const Fraction spread = exact_fraction(scale);
  std::vector<Psrn<RV, Bits>> noisy;
  noisy.reserve(scores.size());
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Fraction shift = exact_fraction(finite_score(scores[i]));
    if (optimize == Optimize::min) {
      shift = -shift;
    }
    noisy.emplace_back(bits, RV{std::move(shift), spread});
    left.push_back(i);
  }
  std::vector<std::size_t> winners;
  while (winners.size() < k && !left.empty()) {
    std::size_t best = 0;
    for (std::size_t j = 1; j < left.size(); ++j) {
      if (noisy[left[j]].greater_than(noisy[left[best]])) {
        best = j;
      }
    }
    winners.push_back(left[best]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return winners;
}

}  // namespace discreet::reference

#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <gmpxx.h>
#include <mpfr.h>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/rank_gap.hpp"
#include "selection/score_view.hpp"

namespace discreet::testing {

inline constexpr mpfr_prec_t law_precision = 200;

inline BigInterval big(const Fraction& x) { return BigInterval::of(x, law_precision); }

/// The probability that one round chooses each candidate, from the formulas of the laws and not
/// from any sampler: the exponential mechanism by its softmax, permute-and-flip by inclusion and
/// exclusion over the other heads, P(i) = p_i * sum over sets S of others of (-1)^|S| prod_S p_j /
/// (|S| + 1).
inline std::vector<BigInterval> round_law(const std::vector<Fraction>& y, const Fraction& scale,
                                          Law law) {
  Fraction best = y.front();
  for (const Fraction& v : y) {
    best = v > best ? v : best;
  }
  const BigInterval one = BigInterval::of(Fraction{1}, law_precision);
  std::vector<BigInterval> p;
  p.reserve(y.size());
  for (const Fraction& v : y) {
    p.push_back(exp(BigInterval::of(Fraction{(v - best) / scale}, law_precision)));
  }
  std::vector<BigInterval> chances;
  if (law == Law::exponential_mechanism) {
    BigInterval total = BigInterval::of(Fraction{0}, law_precision);
    for (const BigInterval& w : p) {
      total = total + w;
    }
    for (const BigInterval& w : p) {
      chances.push_back(w / total);
    }
    return chances;
  }
  const std::size_t n = y.size();
  for (std::size_t i = 0; i < n; ++i) {
    BigInterval sum = BigInterval::of(Fraction{0}, law_precision);
    for (std::size_t set = 0; set < (std::size_t{1} << n); ++set) {
      if ((set >> i & 1U) != 0) {
        continue;
      }
      BigInterval product = one;
      long members = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if ((set >> j & 1U) != 0) {
          product = product * p[j];
          ++members;
        }
      }
      const Fraction sign{members % 2 == 0 ? 1 : -1};
      sum = sum + product * BigInterval::of(Fraction{sign / (members + 1)}, law_precision);
    }
    chances.push_back(p[i] * sum);
  }
  return chances;
}

/// The exponential mechanism over elements by their gaps: e^(-gap/scale) over the sum of all.
template <class Element, class Gap>
std::map<Element, BigInterval> rank_law(const std::map<Element, Gap>& gaps, double scale) {
  std::vector<Fraction> y;
  for (const auto& [element, gap] : gaps) {
    const auto size = static_cast<UInt128>(gap < 0 ? -gap : gap);
    Fraction score{static_cast<unsigned long>(size >> 64U)};
    score *= Fraction{0x1p64};
    score += static_cast<unsigned long>(size);
    y.push_back(gap < 0 ? score : Fraction{-score});
  }
  const std::vector<BigInterval> chances =
      round_law(y, exact_fraction(scale), Law::exponential_mechanism);
  std::map<Element, BigInterval> law;
  for (auto [gap, chance] = std::pair{gaps.begin(), chances.begin()}; gap != gaps.end();
       ++gap, ++chance) {
    law.emplace(gap->first, *chance);
  }
  return law;
}

namespace detail {

inline void extend_peeling(const std::vector<Fraction>& y, const Fraction& scale, Law law,
                           std::size_t k, const std::vector<std::size_t>& left,
                           std::vector<std::size_t>& winners, const BigInterval& mass,
                           std::map<std::vector<std::size_t>, BigInterval>& chances) {
  if (winners.size() == k || left.empty()) {
    chances.emplace(winners, mass);
    return;
  }
  std::vector<Fraction> scores;
  for (const std::size_t i : left) {
    scores.push_back(y[i]);
  }
  const std::vector<BigInterval> round = round_law(scores, scale, law);
  for (std::size_t j = 0; j < left.size(); ++j) {
    std::vector<std::size_t> rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(j));
    winners.push_back(left[j]);
    extend_peeling(y, scale, law, k, rest, winners, mass * round[j], chances);
    winners.pop_back();
  }
}

}  // namespace detail

/// The probability of every ordered top-k by k rounds of peeling.
template <Number T>
std::map<std::vector<std::size_t>, BigInterval> top_k_law(const std::vector<T>& x, double scale,
                                                          std::size_t k, Optimize optimize,
                                                          Law law) {
  std::vector<Fraction> y;
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Fraction score = exact_fraction(finite_score(x[i]));
    y.push_back(optimize == Optimize::max ? score : Fraction{-score});
    left.push_back(i);
  }
  std::map<std::vector<std::size_t>, BigInterval> chances;
  std::vector<std::size_t> winners;
  detail::extend_peeling(y, exact_fraction(scale), law, k, left, winners,
                         BigInterval::of(Fraction{1}, law_precision), chances);
  return chances;
}

}  // namespace discreet::testing

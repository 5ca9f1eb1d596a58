#pragma once

// Quantiles of a column of masses, written down from their definition and not from any sampler: the tree of nodes, how
// far a node's choices are from its quantile, and the laws over such gaps.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gmpxx.h>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet::testing {

/// Masses by cell, or by place.
using Masses = std::vector<unsigned long>;

/// How far each of a node's choices is from its quantile, in den times a mass.
using Gaps = std::vector<long>;

/// A node looks for the quantile num / den of the mass between its ends.
struct LawNode {
  unsigned long num;
  unsigned long den;
  std::optional<std::size_t> left{};
  std::optional<std::size_t> right{};

  [[nodiscard]] bool leaf() const { return !left && !right; }
  /// Half the range that a mass of one has, in gaps: Theorem 1.
  [[nodiscard]] unsigned long slope() const { return std::max(num, den - num); }
};
using LawTree = std::vector<LawNode>;

inline std::optional<std::size_t> grow_law_tree(LawTree& tree, std::span<const Fraction> quantiles,
                                                const Fraction& low, const Fraction& high) {
  if (quantiles.empty()) {
    return {};
  }
  const std::size_t m = quantiles.size();
  const std::size_t most = (std::size_t{1} << (std::bit_width(m) - 1)) - 1;  // below one child
  Fraction nearest{1};
  Fraction relative;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < m; ++i) {
    const Fraction here = (quantiles[i] - low) / (high - low);
    const Fraction off = abs(here - Fraction{1, 2});
    // Of two as near, the one that is farther out.
    const bool nearer = low + high < 1 ? off < nearest : off <= nearest;
    if (i <= most && m - 1 - i <= most && nearer) {
      nearest = off;
      relative = here;
      chosen = i;
    }
  }
  const std::size_t at = tree.size();
  tree.push_back({relative.get_num().get_ui(), relative.get_den().get_ui()});
  const auto left = grow_law_tree(tree, quantiles.first(chosen), low, quantiles[chosen]);
  const auto right = grow_law_tree(tree, quantiles.subspan(chosen + 1), quantiles[chosen], high);
  tree[at].left = left;
  tree[at].right = right;
  return at;
}

/// The tree of the least depth, at each node the quantile nearest to the middle, of two the outer; the root comes first.
inline LawTree law_tree(const std::vector<Fraction>& quantiles) {
  LawTree tree;
  grow_law_tree(tree, quantiles, 0, 1);
  return tree;
}

/// The largest sum of what the nodes cost over a path from the root; the cost of node v is cost(v).
template <class Cost>
auto greatest_path(const LawTree& tree, const Cost& cost, std::optional<std::size_t> from = 0)
    -> decltype(cost(0)) {
  if (!from) {
    return 0;
  }
  return cost(*from) + std::max(greatest_path(tree, cost, tree[*from].left),
                                greatest_path(tree, cost, tree[*from].right));
}

/// Weights that are rational: base^(gap times the node's own exponent), so that every probability is a fraction.
class RationalWeights {
 public:
  /// Without exponents each is 1.
  explicit RationalWeights(Fraction base, std::vector<unsigned long> exponents = {})
      : base_(std::move(base)), exponents_(std::move(exponents)) {}

  [[nodiscard]] unsigned long exponent(std::size_t node) const {
    return exponents_.empty() ? 1 : exponents_[node];
  }
  /// base^power.
  [[nodiscard]] Fraction power(unsigned long power) const {
    Fraction out;
    mpz_pow_ui(out.get_num_mpz_t(), base_.get_num_mpz_t(), power);
    mpz_pow_ui(out.get_den_mpz_t(), base_.get_den_mpz_t(), power);
    return out;  // in lowest terms as the base is
  }
  Fraction operator()(std::size_t node, unsigned long gap) const {
    return power(gap * exponent(node));
  }
  [[nodiscard]] const Fraction& base() const { return base_; }

 private:
  Fraction base_;
  std::vector<unsigned long> exponents_;
};

/// The exponential mechanism.
template <class Real>
std::vector<Real> exponential_law(std::vector<Real> weights) {
  Real total = weights.front();
  for (std::size_t i = 1; i < weights.size(); ++i) {
    total = total + weights[i];
  }
  for (Real& weight : weights) {
    weight = weight / total;
  }
  return weights;
}

/// Permute-and-flip: P(i) = p_i times the integral of prod (1 - p_j t) over the others, for t from 0 to 1. The
/// greatest weight must be 1.
template <class Real>
std::vector<Real> flipped_law(const std::vector<Real>& weights, const Real& one) {
  std::vector<Real> out;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::vector<Real> product{one};
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (j == i) {
        continue;
      }
      product.push_back(one - one);
      for (std::size_t power = product.size() - 1; power > 0; --power) {
        product[power] = product[power] - weights[j] * product[power - 1];
      }
    }
    Real integral = one - one;
    Real degree = one;
    for (const Real& coefficient : product) {
      integral = integral + coefficient / degree;
      degree = degree + one;
    }
    out.push_back(weights[i] * integral);
  }
  return out;
}

inline long as_signed(unsigned long value) { return static_cast<long>(value); }

/// How far the rank of each cell is off, and where it is not, how deep within the cell the quantile lies, below 0.
inline Gaps cell_gaps(const Masses& cells, unsigned long num, unsigned long den) {
  unsigned long total = 0;
  for (const unsigned long mass : cells) {
    total += mass;
  }
  Gaps out;
  unsigned long below = 0;
  for (const unsigned long mass : cells) {
    const long target = as_signed(num * total);
    out.push_back(
        std::max(as_signed(den * below) - target, target - as_signed(den * (below + mass))));
    below += mass;
  }
  return out;
}

/// The same of the boundaries before, between and after the places: how much of the mass is to their left.
inline Gaps boundary_gaps(std::span<const unsigned long> places, unsigned long num,
                          unsigned long den) {
  unsigned long total = 0;
  for (const unsigned long mass : places) {
    total += mass;
  }
  Gaps out;
  unsigned long before = 0;
  for (std::size_t i = 0; i <= places.size(); ++i) {
    out.push_back(std::abs(as_signed(den * before) - as_signed(num * total)));
    before += i < places.size() ? places[i] : 0;
  }
  return out;
}

}  // namespace discreet::testing

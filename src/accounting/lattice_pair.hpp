#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// How a pair is kept small: so much of it may be counted as certain, or moved up, at each end; and
/// with more weights than this it goes to every other point of its lattice.
struct LatticeLimits {
  double negligible;
  std::size_t weights;
};

/// Weights of log-ratios on a lattice whose curve lies above that of every step it stands for.
///
/// Law       the curve is W(x) = beyond + the sum over jh > x of weight_j (1 - e^(x - jh)), jh the
///           log-ratio and h the lattice's own times two to the pair's level. Pairs compose by
///           convolution, whatever the order of the steps and however they are chosen.
/// Proof     proofs/accounting/lattice_pair.md
class LatticePair {
 public:
  /// Stands for a class of steps, closed under exchange, whose curve is at most curve[j] at jh for
  /// j = 0 to the last, and beyond the last point at most its value.
  static LatticePair above(double h, std::span<const double> curve);

  /// Stands for epsilon-differentially private steps: randomized response, its atoms moved apart.
  static LatticePair responding(double h, double epsilon);

  /// Stands for the steps of both, in any order.
  [[nodiscard]] LatticePair with(const LatticePair& other, const LatticeLimits& limits) const;

  /// Stands for `count` times the steps, count at least 1.
  [[nodiscard]] LatticePair times(std::uint64_t count, const LatticeLimits& limits,
                                  const Progress& progress) const;

  /// The distance of its points.
  [[nodiscard]] double spacing() const;

  /// Upper bounds of the curve at j times the spacing for j = 0 to the last weight, times
  /// lattice_scale.
  [[nodiscard]] std::vector<double> curve() const;

 private:
  LatticePair(double h, std::int64_t first, std::vector<double> weights, double beyond)
      : h_(h), first_(first), weights_(std::move(weights)), beyond_(beyond) {}

  [[nodiscard]] double total() const;
  void trim(double negligible);
  void coarsen();

  double h_;  // of level 0
  int level_ = 0;
  std::int64_t first_ = 0;
  std::vector<double> weights_;  // of first_, first_ + 1, … times the spacing; never empty
  double beyond_;
};

}  // namespace discreet::detail

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "accounting/range_orders.hpp"
#include "accounting/range_weights.hpp"
#include "accounting/renyi.hpp"

namespace discreet::detail {

/// How the steps of a group are told apart while its curve is computed.
enum class Telling {
  apart,    ///< all of them, each with its own eta
  counted,  ///< by how many are left, and what they weigh, on a grid
  weighed,  ///< by what they weigh alone, on a grid
  spread,   ///< not at all: all that is known of them is a Gaussian's variance
};

/// A way to make groups of steps that are next to each other in size: so many lists that share one grid.
struct Shape {
  Telling telling;
  std::size_t lists;
  std::size_t spans;  // of the grid
  int fineness;       // of the lattice
  std::size_t first;  // so many of the greatest, of one list, are told apart whatever the rest is
  bool widening = false;  // counted only: the spans are narrower for small ranges
};

/// What choosing between shapes goes by; nothing is claimed of it.
struct ShapeCost {
  double loss;    // about four times the variance that it adds
  double points;  // about as many lattice points are visited
};

/// Steps in falling order, and what is known about all parts of them.
class RangeList {
 public:
  /// Near this delta, where the tail begins that far below it.
  RangeList(std::vector<double> etas, double delta);

  [[nodiscard]] std::size_t size() const { return etas_.size(); }
  [[nodiscard]] double operator[](std::size_t i) const { return etas_[i]; }

  /// The steps from `from` to before `to` as a group.
  ///
  /// Law       each step is in one of its lists, and the grid encloses them all; the grid is empty where the shape
  ///           does not fit.
  [[nodiscard]] RangeGroup shaped(std::size_t from, std::size_t to, const Shape& shape) const;

  /// The same steps, by themselves.
  [[nodiscard]] std::vector<Steps> steps(std::size_t from, std::size_t to) const;

  /// About the share of epsilon that a loss is, as if all were Gaussian.
  [[nodiscard]] double share_of_epsilon(double loss) const;

  /// About what a shape costs; the loss is infinite where the shape does not fit.
  [[nodiscard]] ShapeCost cost(std::size_t from, std::size_t to, const Shape& shape) const;

 private:
  struct Grid {
    std::vector<double> etas;
    std::vector<std::size_t> weights;
  };

  [[nodiscard]] Grid grid(double greatest, double least, const Shape& shape) const;
  [[nodiscard]] ShapeCost cost_of_spread(std::size_t from, std::size_t to) const;
  [[nodiscard]] double points_of_curve(std::size_t from, std::size_t to, const Shape& shape) const;

  std::vector<double> etas_;
  RangeWeights weights_;
  std::vector<double> sums_[5];  // of the powers 0 to 4 of the first so many etas
  double order_;                 // about the best Rényi order, less 1
  double log_delta_;
  double log_negligible_;
};

}  // namespace discreet::detail

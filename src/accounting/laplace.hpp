#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "accounting/lattice.hpp"

namespace discreet::detail {

/// The weights ratio^l for l = -reach, -reach + stride, …, reach, by their building blocks.
struct Window {
  std::size_t reach;
  std::size_t stride;
  double forward;   // ratio^stride
  double backward;  // ratio^-stride
  double high;      // ratio^reach
  double low;       // ratio^-reach
};

/// Geometric sums over sliding windows, by sums and products of numbers that are not negative.
///
/// Law       out[i] is the sum of ratio^l values[i - l] over the window, for i from reach to the
///           size less reach, but for the rounding of at most 4 reach / stride + 6 operations and
///           of the building blocks.
/// Requires  reach and stride at least 1, 2 reach a multiple of stride; as many outs as values.
/// Cost      some six operations a value.
/// Proof     proofs/accounting/laplace.md
class WindowSums {
 public:
  explicit WindowSums(const Window& window) : window_(window) {}

  void operator()(std::span<const double> values, std::span<double> out);

 private:
  Window window_;
  std::vector<double> ahead_;
  std::vector<double> behind_;
};

/// One Laplace pair at distance epsilon_step, which dominates a round of permute-and-flip.
///
/// Law       from above the pair whose curve joins the Laplace curve's values on the lattice by chords,
///           from below the Laplace pair with its log-ratio known only to two cells.
/// Requires  epsilon_step from 1e-100 to 100; an even number of cells.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/accounting/laplace.md
class LaplaceStep {
 public:
  static constexpr StepKind kind = StepKind::laplace;
  static constexpr bool one_sided = false;

  LaplaceStep(double epsilon_step, std::int64_t cells);

  [[nodiscard]] const LatticeBounds& first() const { return first_; }
  [[nodiscard]] const Mirror& mirror() const { return mirror_; }
  void advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
               std::int64_t end);
  static double lower_delta(const LatticeEnd& end, double epsilon);

 private:
  enum class Side { above, below };

  // The weights of one step from one side, rounded to it.
  struct Weights {
    Weights(Side side, const Reals& real, const BigInterval& step, std::int64_t cells);

    double near;   // of the log-ratio epsilon_step
    double far;    // of minus epsilon_step
    double inner;  // of what is between, times the window's
    WindowSums sums;
  };

  LaplaceStep(double epsilon_step, std::int64_t cells, const Reals& real);

  std::int64_t cells_;
  Outward outward_;
  Weights above_;
  Weights below_;
  Mirror mirror_;
  LatticeBounds first_;
  std::vector<double> inner_;
};

using LaplaceRecursion = LatticeRecursion<LaplaceStep>;

}  // namespace discreet::detail

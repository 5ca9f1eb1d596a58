#pragma once

#include <cstddef>
#include <span>
#include <vector>

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
/// Proof     proofs/accounting/laplace_recursion.md
class WindowSums {
 public:
  explicit WindowSums(const Window& window) : window_(window) {}

  void operator()(std::span<const double> values, std::span<double> out);

 private:
  Window window_;
  std::vector<double> ahead_;
  std::vector<double> behind_;
};

}  // namespace discreet::detail

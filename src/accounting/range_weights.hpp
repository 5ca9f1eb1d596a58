#pragma once

#include <vector>

namespace discreet::detail {

/// What bounded-range steps weigh: about their Rényi moments near the order where their account ends, so that sets of one
/// weight cost about the same. Nothing is claimed of it.
class RangeWeights {
 public:
  /// Of steps in falling order, near this delta.
  RangeWeights(const std::vector<double>& etas, double delta);

  /// What a step weighs, as a logarithm, and back.
  [[nodiscard]] double log_of(double eta) const;
  [[nodiscard]] double eta_of(double log_weight) const;

 private:
  // A table at equal distances of ln eta, from that of the greatest on down.
  double log_greatest_;
  double log_step_;
  std::vector<double> log_weights_;
};

}  // namespace discreet::detail

#pragma once

#include <vector>

namespace discreet::testing {

struct PeelCase {
  std::vector<double> scores;
  double scale;
};

/// Inputs on which every way of peeling is enumerated: the straight one and the engine's.
inline std::vector<PeelCase> peel_cases() {
  return {
      {{0.0}, 1.0},
      {{0.0, 1.0}, 1.0},
      {{5.0, 5.0}, 0.25},
      {{0.0, 1.0, 3.0}, 2.0},
      {{2.0, 2.0, -1.0}, 0.5},
      {{1.0, 1.0, 1.0, 1.0}, 3.0},
      {{0.0, 0.5, 0.5, 2.0}, 1.0},
      {{3.0, -1e300, 2.5, 3.0}, 1.0},
      {{0.25, 0.0, 1e-300, 0.125}, 1e6},
      {{1e308, -1e308, 0.0, 1e307}, 1e308},
  };
}

}  // namespace discreet::testing

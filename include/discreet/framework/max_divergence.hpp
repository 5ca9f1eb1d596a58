#pragma once

#include <string_view>

#include "discreet/framework/require_distance.hpp"

namespace discreet {

/// Pure differential privacy: P(S) <= e^epsilon P'(S) for every set S of outputs.
///
/// Proof     proofs/framework/measures.md
struct MaxDivergence {
  using Distance = double;
  static constexpr std::string_view name = "MaxDivergence";

  /// Throws    Error{bad_distance} unless epsilon is a distance.
  static void require_distance(double epsilon) { detail::require_distance(epsilon); }
  static bool within(double cost, double budget) { return cost <= budget; }

  friend constexpr bool operator==(const MaxDivergence&, const MaxDivergence&) = default;
};

}  // namespace discreet

#pragma once

#include <string_view>

#include "discreet/framework/require_distance.hpp"

namespace discreet {

/// Bounded range: the log-likelihood ratios ln P(S)/P'(S) of all sets S lie in one interval of
/// length eta.
///
/// Proof     proofs/framework/measures.md
struct BoundedRange {
  using Distance = double;
  static constexpr std::string_view name = "BoundedRange";

  /// Throws    Error{bad_distance} unless eta is a distance.
  static void require_distance(double eta) { detail::require_distance(eta); }
  static bool within(double cost, double budget) { return cost <= budget; }

  friend constexpr bool operator==(const BoundedRange&, const BoundedRange&) = default;
};

}  // namespace discreet

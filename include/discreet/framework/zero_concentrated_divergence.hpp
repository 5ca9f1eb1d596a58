#pragma once

#include <string_view>

#include "discreet/framework/require_distance.hpp"

namespace discreet {

/// Zero-concentrated differential privacy: D_alpha(P || P') <= rho alpha for every order alpha > 1.
///
/// Proof     proofs/framework/measures.md
struct ZeroConcentratedDivergence {
  using Distance = double;
  static constexpr std::string_view name = "ZeroConcentratedDivergence";

  /// Throws    Error{bad_distance} unless rho is a distance.
  static void require_distance(double rho) { detail::require_distance(rho); }
  static bool within(double cost, double budget) { return cost <= budget; }

  friend constexpr bool operator==(const ZeroConcentratedDivergence&,
                                   const ZeroConcentratedDivergence&) = default;
};

}  // namespace discreet

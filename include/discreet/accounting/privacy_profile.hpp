#pragma once

#include <string_view>

#include "discreet/accounting/cost.hpp"
#include "discreet/accounting/privacy_curve.hpp"
#include "discreet/error.hpp"

namespace discreet {

/// (epsilon, delta)-differential privacy for every delta at once: a distance is a whole curve.
///
/// Two curves need not be comparable, so a release is checked against one (epsilon, delta).
///
/// Proof     proofs/accounting/privacy_curve.md
struct PrivacyProfile {
  using Distance = PrivacyCurve;
  using Budget = ApproximateCost;
  static constexpr std::string_view name = "PrivacyProfile";

  static void require_distance(const ApproximateCost& budget) {
    require(budget.epsilon >= 0 && budget.delta >= 0 && budget.delta <= 1, bad_distance,
            "epsilon must be a number and not negative, delta from 0 to 1");
  }
  static bool within(const PrivacyCurve& curve, const ApproximateCost& budget) {
    return curve.delta(budget.epsilon) <= budget.delta;
  }

  friend constexpr bool operator==(const PrivacyProfile&, const PrivacyProfile&) = default;
};

}  // namespace discreet

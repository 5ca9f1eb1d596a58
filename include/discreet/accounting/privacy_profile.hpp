#pragma once

#include <string_view>

#include "discreet/accounting/privacy_curve.hpp"

namespace discreet {

/// (epsilon, delta)-differential privacy for every delta at once: a distance is a whole curve.
///
/// Two curves need not be comparable, so there is no `within`: ask the curve for its delta at an
/// epsilon, or for its epsilon at a delta.
///
/// Proof     proofs/accounting/privacy_curve.md
struct PrivacyProfile {
  using Distance = PrivacyCurve;
  static constexpr std::string_view name = "PrivacyProfile";

  friend constexpr bool operator==(const PrivacyProfile&, const PrivacyProfile&) = default;
};

}  // namespace discreet

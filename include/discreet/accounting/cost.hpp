#pragma once

#include <variant>

namespace discreet {

/// epsilon-differential privacy.
struct PureCost {
  double epsilon;
  friend constexpr bool operator==(const PureCost&, const PureCost&) = default;
};

/// rho-zero-concentrated differential privacy.
struct ZcdpCost {
  double rho;
  friend constexpr bool operator==(const ZcdpCost&, const ZcdpCost&) = default;
};

/// eta-bounded range.
struct BoundedRangeCost {
  double eta;
  friend constexpr bool operator==(const BoundedRangeCost&, const BoundedRangeCost&) = default;
};

/// (epsilon, delta)-differential privacy.
struct ApproximateCost {
  double epsilon;
  double delta;
  friend constexpr bool operator==(const ApproximateCost&, const ApproximateCost&) = default;
};

/// What one release costs, in one of the four currencies.
using Cost = std::variant<PureCost, ZcdpCost, BoundedRangeCost, ApproximateCost>;

/// What releases may cost in all.
using Target = std::variant<PureCost, ZcdpCost, ApproximateCost>;

}  // namespace discreet

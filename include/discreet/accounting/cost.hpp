#pragma once

#include <functional>
#include <variant>

namespace discreet {

/// Told now and then which part of a long computation is done, from 0 to 1; may be empty.
///
/// What it throws ends the computation and reaches the caller.
using Progress = std::function<void(double)>;

/// Two certified bounds of a number: lower <= number <= upper.
struct Bracket {
  double lower;
  double upper;

  friend constexpr bool operator==(const Bracket&, const Bracket&) = default;
};

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

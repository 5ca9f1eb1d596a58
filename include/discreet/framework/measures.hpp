#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "discreet/error.hpp"
#include "discreet/framework/metrics.hpp"

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

/// A distance of the underlying measure, and the probability delta with which it may not hold.
template <class Distance>
struct ApproximateDistance {
  Distance distance;
  double delta;

  friend constexpr bool operator==(const ApproximateDistance&,
                                   const ApproximateDistance&) = default;
};

/// A measure relaxed by delta; Approximate<MaxDivergence> is (epsilon, delta)-differential privacy.
///
/// Proof     proofs/framework/measures.md
template <class Measure>
struct Approximate {
 private:
  static constexpr std::string_view before = "Approximate<";
  static constexpr auto letters = [] {
    std::array<char, before.size() + Measure::name.size() + 1> all{};
    *std::ranges::copy(Measure::name, std::ranges::copy(before, all.begin()).out).out = '>';
    return all;
  }();

 public:
  using Distance = ApproximateDistance<typename Measure::Distance>;
  static constexpr std::string_view name{letters.data(), letters.size()};

  /// Throws    Error{bad_distance} unless the distance is one of the underlying measure's and delta
  ///           is in [0, 1].
  static void require_distance(const Distance& d) {
    Measure::require_distance(d.distance);
    detail::require_distance(d.delta);
    require(d.delta <= 1, bad_distance, "delta must not exceed one");
  }

  static bool within(const Distance& cost, const Distance& budget) {
    return Measure::within(cost.distance, budget.distance) && cost.delta <= budget.delta;
  }

  friend constexpr bool operator==(const Approximate&, const Approximate&) = default;
};

}  // namespace discreet

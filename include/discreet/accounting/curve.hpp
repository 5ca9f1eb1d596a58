#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "discreet/accounting/cost.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"

namespace discreet {

/// The trade-off between epsilon and delta of a release: every pair it gives is a guarantee, and
/// all of them hold at once.
///
/// Requires  costs that are numbers, not negative; +inf allowed.
/// Throws    Error{bad_parameter} if not; the same for an epsilon or a delta asked of it; what
///           progress throws.
/// Cost      that of bounded_range_to_delta, permute_and_flip_to_delta or composed_delta, at each
///           question; nothing before.
/// Proof     proofs/accounting/privacy_curve.md
class PrivacyCurve {
 public:
  /// The curve of k rounds of a law, each at range distance `step` over scale.
  static PrivacyCurve of_selections(Law law, double step, std::uint64_t k);

  /// The curve of an adaptive composition of costs.
  static PrivacyCurve of_costs(std::vector<Cost> costs);

  /// The curve of a release that is one of this curve but for a part of probability slack, of which nothing
  /// is known: slack + (1 - slack) delta(epsilon), rounded up.
  ///
  /// Throws    Error{bad_parameter} for a slack that is not from 0 to 1, or where there is one already.
  [[nodiscard]] PrivacyCurve with_slack(double slack) const;

  /// The least certified epsilon at a delta from 0 to 1.
  [[nodiscard]] double epsilon(double delta, const Progress& progress = {}) const;

  /// The least certified delta at an epsilon that is not negative.
  [[nodiscard]] double delta(double epsilon, const Progress& progress = {}) const;

 private:
  struct Selections {
    Law law;
    double step;
    std::uint64_t k;
  };
  using Source = std::variant<Selections, std::vector<Cost>>;

  explicit PrivacyCurve(Source source) : source_(std::move(source)) {}

  [[nodiscard]] double epsilon_but_for_slack(double delta, const Progress& progress) const;
  [[nodiscard]] double delta_but_for_slack(double epsilon, const Progress& progress) const;

  Source source_;
  double slack_ = 0;
};

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

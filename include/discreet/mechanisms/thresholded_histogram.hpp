#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discreet/accounting/cost.hpp"
#include "discreet/accounting/curve.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/limited_domain.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// How items that nobody listed beforehand are published with noisy counts, where no unit has many of them. All of it
/// is public and chosen without the data.
struct ThresholdedHistogram {
  CountNoise noise = CountNoise::discrete_laplace;
  Fraction scale = 0;  ///< b of discrete Laplace noise, sigma^2 of discrete Gaussian noise
  Fraction slack = 0;  ///< the probability of which nothing is promised
  std::uint64_t items_per_unit = 1;     ///< no unit has more items
  std::uint64_t floor = 0;              ///< only items with more units are looked at
  std::optional<std::uint64_t> k = {};  ///< how many items at most; all that are kept, if not said
};

/// An item that is published.
struct KeptItem {
  std::size_t position;
  std::int64_t count;  ///< with its noise

  friend bool operator==(const KeptItem&, const KeptItem&) = default;
};

/// What a release costs, and where the threshold is.
struct ThresholdedHistogramCost {
  std::optional<Fraction> epsilon;  ///< but for the slack; nothing for Gaussian noise
  Fraction rho;                     ///< but for the slack
  /// An item is kept if its noisy count is above threshold + floor: at threshold + floor + 1 more often than not.
  /// Laplace noise never passes the threshold.
  std::uint64_t threshold;
};

/// The cost of a release for one unit, rounded up.
///
/// Throws    Error{bad_parameter} for what make_thresholded_histogram refuses.
/// Proof     proofs/mechanisms/thresholded_histogram.md
[[nodiscard]] ThresholdedHistogramCost thresholded_histogram_cost(const ThresholdedHistogram& how,
                                                                  UnitDistance metric);

/// The same histogram with the least noise of its kind that is proved to keep to a target, whatever scale it came with.
///
/// Law       for (epsilon, delta) the slack is a part of delta: all of it may be for Laplace noise, for Gaussian noise
///           (delta - slack) / (1 - slack) is left. For epsilon or rho alone the slack comes on top.
/// Requires  a target above 0; no epsilon alone for Gaussian noise; a slack within delta.
/// Throws    Error{bad_parameter} if not, and for what make_thresholded_histogram refuses.
/// Cost      some conversions.
/// Proof     proofs/mechanisms/thresholded_histogram.md
[[nodiscard]] ThresholdedHistogram calibrate_thresholded_histogram(ThresholdedHistogram how,
                                                                   UnitDistance metric,
                                                                   const Target& target);

/// Releases the items whose noisy counts are above the threshold, the largest first.
///
/// Law       that of make_thresholded_histogram.
/// Throws    Error{bad_parameter} for the parameters before any bit is drawn; Error{no_entropy}.
/// Proof     proofs/mechanisms/thresholded_histogram.md
[[nodiscard]] std::vector<KeptItem> thresholded_histogram(std::span<const std::int64_t> counts,
                                                          const ThresholdedHistogram& how,
                                                          UnitDistance metric);

/// Builds the measurement that publishes the items with a noisy count above a threshold, and accounts for it by its
/// curve of (epsilon, delta).
///
/// Law       every item with more than `floor` units gets independent noise X and is kept if count + X > threshold +
///           floor; of these the k with the largest noisy counts, ties to the lower position. X is discrete Laplace of
///           scale b given |X| <= threshold, or discrete Gaussian of parameter sigma^2. With D = items_per_unit, twice
///           that for Laplace noise where units are replaced, the threshold is the least with P(X = threshold) <=
///           slack / D, or with 1 - (1 - P(X >= threshold))^items_per_unit <= slack, by certified bounds.
/// Map       0 units -> nothing; 1 unit -> slack and, besides, D times 1 / b purely, or D / (2 sigma^2) under zCDP, D
///           twice the items per unit where units are replaced.
/// Requires  positions in an order of the items that does not depend on the data, such as that of their labels; at
///           least one item per unit; k >= 1; a slack above 0 and below 1; b <= 2^40, sigma^2 <= 2^80; a domain of no
///           known size.
/// Throws    Error{bad_parameter} if not; the map Error{bad_distance} for more than one unit. A release throws only
///           no_entropy.
/// Cost      one draw per item.
/// Proof     proofs/mechanisms/thresholded_histogram.md
[[nodiscard]] Measurement<ItemCounts, UnitDistance, PrivacyProfile, std::vector<KeptItem>>
make_thresholded_histogram(ItemCounts input_domain, UnitDistance input_metric,
                           Approximate<MaxDivergence> output_measure,
                           const ThresholdedHistogram& how);

/// The same, accounted for as zero-concentrated but for the slack.
///
/// Map       0 units -> (0, 0); 1 unit -> (rho, slack): D times that of a pure 1 / b, or D / (2 sigma^2), rounded up.
[[nodiscard]] Measurement<ItemCounts, UnitDistance, Approximate<ZeroConcentratedDivergence>,
                          std::vector<KeptItem>>
make_thresholded_histogram(ItemCounts input_domain, UnitDistance input_metric,
                           Approximate<ZeroConcentratedDivergence> output_measure,
                           const ThresholdedHistogram& how);

}  // namespace discreet

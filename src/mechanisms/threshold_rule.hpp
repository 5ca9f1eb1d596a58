#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/thresholded_histogram.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet::detail {

/// The least K that is found with P(X = K) <= share, X discrete Laplace of scale b given |X| <= K.
///
/// Requires  b > 0; a share above 0 and below 1.
/// Throws    Error{bad_parameter} where K would pass 2^60.
/// Proof     proofs/mechanisms/thresholded_histogram.md
std::uint64_t laplace_threshold(const Fraction& scale, const Fraction& share);

/// The least T >= 1 that is found with 1 - (1 - P(X >= T))^items <= slack, X discrete Gaussian.
///
/// Requires  a variance from above 0 to 2^80; a slack above 0 and below 1; items >= 1.
/// Throws    Error{bad_parameter} where the chance of one item is below 2^-450.
/// Proof     proofs/mechanisms/thresholded_histogram.md
std::uint64_t gaussian_threshold(const Fraction& variance, const Fraction& slack,
                                 std::uint64_t items);

/// Which items are looked at, and which are kept.
struct ThresholdRule {
  std::uint64_t threshold;
  std::uint64_t floor;

  /// No more is read of a count than this, so that its sum with the noise fits.
  static constexpr std::int64_t greatest_count = std::int64_t{1} << 62U;

  [[nodiscard]] bool looks_at(std::int64_t count) const noexcept {
    return count > static_cast<std::int64_t>(floor);
  }

  /// The noisy count of an item that is looked at, if it is kept.
  ///
  /// Requires  |noise| <= 2^61.
  [[nodiscard]] std::optional<std::int64_t> kept(std::int64_t count,
                                                 std::int64_t noise) const noexcept {
    const std::int64_t noisy = std::min(count, greatest_count) + noise;
    return noisy > static_cast<std::int64_t>(threshold + floor) ? std::optional{noisy}
                                                                : std::nullopt;
  }
};

/// The rule for what one unit can do under the metric.
///
/// Throws    Error{bad_parameter} for all that make_thresholded_histogram refuses of the parameters.
/// Proof     proofs/mechanisms/thresholded_histogram.md
ThresholdRule threshold_rule(const ThresholdedHistogram& how, UnitDistance metric);

/// The k items with the largest counts, the largest first, ties to the lower position.
std::vector<KeptItem> largest_first(std::vector<KeptItem> items, std::optional<std::uint64_t> k);

}  // namespace discreet::detail

#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "discreet/error.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet::detail {

/// The checks of make_above_threshold but for the threshold's.
///
/// Throws    Error{bad_parameter}, or Error{unsound_thread} where the thread's arithmetic is not sound.
void require_above_threshold(bool may_be_nan, double scale);

/// The threshold without rounding.
///
/// Throws    Error{bad_parameter} unless it is finite.
template <Number T>
[[nodiscard]] Fraction checked_threshold(T threshold) {
  if constexpr (Float<T>) {
    require(is_finite(threshold), bad_parameter, "the threshold must be finite");
  }
  return exact_fraction(threshold);
}

/// The position of the first score whose noisy value passes the noisy threshold, or nothing.
///
/// Law       that of sample_first_above on the scores as exact rationals; infinite scores count as the largest
///           finite ones.
/// Throws    Error{bad_parameter} for the scale, Error{outside_domain} for NaN anywhere, both before any bit is
///           drawn; Error{no_entropy}.
/// Proof     proofs/mechanisms/above_threshold.md
std::optional<std::size_t> release_above_threshold(const Scores& scores, const Fraction& threshold,
                                                   double scale);

/// What a release costs at distance d_in, where d_range is the range distance: (d_in + d_range) / scale, rounded up.
///
/// Throws    Error{bad_distance} for what is not a distance.
/// Proof     proofs/mechanisms/above_threshold.md
double above_threshold_map(double d_in, double d_range, double scale);

}  // namespace discreet::detail

namespace discreet {

/// Builds the measurement that releases the position of the first score above a threshold, or that there is none.
///
/// Law       the least i with x_i + E_i > threshold + E, all noises exponential with mean scale; nothing if there is
///           none.
/// Map       d_in -> (d_in + the range distance) / scale, rounded up: 2 d_in / scale if monotonic, else
///           3 d_in / scale; +inf for scale 0, unless d_in is 0. However many scores there are.
/// Requires  a domain without NaN; a finite threshold; a finite scale, not negative.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain or no_entropy.
/// Cost      one read of the scores, one comparison per score up to the one that is released.
/// Proof     proofs/mechanisms/above_threshold.md
template <Number T>
[[nodiscard]] Measurement<VectorDomain<AtomDomain<T>>, LInfDistance<T>, MaxDivergence,
                          std::optional<std::size_t>>
make_above_threshold(VectorDomain<AtomDomain<T>> input_domain, LInfDistance<T> input_metric,
                     MaxDivergence output_measure, T threshold, double scale) {
  detail::require_above_threshold(input_domain.element_domain().nan(), scale);
  return {"above_threshold",
          input_domain,
          input_metric,
          output_measure,
          [=, exact_threshold = detail::checked_threshold(threshold)](std::span<const T> x) {
            input_domain.require_length(x.size());
            return detail::release_above_threshold(x, exact_threshold, scale);
          },
          [=](T d_in) {
            return detail::above_threshold_map(
                inf_cast<double>(d_in), inf_cast<double>(input_metric.range_distance(d_in)), scale);
          }};
}

}  // namespace discreet

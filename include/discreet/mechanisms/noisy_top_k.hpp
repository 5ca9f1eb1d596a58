#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "discreet/accounting/curve.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet {

/// Builds the measurement that releases k distinct indices with good scores, best first.
///
/// Law       k rounds of peeling: permute-and-flip under MaxDivergence, the exponential mechanism
///           under ZeroConcentratedDivergence and BoundedRange; make_noisy_top_k<GumbelRV> asks for
///           the exponential mechanism under MaxDivergence. Fewer than k candidates all come out.
/// Map       d_in -> the measure's map of the range distance over scale, composed over k selections,
///           rounded up: k times one under MaxDivergence and ZeroConcentratedDivergence, 2k − 1 times
///           under BoundedRange.
/// Requires  a domain without NaN; k no greater than a known size; a finite scale, not negative.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain or no_entropy.
/// Proof     proofs/mechanisms/noisy_top_k.md
template <detail::NamesALaw RV = OwnLaw, Number T, TopKMeasure MO>
[[nodiscard]] Measurement<VectorDomain<AtomDomain<T>>, LInfDistance<T>, MO,
                          std::vector<std::size_t>>
make_noisy_top_k(VectorDomain<AtomDomain<T>> input_domain, LInfDistance<T> input_metric,
                 MO output_measure, std::size_t k, double scale, Optimize optimize) {
  detail::require_selection(input_domain, k, scale);
  require_optimize(optimize);
  return {"noisy_top_k",
          input_domain,
          input_metric,
          output_measure,
          [=](std::span<const T> x) {
            input_domain.require_length(x.size());
            return detail::release_top_k<detail::law_of<RV, MO>, MO>(x, scale, k, optimize);
          },
          [=](T d_in) { return detail::selection_map<MO>(input_metric, d_in, k, scale); }};
}

/// Builds the measurement that releases k distinct indices with good scores, best first, and
/// accounts for it by its curve of (epsilon, delta).
///
/// Law       k rounds of peeling: the exponential mechanism for GumbelRV, permute-and-flip for
///           ExponentialRV.
/// Map       d_in -> the curve of k adaptive selections, each at the range distance over scale,
///           rounded up; its .epsilon(delta) and .delta(epsilon) are certified.
/// Requires  a domain without NaN; k no greater than a known size; a finite scale, not negative.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain or no_entropy.
/// Cost      the map is free; what is asked of the curve costs as its header says.
/// Proof     proofs/mechanisms/approximate_top_k.md
template <class RV = GumbelRV, Number T>
  requires std::same_as<RV, GumbelRV> || std::same_as<RV, ExponentialRV>
[[nodiscard]] Measurement<VectorDomain<AtomDomain<T>>, LInfDistance<T>, PrivacyProfile,
                          std::vector<std::size_t>>
make_noisy_top_k(VectorDomain<AtomDomain<T>> input_domain, LInfDistance<T> input_metric,
                 Approximate<MaxDivergence> /*output_measure*/, std::size_t k, double scale,
                 Optimize optimize) {
  detail::require_selection(input_domain, k, scale);
  require_optimize(optimize);
  constexpr Law law = detail::law_of<RV, MaxDivergence>;
  return {"noisy_top_k",
          input_domain,
          input_metric,
          PrivacyProfile{},
          [=](std::span<const T> x) {
            input_domain.require_length(x.size());
            return detail::release_top_k<law, MaxDivergence>(x, scale, k, optimize);
          },
          [=](T d_in) {
            const auto range = inf_cast<double>(input_metric.range_distance(d_in));
            return PrivacyCurve::of_selections(law, detail::inf_distance_in_scales(range, scale),
                                               k);
          }};
}

}  // namespace discreet

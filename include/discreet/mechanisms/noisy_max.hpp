#pragma once

#include <cstddef>
#include <span>

#include "discreet/framework/domains.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// Builds the measurement that releases the index of one good score, from at least one.
///
/// Law       as make_noisy_top_k with k = 1.
/// Map       d_in -> the measure's map of the range distance over scale, rounded up.
/// Requires  a domain without NaN, of a known size above zero if known; a finite scale, not
///           negative.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain, which no scores are
///           too, or no_entropy.
/// Proof     proofs/mechanisms/noisy_max.md
template <detail::NamesALaw RV = OwnLaw, Number T, TopKMeasure MO>
[[nodiscard]] Measurement<VectorDomain<AtomDomain<T>>, LInfDistance<T>, MO, std::size_t>
make_noisy_max(VectorDomain<AtomDomain<T>> input_domain, LInfDistance<T> input_metric,
               MO output_measure, double scale, Optimize optimize) {
  detail::require_selection(input_domain, 1, scale);
  require_optimize(optimize);
  const auto filled_domain = input_domain.non_empty();
  return {"noisy_max",
          filled_domain,
          input_metric,
          output_measure,
          [=](std::span<const T> x) {
            filled_domain.require_length(x.size());
            return detail::release_top_k<detail::law_of<RV, MO>, MO>(x, scale, 1, optimize).front();
          },
          [=](T d_in) { return detail::selection_map<MO>(input_metric, d_in, 1, scale); }};
}

}  // namespace discreet

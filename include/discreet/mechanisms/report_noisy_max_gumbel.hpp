#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "discreet/framework/domains.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// Builds the measurement that releases the index of the best score under Gumbel noise: the
/// exponential mechanism, charged as pure differential privacy.
///
/// Law       i with probability proportional to e^(y_i / scale).
/// Map       d_in -> the metric's range distance over scale, rounded up; +inf for scale 0, unless
///           d_in is 0.
/// Requires  a domain without NaN, of a known size above zero if known; a finite scale, not
///           negative; RangeDistance<T> or LInfDistance<T>.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain, which no scores are
///           too, or no_entropy.
/// Proof     proofs/mechanisms/report_noisy_max_gumbel.md
template <Number T, class Metric>
  requires std::same_as<Metric, RangeDistance<T>> || std::same_as<Metric, LInfDistance<T>>
[[nodiscard]] Measurement<VectorDomain<AtomDomain<T>>, Metric, MaxDivergence, std::size_t>
make_report_noisy_max_gumbel(VectorDomain<AtomDomain<T>> input_domain, Metric input_metric,
                             double scale, Optimize optimize) {
  detail::require_selection(input_domain, 1, scale);
  require_optimize(optimize);
  const auto filled_domain = input_domain.non_empty();
  return {
      "report_noisy_max_gumbel",
      filled_domain,
      input_metric,
      MaxDivergence{},
      [=](std::span<const T> x) {
        filled_domain.require_length(x.size());
        return detail::release_top_k<Law::exponential_mechanism, MaxDivergence>(x, scale, 1,
                                                                                optimize)
            .front();
      },
      [=](T d_in) { return detail::selection_map<MaxDivergence>(input_metric, d_in, 1, scale); }};
}

/// The same, with the optimization as the text "max" or "min".
template <Number T, class Metric>
[[nodiscard]] auto make_report_noisy_max_gumbel(VectorDomain<AtomDomain<T>> input_domain,
                                                Metric input_metric, double scale,
                                                std::string_view optimize) {
  // The specification looks at the optimization last.
  detail::require_selection(input_domain, 1, scale);
  return make_report_noisy_max_gumbel(input_domain, input_metric, scale, parse_optimize(optimize));
}

}  // namespace discreet

#include <cstdint>
#include <span>
#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"

namespace discreet {
namespace {

using Integers = VectorDomain<AtomDomain<std::int64_t>>;

/// The cost of one unit times that of so many, rounded up.
double inf_cost_of(const Fraction& cost, const Fraction& times) {
  return inf_double_of(Fraction{cost * times});
}

NoisyCounts release_counts(const Integers& domain, const NoisyCountsPlan& plan,
                           std::span<const std::int64_t> x) {
  domain.require_length(x.size());
  const std::size_t with_units = plan.units_scale ? 1 : 0;
  require(x.size() == plan.items + with_units, outside_domain,
          "there must be as many numbers as planned");
  const std::int64_t units = with_units > 0 ? x.back() : 0;
  require(units >= 0, outside_domain, "the number of units must not be negative");
  return noisy_counts(x.first(plan.items), static_cast<std::uint64_t>(units), plan);
}

/// times(d_in) says what d_in units cost, in costs of one.
template <class Measure, class Times>
Measurement<Integers, UnitDistance, Measure, NoisyCounts> made_of(const Integers& domain,
                                                                  UnitDistance metric,
                                                                  Measure measure, CountNoise noise,
                                                                  NoisyCountsRequest request,
                                                                  Times times) {
  request.noise = noise;
  request.neighbors = metric.neighbors();
  const NoisyCountsPlan plan = plan_noisy_counts(request);
  require(domain.size().value_or(plan.items + (plan.units_scale ? 1 : 0)) ==
              plan.items + (plan.units_scale ? 1 : 0),
          bad_parameter, "the domain's size must be that of the plan");
  return {
      "noisy_counts",
      domain,
      metric,
      measure,
      [domain, plan](std::span<const std::int64_t> x) { return release_counts(domain, plan, x); },
      [times, cost = detail::exact_counts_cost(plan)](std::uint64_t d_in) {
        return inf_cost_of(cost, times(exact_fraction(d_in)));
      }};
}

}  // namespace

Measurement<Integers, UnitDistance, MaxDivergence, NoisyCounts> make_noisy_counts(
    Integers input_domain, UnitDistance input_metric, MaxDivergence output_measure,
    NoisyCountsRequest request) {
  return made_of(input_domain, input_metric, output_measure, CountNoise::discrete_laplace,
                 std::move(request), [](const Fraction& units) { return units; });
}

Measurement<Integers, UnitDistance, ZeroConcentratedDivergence, NoisyCounts> make_noisy_counts(
    Integers input_domain, UnitDistance input_metric, ZeroConcentratedDivergence output_measure,
    NoisyCountsRequest request) {
  return made_of(input_domain, input_metric, output_measure, CountNoise::discrete_gaussian,
                 std::move(request), [](const Fraction& units) { return Fraction{units * units}; });
}

}  // namespace discreet

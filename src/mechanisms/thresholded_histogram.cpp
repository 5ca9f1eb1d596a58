#include "discreet/mechanisms/thresholded_histogram.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <variant>

#include "accounting/certified_search.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "entropy/system_bits.hpp"
#include "mechanisms/threshold_rule.hpp"
#include "samplers/discrete_gaussian.hpp"
#include "samplers/discrete_laplace.hpp"

namespace discreet {
namespace {

using detail::ThresholdRule;
using KeptItems = std::vector<KeptItem>;
using Noise = std::variant<DiscreteLaplace, DiscreteGaussian>;

bool is_laplace(const ThresholdedHistogram& how) {
  return how.noise == CountNoise::discrete_laplace;
}

// How many counts one unit can change by one.
std::uint64_t changes(const ThresholdedHistogram& how, UnitDistance metric) {
  return metric.neighbors() == Neighbors::replace ? 2 * how.items_per_unit : how.items_per_unit;
}

void require_histogram(const ThresholdedHistogram& how, UnitDistance metric) {
  require_sound_arithmetic();
  require(is_laplace(how) || how.noise == CountNoise::discrete_gaussian, bad_parameter,
          "must specify the noise");
  require(metric.neighbors() == Neighbors::replace || metric.neighbors() == Neighbors::add_remove,
          bad_parameter, "must specify the neighbors");
  require(how.items_per_unit >= 1, bad_parameter, "a unit must have room for at least one item");
  require(how.items_per_unit <= UINT32_MAX, bad_parameter,
          "a unit must have room for no more items than are ever counted");
  require(how.floor < std::uint64_t{1} << 46U, bad_parameter,
          "the floor must be below what a count may be");
  require(how.k.value_or(1) >= 1, bad_parameter, "there must be an item to list");
  require(how.slack > 0 && how.slack < 1, bad_parameter,
          "the slack must be above zero and below one");
}

// In lowest terms, as all arithmetic on fractions wants it.
ThresholdedHistogram in_lowest_terms(ThresholdedHistogram how) {
  how.scale.canonicalize();
  how.slack.canonicalize();
  return how;
}

Noise noise_of(const ThresholdedHistogram& how, const ThresholdRule& rule) {
  if (is_laplace(how)) {
    return DiscreteLaplace{NoiseScale{how.scale}, rule.threshold};
  }
  return DiscreteGaussian{how.scale};
}

KeptItems release_histogram(const Noise& noise, const ThresholdRule& rule,
                            std::optional<std::uint64_t> k, std::span<const std::int64_t> counts) {
  require_sound_arithmetic();
  SystemBits& bits = thread_bits();
  KeptItems kept;
  const auto draw_all = [&](const auto& draw) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (rule.looks_at(counts[i])) {
        if (const auto noisy = rule.kept(counts[i], draw())) {
          kept.push_back({i, *noisy});
        }
      }
    }
  };
  if (const auto* laplace = std::get_if<DiscreteLaplace>(&noise)) {
    draw_all([&] { return sample_discrete_laplace(bits, *laplace); });
  } else {
    const auto& gaussian = std::get<DiscreteGaussian>(noise);
    draw_all([&] { return sample_discrete_gaussian(bits, gaussian); });
  }
  return detail::largest_first(std::move(kept), k);
}

// The checks of every make_, and the release.
std::function<KeptItems(std::span<const std::int64_t>)> checked_histogram(
    const ItemCounts& domain, const ThresholdedHistogram& how, UnitDistance metric) {
  require(!domain.size() && !domain.excludes_empty(), bad_parameter,
          "how many items there are must not be known");
  const ThresholdRule rule = detail::threshold_rule(how, metric);
  const auto noise = std::make_shared<const Noise>(noise_of(how, rule));
  return [noise, rule, k = how.k](std::span<const std::int64_t> counts) {
    return release_histogram(*noise, rule, k, counts);
  };
}

// The tables differ by one unit, or not at all: thresholds are made for one.
bool differ_by_one(std::uint64_t d_in) {
  require(d_in <= 1, bad_distance, "a distance must not pass one unit");
  return d_in == 1;
}

// 1 / b, rounded up: what each changed count costs.
double step_of(const ThresholdedHistogram& how) { return inf_double_of(Fraction{1 / how.scale}); }

Fraction rho_of(const ThresholdedHistogram& how, UnitDistance metric) {
  const Fraction changed = exact_fraction(changes(how, metric));
  return is_laplace(how) ? Fraction{changed * exact_fraction(pure_to_zcdp(step_of(how)))}
                         : Fraction{changed / (2 * how.scale)};
}

// So many steps are composed one by one; more of them by their sum.
constexpr std::uint64_t most_steps = 1000;

PrivacyCurve curve_of(const ThresholdedHistogram& how, UnitDistance metric) {
  const std::uint64_t changed = changes(how, metric);
  if (!is_laplace(how)) {
    return PrivacyCurve::of_costs({ZcdpCost{inf_double_of(rho_of(how, metric))}});
  }
  if (changed <= most_steps) {
    return PrivacyCurve::of_costs(std::vector<Cost>(changed, PureCost{step_of(how)}));
  }
  return PrivacyCurve::of_costs(
      {PureCost{inf_double_of(Fraction{exact_fraction(changed) / how.scale})}});
}

// A pure cost per change, nearly the greatest, of which so many are within rho under zCDP.
double pure_within(double rho, const Fraction& changed) {
  const Fraction target = exact_fraction(rho);
  const auto holds = [&](double step) {
    const double each = pure_to_zcdp(step);
    return detail::is_finite(each) && changed * exact_fraction(each) <= target;
  };
  double bad = 1;
  while (holds(bad)) {
    bad *= 2;
  }
  double good = bad / 2;
  while (good > 0 && !holds(good)) {
    good /= 2;
  }
  return detail::last_good(good, bad, 64, holds);
}

void require_above_zero(double target) {
  require(detail::is_finite(target) && target > 0, bad_parameter,
          "a target must be finite and above zero");
}

}  // namespace

detail::ThresholdRule detail::threshold_rule(const ThresholdedHistogram& how, UnitDistance metric) {
  const ThresholdedHistogram lowest = in_lowest_terms(how);
  require_histogram(lowest, metric);
  if (is_laplace(lowest)) {
    const NoiseScale checked{lowest.scale};
    const Fraction share = lowest.slack / exact_fraction(changes(lowest, metric));
    return {laplace_threshold(checked.exact(), share), lowest.floor};
  }
  (void)DiscreteGaussian{lowest.scale};  // refuses what is no variance
  return {gaussian_threshold(lowest.scale, lowest.slack, lowest.items_per_unit), lowest.floor};
}

ThresholdedHistogramCost thresholded_histogram_cost(const ThresholdedHistogram& how,
                                                    UnitDistance metric) {
  const ThresholdedHistogram lowest = in_lowest_terms(how);
  const ThresholdRule rule = detail::threshold_rule(lowest, metric);
  std::optional<Fraction> epsilon;
  if (is_laplace(lowest)) {
    epsilon = exact_fraction(changes(lowest, metric)) / lowest.scale;
  }
  return {epsilon, rho_of(lowest, metric), rule.threshold};
}

ThresholdedHistogram calibrate_thresholded_histogram(ThresholdedHistogram how, UnitDistance metric,
                                                     const Target& target) {
  how = in_lowest_terms(std::move(how));
  require_histogram(how, metric);
  const Fraction changed = exact_fraction(changes(how, metric));
  if (const auto* zcdp = std::get_if<ZcdpCost>(&target)) {
    require_above_zero(zcdp->rho);
    if (is_laplace(how)) {
      const double step = pure_within(zcdp->rho, changed);
      require_above_zero(step);
      how.scale = 1 / exact_fraction(step);
    } else {
      how.scale = changed / (2 * exact_fraction(zcdp->rho));
    }
  } else {
    const auto* pure = std::get_if<PureCost>(&target);
    const ApproximateCost asked =
        pure != nullptr ? ApproximateCost{pure->epsilon, 0} : std::get<ApproximateCost>(target);
    require_above_zero(asked.epsilon);
    const Fraction epsilon = exact_fraction(asked.epsilon);
    if (pure == nullptr) {
      require(detail::is_finite(asked.delta) && asked.delta < 1 &&
                  how.slack <= exact_fraction(asked.delta),
              bad_parameter, "the slack must be a part of delta, and delta below one");
    }
    if (is_laplace(how)) {
      how.scale = changed / epsilon;
    } else {
      require(pure == nullptr, bad_parameter, "no Gaussian noise keeps to an epsilon alone");
      const Fraction left = (exact_fraction(asked.delta) - how.slack) / (1 - how.slack);
      const Fraction rho = zcdp_within(epsilon, left);
      require(rho > 0, bad_parameter, "the slack must leave a part of delta for Gaussian noise");
      how.scale = changed / (2 * rho);
    }
  }
  (void)detail::threshold_rule(how, metric);  // refuses what a release would
  return how;
}

std::vector<KeptItem> thresholded_histogram(std::span<const std::int64_t> counts,
                                            const ThresholdedHistogram& how, UnitDistance metric) {
  const ThresholdRule rule = detail::threshold_rule(how, metric);
  return release_histogram(noise_of(how, rule), rule, how.k, counts);
}

Measurement<ItemCounts, UnitDistance, PrivacyProfile, std::vector<KeptItem>>
make_thresholded_histogram(ItemCounts input_domain, UnitDistance input_metric,
                           Approximate<MaxDivergence> /*output_measure*/,
                           const ThresholdedHistogram& how) {
  return {"thresholded_histogram",
          input_domain,
          input_metric,
          PrivacyProfile{},
          checked_histogram(input_domain, how, input_metric),
          [input_metric, how = in_lowest_terms(how)](std::uint64_t d_in) {
            return differ_by_one(d_in)
                       ? curve_of(how, input_metric).with_slack(inf_double_of(how.slack))
                       : PrivacyCurve::of_costs({});
          }};
}

Measurement<ItemCounts, UnitDistance, Approximate<ZeroConcentratedDivergence>,
            std::vector<KeptItem>>
make_thresholded_histogram(ItemCounts input_domain, UnitDistance input_metric,
                           Approximate<ZeroConcentratedDivergence> output_measure,
                           const ThresholdedHistogram& how) {
  return {"thresholded_histogram",
          input_domain,
          input_metric,
          output_measure,
          checked_histogram(input_domain, how, input_metric),
          [input_metric,
           how = in_lowest_terms(how)](std::uint64_t d_in) -> ApproximateDistance<double> {
            if (!differ_by_one(d_in)) {
              return {0, 0};
            }
            return {inf_double_of(rho_of(how, input_metric)), inf_double_of(how.slack)};
          }};
}

}  // namespace discreet

#include "discreet/mechanisms/limited_domain.hpp"

#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <variant>

#include "accounting/calibrate.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "mechanisms/competing_items.hpp"
#include "mechanisms/graded_table.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"

namespace discreet {
namespace {

using detail::GradedTable;
using Positions = std::vector<std::size_t>;

// What one unit can do; docs as in the proof.
struct Reach {
  std::uint64_t
      range;           ///< R: changes of the cut and of all items lie in an interval of this length
  std::uint64_t jump;  ///< J: of an item against the cut
  std::uint64_t tickets;  ///< m: how many items can pass the cut upwards, or downwards
};

Reach checked_reach(const LimitedDomain& how, UnitDistance metric) {
  require_sound_arithmetic();
  require(how.k >= 1, bad_parameter, "there must be an item to list");
  require(how.limit.has_value() != how.items_per_unit.has_value(), bad_parameter,
          "either a limit must be given or how many items a unit has, and not both");
  require(how.limit.value_or(how.k) >= how.k, bad_parameter, "the limit must not be below k");
  require(how.items_per_unit.value_or(1) >= 1, bad_parameter,
          "a unit must have room for at least one item");
  require(how.floor == 0 || !how.limit, bad_parameter, "a limit must come without a floor");
  constexpr auto greatest = static_cast<std::uint64_t>(GradedTable::greatest_count);
  require(how.floor < greatest, bad_parameter, "the floor must be below what a count may be");
  require(how.largest >= 1 && how.largest <= greatest, bad_parameter,
          "one unit must be able to add something, and no more than a count may be");
  const bool replaced = metric.neighbors() == Neighbors::replace;
  require(replaced || metric.neighbors() == Neighbors::add_remove, bad_parameter,
          "must specify the neighbors");
  const std::uint64_t range = replaced ? 2 * how.largest : how.largest;
  // A cut that the data make may fall while an item rises; a fixed one stands still.
  return how.limit ? Reach{range, range, *how.limit}
                   : Reach{range, how.largest, *how.items_per_unit};
}

Positions release_limited_domain(const GradedTable& table, const LimitedDomain& how,
                                 std::span<const std::int64_t> counts) {
  require_sound_arithmetic();
  const detail::Competition competition = detail::compete(table, how, counts);
  const Positions won = noisy_top_k(
      competition.scores,
      {Law::exponential_mechanism, std::ldexp(how.scale, 16), static_cast<std::size_t>(how.k)});
  return detail::listed(competition, won);
}

double step_at(const Reach& reach, double scale) {
  return detail::inf_distance_in_scales(inf_cast<double>(reach.range), scale);
}

double pure_cost(std::uint64_t k, double step) { return inf_mul(inf_cast<double>(k), step); }

double zcdp_cost(std::uint64_t k, double step) {
  return inf_mul(inf_cast<double>(k), bounded_range_to_zcdp(step));
}

double slack_above(const Fraction& slack) { return inf_double_of(slack); }

// What is left of a target for the selections themselves.
Target without_slack(const Target& target, const Fraction& slack) {
  const auto* approximate = std::get_if<ApproximateCost>(&target);
  if (approximate == nullptr) {
    return target;
  }
  require(detail::is_finite(approximate->delta) && approximate->delta < 1, bad_parameter,
          "a target delta must be a number below one");
  const Fraction delta = exact_fraction(approximate->delta);
  require(slack < delta, bad_parameter, "the slack must be a part of delta");
  return ApproximateCost{approximate->epsilon,
                         neg_inf_double_of(Fraction{(delta - slack) / (1 - slack)})};
}

void require_target(const Target& target) {
  const double most = std::visit(
      [](const auto& one) {
        if constexpr (requires { one.rho; }) {
          return one.rho;
        } else {
          return one.epsilon;
        }
      },
      target);
  require(detail::is_finite(most) && most > 0, bad_parameter,
          "a target must be finite and above zero");
}

// The checks of every make_, and the release.
std::function<Positions(std::span<const std::int64_t>)> checked_release(const ItemCounts& domain,
                                                                        const LimitedDomain& how,
                                                                        UnitDistance metric) {
  require(!domain.size() && !domain.excludes_empty(), bad_parameter,
          "how many items there are must not be known");
  const auto table = std::make_shared<const GradedTable>(detail::graded_table_for(how, metric));
  return [table, how](std::span<const std::int64_t> counts) {
    return release_limited_domain(*table, how, counts);
  };
}

// Whether the tables differ: the scores are made for one unit.
bool is_one_unit(std::uint64_t d_in) {
  require(d_in <= 1, bad_distance, "a distance must not pass one unit");
  return d_in == 1;
}

}  // namespace

detail::GradedTable detail::graded_table_for(const LimitedDomain& how, UnitDistance metric) {
  const Reach reach = checked_reach(how, metric);
  return {how.scale, how.slack, reach.tickets, reach.jump};
}

LimitedDomainCost limited_domain_cost(const LimitedDomain& how, UnitDistance metric) {
  const Reach reach = checked_reach(how, metric);
  const GradedTable table = detail::graded_table_for(how, metric);
  const double step = step_at(reach, how.scale);
  return {step, pure_cost(how.k, step), zcdp_cost(how.k, step), table.even_odds()};
}

LimitedDomain calibrate_limited_domain(LimitedDomain how, UnitDistance metric, const Target& target,
                                       const Progress& progress) {
  const Reach reach = checked_reach(how, metric);
  how.slack.canonicalize();
  require(how.slack > 0 && how.slack < 1, bad_parameter,
          "the slack must be above zero and below one");
  require_target(target);
  how.scale =
      detail::calibrate_law(Law::exponential_mechanism, how.k, without_slack(target, how.slack),
                            inf_cast<double>(reach.range), how.k, progress)
          .scale;
  (void)detail::graded_table_for(how, metric);  // refuses what a release would
  return how;
}

std::vector<std::size_t> limited_domain_top_k(std::span<const std::int64_t> counts,
                                              const LimitedDomain& how, UnitDistance metric) {
  return release_limited_domain(detail::graded_table_for(how, metric), how, counts);
}

Measurement<ItemCounts, UnitDistance, PrivacyProfile, std::vector<std::size_t>>
make_limited_domain_top_k(ItemCounts input_domain, UnitDistance input_metric,
                          Approximate<MaxDivergence> /*output_measure*/, const LimitedDomain& how) {
  const Reach reach = checked_reach(how, input_metric);
  return {
      "limited_domain_top_k",
      input_domain,
      input_metric,
      PrivacyProfile{},
      checked_release(input_domain, how, input_metric),
      [reach, k = how.k, scale = how.scale, slack = slack_above(how.slack)](std::uint64_t d_in) {
        const bool differ = is_one_unit(d_in);
        return PrivacyCurve::of_selections(Law::exponential_mechanism,
                                           differ ? step_at(reach, scale) : 0.0, k)
            .with_slack(differ ? slack : 0.0);
      }};
}

Measurement<ItemCounts, UnitDistance, Approximate<ZeroConcentratedDivergence>,
            std::vector<std::size_t>>
make_limited_domain_top_k(ItemCounts input_domain, UnitDistance input_metric,
                          Approximate<ZeroConcentratedDivergence> output_measure,
                          const LimitedDomain& how) {
  const Reach reach = checked_reach(how, input_metric);
  return {"limited_domain_top_k",
          input_domain,
          input_metric,
          output_measure,
          checked_release(input_domain, how, input_metric),
          [reach, k = how.k, scale = how.scale,
           slack = slack_above(how.slack)](std::uint64_t d_in) -> ApproximateDistance<double> {
            if (!is_one_unit(d_in)) {
              return {0, 0};
            }
            return {zcdp_cost(k, step_at(reach, scale)), slack};
          }};
}

}  // namespace discreet

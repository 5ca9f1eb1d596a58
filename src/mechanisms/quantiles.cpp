#include "discreet/mechanisms/quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "entropy/system_bits.hpp"
#include "mechanisms/quantile_plan.hpp"
#include "mechanisms/quantile_tree.hpp"
#include "samplers/decisions.hpp"

namespace discreet::detail {
namespace {

// The gap of every cell: how far the quantile's rank is from all that the cell covers, or below 0 how deep within.
// Below 2^63 in size, since a column has less than 2^51 of mass and a denominator is at most 2^12.
std::vector<std::int64_t> gaps_of_cells(const MassColumn& column, std::uint64_t cells,
                                        const RelativeQuantile& quantile) {
  const auto num = static_cast<std::int64_t>(quantile.num);
  const auto den = static_cast<std::int64_t>(quantile.den);
  std::int64_t total = 0;
  for (const std::uint64_t mass : column.masses) {
    total += static_cast<std::int64_t>(mass);
  }
  std::vector<std::int64_t> out(cells);
  const std::int64_t target = num * total;
  std::int64_t below = 0;
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < column.cells.size(); ++i) {
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(cell),
              out.begin() + static_cast<std::ptrdiff_t>(column.cells[i]),
              std::abs(den * below - target));
    const std::int64_t with = below + static_cast<std::int64_t>(column.masses[i]);
    out[column.cells[i]] = std::max(den * below - target, target - den * with);
    below = with;
    cell = column.cells[i] + 1;
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(cell), out.end(),
            std::abs(den * below - target));
  return out;
}

}  // namespace

RelativeQuantile relative_quantile_of(const QuantileNode& node) {
  return {node.relative.get_num().get_ui(), node.relative.get_den().get_ui()};
}

double scale_in_gaps(const QuantileNode& node, std::uint64_t places, std::uint64_t weight) {
  return inf_mul(inf_cast<double>(relative_quantile_of(node).den * places * weight), node.scale);
}

void require_quantile_plan(const QuantilePlan& plan, std::uint64_t cells) {
  require_law(plan.law);
  require(plan.cells == cells, bad_parameter, "a plan must be for the grid");
  require(checked_quantiles(plan.quantiles) == plan.quantiles, bad_parameter,
          "the quantiles of a plan must be in lowest terms");
  std::vector<QuantileNode> tree = quantile_tree(plan.quantiles);
  require(plan.nodes.size() == tree.size() && plan.levels == tree.front().height, bad_parameter,
          "a plan must have a node for each quantile");
  for (std::size_t place = 0; place < tree.size(); ++place) {
    const QuantileNode& node = plan.nodes[place];
    require(node.scale > 0 && node.scale <= most_quantile_scale, bad_parameter,
            "the scales of a plan must be finite and above 0");
    tree[place].scale = node.scale;
    tree[place].step = node.step;
    require(node == tree[place], bad_parameter,
            "the nodes of a plan must be those of its quantiles");
  }
  require(plan.law == Law::exponential_mechanism ||
              (plan.nodes.size() == 1 && cells <= most_materialised_cells),
          bad_parameter, "permute-and-flip is for one quantile, and at most ten million cells");
}

std::vector<std::uint64_t> release_quantiles_of(const QuantilePlan& plan, const MassColumn& column,
                                                UnitMass unit) {
  const std::uint64_t weight = weight_of(unit);
  if (plan.law == Law::permute_and_flip) {
    const QuantileNode& node = plan.nodes.front();
    const std::vector<std::int64_t> gaps =
        gaps_of_cells(column, plan.cells, relative_quantile_of(node));
    return {
        noisy_top_k(gaps, {plan.law, scale_in_gaps(node, 1, weight), 1, Optimize::min}).front()};
  }
  // One quantile divides nothing, and needs no places.
  const PlacedMass mass{column, plan.cells, plan.nodes.size() == 1 ? 1 : places_per_cell};
  DrawnDecisions decide{thread_bits()};
  return draw_quantiles(decide, mass, plan.nodes, weight);
}

}  // namespace discreet::detail

namespace discreet {
namespace {

using QuantileCells = std::vector<std::uint64_t>;

// The checks of every make_quantiles, and the release.
std::function<QuantileCells(const MassColumn&)> checked_quantiles_release(const MassDomain& domain,
                                                                          UnitDistance metric,
                                                                          QuantilePlan plan) {
  detail::require_quantile_plan(plan, domain.grid().cells());
  parse_neighbors(to_string(metric.neighbors()));  // a value that a cast made has no name
  (void)weight_of(domain.unit());
  return [plan = std::move(plan), unit = domain.unit()](const MassColumn& column) {
    detail::require_column(column, plan.cells, unit);
    return detail::release_quantiles_of(plan, column, unit);
  };
}

}  // namespace

Measurement<MassDomain, UnitDistance, MaxDivergence, QuantileCells> make_quantiles(
    MassDomain input_domain, UnitDistance input_metric, MaxDivergence output_measure,
    QuantilePlan plan) {
  auto release = checked_quantiles_release(input_domain, input_metric, plan);
  return {"quantiles",
          std::move(input_domain),
          input_metric,
          output_measure,
          std::move(release),
          [nodes = std::move(plan.nodes), input_metric](std::uint64_t d_in) {
            return detail::epsilon_of_nodes(nodes, {.neighbors = input_metric.neighbors()}, d_in);
          }};
}

Measurement<MassDomain, UnitDistance, ZeroConcentratedDivergence, QuantileCells> make_quantiles(
    MassDomain input_domain, UnitDistance input_metric, ZeroConcentratedDivergence output_measure,
    QuantilePlan plan) {
  auto release = checked_quantiles_release(input_domain, input_metric, plan);
  return {"quantiles",
          std::move(input_domain),
          input_metric,
          output_measure,
          std::move(release),
          [law = plan.law, nodes = std::move(plan.nodes), input_metric](std::uint64_t d_in) {
            return detail::rho_of_nodes(law, nodes, {.neighbors = input_metric.neighbors()}, d_in);
          }};
}

Measurement<MassDomain, UnitDistance, PrivacyProfile, QuantileCells> make_quantiles(
    MassDomain input_domain, UnitDistance input_metric,
    Approximate<MaxDivergence> /*output_measure*/, QuantilePlan plan) {
  auto release = checked_quantiles_release(input_domain, input_metric, plan);
  return {"quantiles",
          std::move(input_domain),
          input_metric,
          PrivacyProfile{},
          std::move(release),
          [plan = std::move(plan), input_metric](std::uint64_t d_in) {
            const detail::ColumnNeighbors neighbors{.neighbors = input_metric.neighbors()};
            double greatest = 0;
            for (const QuantileNode& node : plan.nodes) {
              greatest = std::max(greatest, detail::step_of_node(node, neighbors, d_in));
            }
            return PrivacyCurve::of_selections(plan.law, greatest, plan.levels);
          }};
}

}  // namespace discreet

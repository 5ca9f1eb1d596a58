#include "mechanisms/quantile_plan.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "accounting/allowed_step.hpp"
#include "accounting/arguments.hpp"
#include "accounting/law_account.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "numbers/interval.hpp"

namespace discreet {
namespace {

using detail::ColumnNeighbors;

void require_quantile_target(const Target& target) {
  if (const auto* pure = std::get_if<PureCost>(&target)) {
    require(std::isfinite(pure->epsilon) && pure->epsilon > 0, bad_parameter,
            "a target epsilon must be finite and above 0");
  } else if (const auto* zcdp = std::get_if<ZcdpCost>(&target)) {
    require(std::isfinite(zcdp->rho) && zcdp->rho > 0, bad_parameter,
            "a target rho must be finite and above 0");
  } else {
    const auto& [epsilon, delta] = std::get<ApproximateCost>(target);
    detail::require_epsilon(epsilon);
    detail::require_delta(delta);
    require(std::isfinite(epsilon) && delta < 1 && epsilon + delta > 0, bad_parameter,
            "a target epsilon must be finite, its delta below 1, and one of them above 0");
  }
}

// What a node may cost: its step and, where the target is a rho, that too.
struct NodeAllowance {
  double step;
  double rho = std::numeric_limits<double>::infinity();
};

// What each node takes of an amount: what is left of it, divided by how many levels are left.
std::vector<Fraction> shares_of(std::span<const QuantileNode> nodes, const Fraction& amount) {
  std::vector<Fraction> left(nodes.size());
  left.front() = amount;
  std::vector<Fraction> out(nodes.size());
  for (std::size_t place = 0; place < nodes.size(); ++place) {
    const QuantileNode& node = nodes[place];
    out[place] = left[place] / exact_fraction(node.height);
    for (const auto& child : {node.left, node.right}) {
      if (child) {
        left[*child] = left[place] - out[place];
      }
    }
  }
  return out;
}

struct TreeAllowance {
  std::vector<NodeAllowance> nodes;
  double delta = 0;  // for a target with a delta: what these are proved to cost at its epsilon
};

TreeAllowance allowance_of(const QuantilePlan& plan, const Target& target, std::uint64_t columns,
                           const Progress& progress) {
  TreeAllowance out;
  out.nodes.reserve(plan.nodes.size());
  if (const auto* pure = std::get_if<PureCost>(&target)) {
    for (const Fraction& share :
         shares_of(plan.nodes, exact_fraction(pure->epsilon) / exact_fraction(columns))) {
      out.nodes.push_back({neg_inf_double_of(share)});
    }
  } else if (const auto* zcdp = std::get_if<ZcdpCost>(&target)) {
    std::map<double, double> known;
    for (const Fraction& share :
         shares_of(plan.nodes, exact_fraction(zcdp->rho) / exact_fraction(columns))) {
      const double rho = neg_inf_double_of(share);
      require(rho > 0, bad_parameter, "a target must be large enough for a cost above 0 per node");
      const auto [found, is_new] = known.try_emplace(rho);
      if (is_new) {
        found->second = detail::allowed_step(plan.law, 1, ZcdpCost{rho}, progress).given;
      }
      out.nodes.push_back({found->second, rho});
    }
  } else {
    require(columns <= std::numeric_limits<std::uint32_t>::max() / plan.levels, bad_parameter,
            "the selections of a unit's groups must be fewer than 2^32");
    const auto allowed = detail::allowed_step(plan.law, plan.levels * columns, target, progress);
    out.nodes.assign(plan.nodes.size(), {allowed.given});
    out.delta = allowed.delta;
  }
  return out;
}

// Both quotients round up, so that the step is at least what is paid for and the noise at least what was proved.
void set_scale(Law law, const Fraction& range, const NodeAllowance& allowed, QuantileNode& node) {
  require(allowed.step > 0, bad_parameter,
          "a target must be large enough for a cost above 0 per node");
  const auto step_at = [&](double scale) {
    return inf_double_of(Fraction{range / exact_fraction(scale)});
  };
  double scale = inf_double_of(Fraction{range / exact_fraction(allowed.step)});
  while (scale <= detail::most_quantile_scale &&
         (step_at(scale) > allowed.step || detail::inf_rho(law, step_at(scale)) > allowed.rho)) {
    scale = next_up(scale);
  }
  require(scale <= detail::most_quantile_scale, bad_parameter,
          "no finite scale keeps to the target");
  node.scale = scale;
  node.step = step_at(scale);
}

// The most that a path costs, for each column that a unit is in.
double cost_of_nodes(std::span<const QuantileNode> nodes, std::uint64_t columns,
                     const std::function<double(const QuantileNode&)>& cost) {
  bool finite = true;
  const Fraction sum = detail::greatest_path_sum(nodes, [&](const QuantileNode& node) {
    const double each = cost(node);
    finite = finite && std::isfinite(each);
    return std::isfinite(each) ? exact_fraction(each) : Fraction{0};
  });
  return finite ? inf_double_of(Fraction{exact_fraction(columns) * sum})
                : std::numeric_limits<double>::infinity();
}

QuantilePlan plan_without_noise(Law law, std::span<const Fraction> quantiles,
                                const ColumnNeighbors& neighbors, std::uint64_t cells) {
  require_sound_arithmetic();
  require(neighbors.columns >= 1, bad_parameter, "a unit must be in one group at least");
  QuantilePlan plan;
  plan.law = law;
  plan.quantiles = detail::checked_quantiles(quantiles);
  plan.nodes = detail::quantile_tree(plan.quantiles);
  plan.levels = plan.nodes.front().height;
  plan.cells = cells;
  return plan;
}

}  // namespace

QuantilePlan detail::quantiles_of_step(std::span<const Fraction> quantiles, double step,
                                       const ColumnNeighbors& neighbors, std::uint64_t cells) {
  QuantilePlan plan = plan_without_noise(Law::exponential_mechanism, quantiles, neighbors, cells);
  for (QuantileNode& node : plan.nodes) {
    set_scale(plan.law, range_of_node(node, neighbors), {step}, node);
  }
  plan.cost = PureCost{epsilon_of_nodes(plan.nodes, neighbors, 1)};
  return plan;
}

QuantilePlan detail::calibrate_quantiles_by(Law law, std::span<const Fraction> quantiles,
                                            const Target& target, const ColumnNeighbors& neighbors,
                                            std::uint64_t cells, const Progress& progress) {
  require_quantile_target(target);
  QuantilePlan plan = plan_without_noise(law, quantiles, neighbors, cells);
  const TreeAllowance allowed = allowance_of(plan, target, neighbors.columns, progress);
  for (std::size_t place = 0; place < plan.nodes.size(); ++place) {
    QuantileNode& node = plan.nodes[place];
    set_scale(law, range_of_node(node, neighbors), allowed.nodes[place], node);
  }
  if (std::holds_alternative<PureCost>(target)) {
    plan.cost = PureCost{epsilon_of_nodes(plan.nodes, neighbors, 1)};
  } else if (std::holds_alternative<ZcdpCost>(target)) {
    plan.cost = ZcdpCost{rho_of_nodes(law, plan.nodes, neighbors, 1)};
  } else {
    plan.cost = ApproximateCost{std::get<ApproximateCost>(target).epsilon, allowed.delta};
  }
  return plan;
}

double detail::step_of_node(const QuantileNode& node, const ColumnNeighbors& neighbors,
                            std::uint64_t units) {
  return inf_double_of(Fraction{exact_fraction(units) * range_of_node(node, neighbors) /
                                exact_fraction(node.scale)});
}

double detail::epsilon_of_nodes(std::span<const QuantileNode> nodes,
                                const ColumnNeighbors& neighbors, std::uint64_t units) {
  return cost_of_nodes(nodes, neighbors.columns, [&](const QuantileNode& node) {
    return step_of_node(node, neighbors, units);
  });
}

double detail::rho_of_nodes(Law law, std::span<const QuantileNode> nodes,
                            const ColumnNeighbors& neighbors, std::uint64_t units) {
  // Of each node's step times the units, and not units times its rho: groups of units are not independent.
  return cost_of_nodes(nodes, neighbors.columns, [&](const QuantileNode& node) {
    return inf_rho(law, step_of_node(node, neighbors, units));
  });
}

std::vector<double> QuantilePlan::scales() const {
  std::vector<double> out(nodes.size());
  for (const QuantileNode& node : nodes) {
    out.at(node.quantile) = node.scale;
  }
  return out;
}

QuantilePlan calibrate_quantiles(std::span<const Fraction> quantiles, const Target& target,
                                 Neighbors neighbors, const Grid& grid, const Progress& progress) {
  const bool flips = quantiles.size() == 1 && std::holds_alternative<PureCost>(target) &&
                     grid.cells() <= detail::most_materialised_cells;
  return detail::calibrate_quantiles_by(flips ? Law::permute_and_flip : Law::exponential_mechanism,
                                        quantiles, target, ColumnNeighbors{.neighbors = neighbors},
                                        grid.cells(), progress);
}

}  // namespace discreet

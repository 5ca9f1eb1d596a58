#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "discreet/accounting/cost.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet::detail {

/// Several places for each cell, over which its mass is spread evenly, so that a boundary can divide it.
inline constexpr std::uint64_t places_per_cell = std::uint64_t{1} << 20;

/// So many cells are materialised for permute-and-flip.
inline constexpr std::uint64_t most_materialised_cells = 10'000'000;

/// In the integers of the gaps a scale is up to 2^52 times as large, and must be finite there.
inline constexpr double most_quantile_scale = 0x1p960;

/// The quantiles in lowest terms.
///
/// Throws    Error{bad_parameter} for what calibrate_quantiles refuses.
std::vector<Fraction> checked_quantiles(std::span<const Fraction> quantiles);

/// The nodes of a release of these quantiles, each before its children, without scales and steps.
///
/// Law       as few levels as there can be; among the quantiles that allow it, a node takes the one whose relative
///           quantile is nearest to one half, of two the one nearer to 0 or 1; if none is, the upper.
/// Requires  checked quantiles.
/// Proof     proofs/mechanisms/quantile_plan.md
std::vector<QuantileNode> quantile_tree(std::span<const Fraction> quantiles);

/// Which columns are neighbours.
struct ColumnNeighbors {
  Neighbors neighbors = Neighbors::add_remove;
  /// Where there are columns of several groups: whether a unit that is replaced may leave one for another.
  bool switches = false;
  /// The most columns in which one unit has a whole mass.
  std::uint64_t columns = 1;
};

/// How far apart the changes of two scores of a node can be, in units of rank, by a unit whose mass lies in it whole.
///
/// Proof     proofs/mechanisms/quantile_plan.md
Fraction range_of_node(const QuantileNode& node, const ColumnNeighbors& neighbors);

/// What a node costs for so many units that lie in it whole: so many times its range over its scale, rounded up.
double step_of_node(const QuantileNode& node, const ColumnNeighbors& neighbors,
                    std::uint64_t units);

/// The greatest sum over a path from the first node down, of a number that each node has.
Fraction greatest_path_sum(std::span<const QuantileNode> nodes,
                           const std::function<Fraction(const QuantileNode&)>& number);

/// What a release by these nodes costs for so many units, in epsilon and in rho, rounded up: the greatest sum of a path.
///
/// Law       a node costs units times its range over its scale, or the rho of that by the law.
/// Proof     proofs/mechanisms/quantile_plan.md
double epsilon_of_nodes(std::span<const QuantileNode> nodes, const ColumnNeighbors& neighbors,
                        std::uint64_t units);
double rho_of_nodes(Law law, std::span<const QuantileNode> nodes, const ColumnNeighbors& neighbors,
                    std::uint64_t units);

/// Throws Error{bad_parameter} unless the plan is one for a grid of so many cells that calibrate_quantiles could have
/// made but for its scales, which are finite and above 0.
void require_quantile_plan(const QuantilePlan& plan, std::uint64_t cells);

/// Releases the cells of the plan's quantiles, in their order.
///
/// Requires  a plan that require_quantile_plan accepts, and a column of its grid.
/// Throws    Error{no_entropy}.
/// Proof     proofs/mechanisms/quantile_recursion.md
std::vector<std::uint64_t> release_quantiles_of(const QuantilePlan& plan, const MassColumn& column,
                                                UnitMass unit);

/// calibrate_quantiles by a given law, for columns of several groups.
///
/// Requires  permute-and-flip only for one quantile and at most most_materialised_cells.
/// Proof     proofs/mechanisms/quantile_plan.md
QuantilePlan calibrate_quantiles_by(Law law, std::span<const Fraction> quantiles,
                                    const Target& target, const ColumnNeighbors& neighbors,
                                    std::uint64_t cells, const Progress& progress);

/// The plan by the exponential mechanism in which each node costs no more than the step, nearly.
///
/// Law       a release is levels times columns adaptive mechanisms of that bounded range at most.
/// Requires  a step above 0; otherwise as calibrate_quantiles_by.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/mechanisms/quantile_plan.md
QuantilePlan quantiles_of_step(std::span<const Fraction> quantiles, double step,
                               const ColumnNeighbors& neighbors, std::uint64_t cells);

}  // namespace discreet::detail

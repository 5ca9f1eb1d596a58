#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/quantile_node.hpp"

namespace discreet::detail {

/// The relative quantile of a node as two small integers.
RelativeQuantile relative_quantile_of(const QuantileNode& node);

/// The scale of a node in the integers of its gaps, rounded up: den times places times what a unit weighs, times as
/// large as in units.
double scale_in_gaps(const QuantileNode& node, std::uint64_t places, std::uint64_t weight);

/// The cells of all quantiles of a column, one node after the other, parents first.
///
/// Law       an inner node chooses a boundary between places, by how far the mass before it is from its quantile of the
///           mass between its ends; the cell of its quantile is the one that begins there or holds it. A leaf chooses
///           a cell, by the rank error within its ends. Each by the exponential mechanism, given those above it.
/// Requires  nodes of quantile_tree, with scales.
/// Proof     proofs/mechanisms/quantile_recursion.md
template <class Decide>
std::vector<std::uint64_t> draw_quantiles(Decide& decide, const PlacedMass& mass,
                                          std::span<const QuantileNode> nodes,
                                          std::uint64_t weight) {
  std::vector<std::uint64_t> boundaries(nodes.size());
  std::vector<std::uint64_t> cells(nodes.size());
  for (std::size_t place = 0; place < nodes.size(); ++place) {
    const QuantileNode& node = nodes[place];
    // Only the mass between its ends: what lies outside must not move its choice.
    const PlaceInterval interval{node.lower_end ? boundaries[*node.lower_end] : 0,
                                 node.upper_end ? boundaries[*node.upper_end] : mass.end()};
    const RelativeQuantile quantile = relative_quantile_of(node);
    const double scale = scale_in_gaps(node, mass.places(), weight);
    if (!node.left && !node.right) {
      cells[node.quantile] = choose_cell(decide, mass, interval, quantile, scale);
    } else {
      boundaries[place] = choose_boundary(decide, mass, interval, quantile, scale);
      cells[node.quantile] = std::min(boundaries[place], mass.end() - 1) / mass.places();
    }
  }
  return cells;
}

}  // namespace discreet::detail

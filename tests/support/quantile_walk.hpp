#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <mpfr.h>

#include "discreet/numbers/fraction.hpp"
#include "mechanisms/quantile_node.hpp"
#include "mechanisms/quantile_tree.hpp"
#include "numbers/big_interval.hpp"
#include "support/decision_walk.hpp"
#include "support/laws.hpp"
#include "support/quantile_laws.hpp"

namespace discreet::testing {

/// e^(-gap / scale), with the scale of each node in the integers of its gaps.
struct ScaledWeights {
  std::vector<Fraction> scales;

  BigInterval operator()(std::size_t node, unsigned long gap) const {
    return exp(BigInterval::of(Fraction{-Fraction{gap} / scales[node]}, law_precision));
  }
};

/// A plan's nodes as the reference has them.
inline LawTree law_tree_of(std::span<const QuantileNode> nodes) {
  LawTree out;
  for (const QuantileNode& node : nodes) {
    out.push_back({node.relative.get_num().get_ui(), node.relative.get_den().get_ui(), node.left,
                   node.right});
  }
  return out;
}

/// A column without what has no mass.
inline MassColumn column_of(const Masses& cells) {
  MassColumn out;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells[cell] > 0) {
      out.cells.push_back(cell);
      out.masses.push_back(cells[cell]);
    }
  }
  return out;
}

/// Decisions of one node: those of the nodes before it are played back, and the next winner ends the run.
class NodeDecisions {
 public:
  struct Won {
    std::uint64_t element;
  };

  NodeDecisions(WalkedDecisions& walk, const std::vector<std::uint64_t>& before,
                std::vector<std::uint64_t>& taken)
      : walk_(walk), before_(before), taken_(taken) {}

  UInt128 below_wide(UInt128 m) {
    return decision([&] { return static_cast<std::uint64_t>(walk_.below_wide(m)); });
  }
  template <class Real>
  bool less(Real& chance) {
    return decision([&] { return std::uint64_t{walk_.less(chance) ? 1U : 0U}; }) == 1;
  }
  void checkpoint(std::span<const std::size_t> state) {
    if (at_ == before_.size()) {
      walk_.checkpoint(state);
    }
  }
  void record_winner(std::uint64_t element) {
    if (!taken_.empty()) {
      throw Won{element};
    }
  }

 private:
  template <class Decide>
  std::uint64_t decision(const Decide& decide) {
    if (at_ < before_.size()) {
      return before_[at_++];
    }
    taken_.push_back(decide());
    return taken_.back();
  }

  WalkedDecisions& walk_;
  const std::vector<std::uint64_t>& before_;
  std::vector<std::uint64_t>& taken_;
  std::size_t at_ = 0;
};

using QuantileCellsLaw = std::map<std::vector<std::uint64_t>, BigInterval>;

/// The law of the cells that draw(decide) gives, one node's decisions after the other's: what a later node sees of an
/// earlier one is its winner, so one way to come to each of them is enough.
template <class Draw>
QuantileCellsLaw walk_nodes(const Draw& draw, const std::vector<std::uint64_t>& before = {}) {
  using Outcome = std::pair<bool, std::vector<std::uint64_t>>;  // whether it is the end
  std::map<std::uint64_t, std::vector<std::uint64_t>> ways;
  const auto law = walk_decisions([&](WalkedDecisions& walk) -> Outcome {
    std::vector<std::uint64_t> taken;
    NodeDecisions decide{walk, before, taken};
    try {
      return {true, draw(decide)};
    } catch (const NodeDecisions::Won& won) {
      std::vector<std::uint64_t> way = before;
      way.insert(way.end(), taken.begin(), taken.end());
      ways.try_emplace(won.element, std::move(way));
      return {false, {won.element}};
    }
  });
  QuantileCellsLaw out;
  for (const auto& [outcome, chance] : law) {
    if (outcome.first) {
      detail::add_to(out, outcome.second, chance);
      continue;
    }
    for (const auto& [cells, given] : walk_nodes(draw, ways.at(outcome.second.front()))) {
      detail::add_to(out, cells, chance * given);
    }
  }
  return out;
}

}  // namespace discreet::testing

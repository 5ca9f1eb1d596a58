#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "discreet/framework/law.hpp"
#include "support/quantile_nodes.hpp"

namespace discreet::testing {

/// The laws of all nodes of one column, for every interval that a node may get.
template <class Weights>
class QuantileLaw {
 public:
  using Real = std::invoke_result_t<const Weights&, std::size_t, unsigned long>;
  using Joint = std::map<std::vector<std::uint64_t>, Real>;

  /// Masses by cell, each of which is put on every one of the cell's places. Tree and weights must outlive it.
  QuantileLaw(const LawTree& tree, const Weights& weights, Law law, const Masses& cells,
              std::size_t places_per_cell)
      : tree_(&tree), weights_(&weights), law_(law), per_cell_(places_per_cell) {
    for (const unsigned long mass : cells) {
      places_.insert(places_.end(), places_per_cell, mass);
    }
    known_.resize(tree.size() * (places_.size() + 1) * (places_.size() + 1));
  }

  [[nodiscard]] const LawTree& tree() const { return *tree_; }
  [[nodiscard]] std::size_t places() const { return places_.size(); }

  /// What the node with the places [begin, end) chooses first; then follow the others.
  [[nodiscard]] std::size_t first(std::size_t node, std::size_t begin) const {
    return (*tree_)[node].leaf() ? cell(begin) : begin;
  }

  /// The chance of each boundary from begin to end or, at a leaf, of each cell that has one of the places.
  const std::vector<Real>& at(std::size_t node, std::size_t begin, std::size_t end) const {
    std::vector<Real>& law = known_[(node * (places() + 1) + begin) * (places() + 1) + end];
    if (law.empty()) {
      const auto& [num, den, left, right] = (*tree_)[node];
      const Gaps gaps =
          (*tree_)[node].leaf()
              ? cell_gaps(cells_within(begin, end), num, den)
              : boundary_gaps(std::span{places_}.subspan(begin, end - begin), num, den);
      const long best = *std::ranges::min_element(gaps);
      std::vector<Real> weights;
      for (const long gap : gaps) {
        weights.push_back((*weights_)(node, static_cast<unsigned long>(gap - best)));
      }
      law = law_ == Law::exponential_mechanism ? exponential_law(std::move(weights))
                                               : flipped_law(weights, (*weights_)(node, 0));
    }
    return law;
  }

  /// The law of all choices, in the order of the quantiles: boundaries, and cells at leaves.
  [[nodiscard]] Joint joint() const { return joint(0, 0, places()); }

  /// The law of the released cells.
  [[nodiscard]] Joint released() const {
    Joint out;
    for (const auto& [choices, chance] : joint()) {
      std::vector<std::uint64_t> cells = choices;
      std::size_t next = 0;
      to_cells(0, cells, next);
      const auto [at, fresh] = out.try_emplace(cells, chance);
      if (!fresh) {
        at->second = at->second + chance;
      }
    }
    return out;
  }

 private:
  [[nodiscard]] std::size_t cell(std::size_t place) const {
    return std::min(place, places() - 1) / per_cell_;
  }

  [[nodiscard]] Masses cells_within(std::size_t begin, std::size_t end) const {
    Masses out(cell(std::max(begin, end > 0 ? end - 1 : 0)) - cell(begin) + 1);
    for (std::size_t place = begin; place < end; ++place) {
      out[cell(place) - cell(begin)] += places_[place];
    }
    return out;
  }

  [[nodiscard]] Joint joint(std::optional<std::size_t> node, std::size_t begin,
                            std::size_t end) const {
    Joint out;
    if (!node) {
      out.emplace(std::vector<std::uint64_t>{}, (*weights_)(0, 0));
      return out;
    }
    const std::vector<Real>& law = at(*node, begin, end);
    for (std::size_t i = 0; i < law.size(); ++i) {
      const std::size_t choice = first(*node, begin) + i;
      if ((*tree_)[*node].leaf()) {
        out.emplace(std::vector<std::uint64_t>{choice}, law[i]);
        continue;
      }
      const Joint right = joint((*tree_)[*node].right, choice, end);
      for (const auto& [before, chance] : joint((*tree_)[*node].left, begin, choice)) {
        for (const auto& [after, other] : right) {
          std::vector<std::uint64_t> choices = before;
          choices.push_back(choice);
          choices.insert(choices.end(), after.begin(), after.end());
          out.emplace(std::move(choices), law[i] * chance * other);
        }
      }
    }
    return out;
  }

  void to_cells(std::optional<std::size_t> node, std::vector<std::uint64_t>& choices,
                std::size_t& next) const {
    if (node) {
      to_cells((*tree_)[*node].left, choices, next);
      if (!(*tree_)[*node].leaf()) {
        choices[next] = cell(choices[next]);
      }
      ++next;
      to_cells((*tree_)[*node].right, choices, next);
    }
  }

  const LawTree* tree_;
  const Weights* weights_;
  Law law_;
  std::size_t per_cell_;
  Masses places_;
  mutable std::vector<std::vector<Real>> known_;
};

}  // namespace discreet::testing

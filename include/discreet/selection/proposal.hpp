#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/descent.hpp"
#include "discreet/selection/layout.hpp"
#include "discreet/selection/weight_tree.hpp"

namespace discreet::detail {

/// A score, and which of the positions it owns was drawn.
struct Candidate {
  std::size_t index;
  std::uint64_t offset;
};

/// What a position of the tree names, before the scores are looked at.
struct Proposal {
  enum class Kind {
    body,        ///< a closed node, in the part that all its scores share alike
    first,       ///< a closed node, in the part that only its best score has
    open_block,  ///< an open block
  };
  Kind kind;
  std::size_t level;
  std::size_t node;
  std::uint64_t rest;   ///< how far into the node's weight, or its open block's
  Candidate candidate;  ///< known at once in the body; of the best score, the offset only
};

namespace proposal_detail {

/// Within a closed node whose scores are every step-th from `start` on.
inline Proposal propose_in_closed(std::size_t l, std::size_t node, std::size_t start,
                                  std::size_t step, std::uint64_t position, std::uint64_t first,
                                  std::uint64_t second) noexcept {
  const std::uint64_t lead = first - second;
  if (position < lead) {
    return {Proposal::Kind::first, l, node, position, {0, second + position}};
  }
  const std::uint64_t rest = position - lead;
  return {Proposal::Kind::body, l, node, position, {start + rest / second * step, rest % second}};
}

/// Within the blocks that share a sum.
template <Number T, class S>
Proposal propose_in_bundle(const WeightTree<T, S>& tree, std::size_t bundle,
                           std::uint64_t position) {
  if constexpr (S::bundle == 1) {
    const auto& level = tree.pyramid().level(0);
    return tree.is_open(0, bundle)
               ? Proposal{Proposal::Kind::open_block, 0, bundle, position, {}}
               : propose_in_closed(0, bundle, Layout<S>::index(bundle, 0), S::lanes, position,
                                   tree.weight(level.first[bundle]),
                                   tree.weight(level.second[bundle]));
  }
  const auto blocks = tree.weigh_bundle(bundle);
  std::size_t j = 0;
  while (j + 1 < blocks.count && position >= blocks.weight[j]) {
    position -= blocks.weight[j++];
  }
  const std::size_t block = blocks.begin + j;
  // A position past the last weight is one of scores that changed meanwhile: it names nothing.
  if (tree.is_open(0, block) || position >= blocks.weight[j]) {
    return {Proposal::Kind::open_block, 0, block, position, {}};
  }
  return propose_in_closed(0, block, Layout<S>::index(block, 0), S::lanes, position,
                           blocks.first[j], blocks.second[j]);
}

}  // namespace proposal_detail

/// What the owner of a position names there.
template <Number T, class S>
Proposal propose_at(const WeightTree<T, S>& tree, const Owner& owner) {
  if (owner.level == 0) {
    return proposal_detail::propose_in_bundle(tree, owner.at, owner.position);
  }
  const auto& level = tree.pyramid().level(owner.level);
  return proposal_detail::propose_in_closed(owner.level, owner.at, owner.at * level.span, 1,
                                            owner.position, tree.weight(level.first[owner.at]),
                                            tree.weight(level.second[owner.at]));
}

/// The closed node or the open block that owns a position, and what it names there.
///
/// Law       a function of the position and the tree; with resolve(), every score in play owns the
///           offsets 0 … m − 1, each by exactly one position below total(), for some m ≥ its weight.
/// Requires  position < tree.total().
/// Cost      a binary search per open level.
/// Proof     proofs/selection/proposal.md
template <Number T, class S>
Proposal propose(const WeightTree<T, S>& tree, std::uint64_t position) {
  return propose_at(tree, find_owner(tree, descend(tree, position)));
}

namespace proposal_detail {

/// Follows the best score's value down from the node that knows it.
template <Number T, class S>
std::optional<Candidate> find_first(const WeightTree<T, S>& tree, const Proposal& proposal) {
  const T value = tree.pyramid().level(proposal.level).first[proposal.node];
  std::size_t node = proposal.node;
  for (std::size_t l = proposal.level; l > 0; --l) {
    const auto& below = tree.pyramid().level(l - 1);
    const T* const all = below.first;
    const T* const end = all + std::min((node + 1) * S::fan, below.count);
    const T* const child = std::find(all + node * S::fan, end, value);
    if (child == end) {
      return std::nullopt;
    }
    node = static_cast<std::size_t>(child - all);
  }
  std::array<T, S::block> scores;
  const std::size_t size = tree.copy_block(node, scores);
  for (std::size_t j = 0; j < size; ++j) {
    const std::size_t i = Layout<S>::index(node, j);
    if (scores[j] == value && tree.in_play(i)) {
      return Candidate{i, proposal.candidate.offset};
    }
  }
  return std::nullopt;
}

template <Number T, class S>
std::optional<Candidate> find_in_block(const WeightTree<T, S>& tree, const Proposal& proposal) {
  std::array<std::uint64_t, S::block> weights;
  const std::size_t size = tree.weigh_block(proposal.node, weights);
  std::uint64_t rest = proposal.rest;
  for (std::size_t j = 0; j < size; ++j) {
    if (rest < weights[j]) {
      return Candidate{Layout<S>::index(proposal.node, j), rest};
    }
    rest -= weights[j];
  }
  return std::nullopt;
}

}  // namespace proposal_detail

/// The score that a proposal names. It may be out of play; nothing only if the caller changed the
/// scores meanwhile.
///
/// Proof     proofs/selection/proposal.md
template <Number T, class S>
std::optional<Candidate> resolve(const WeightTree<T, S>& tree, const Proposal& proposal) {
  switch (proposal.kind) {
    case Proposal::Kind::body:
      return proposal.candidate;
    case Proposal::Kind::first:
      return proposal_detail::find_first(tree, proposal);
    case Proposal::Kind::open_block:
      return proposal_detail::find_in_block(tree, proposal);
  }
  return std::nullopt;
}

}  // namespace discreet::detail

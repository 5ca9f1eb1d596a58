#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>

#include "discreet/numbers/number.hpp"
#include "selection/descent.hpp"
#include "selection/few_scores.hpp"
#include "selection/shape.hpp"
#include "selection/weight_tree.hpp"

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
    nothing,     ///< no score: past what the blocks of a bundle weigh
  };
  Kind kind;
  std::size_t level;
  std::size_t node;
  std::uint64_t rest;  ///< how far into the node's weight, or its open block's
  Candidate
      candidate;  ///< known at once in the body and in a bundle; of the best score, the offset only
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

/// Within one closed block.
template <Number T, class S>
Proposal propose_in_closed_block(std::size_t block, std::uint64_t position, std::uint64_t first,
                                 std::uint64_t second) noexcept {
  return propose_in_closed(0, block, Layout<S>::index(block, 0), S::lanes, position, first, second);
}

/// Whose of these weights the position falls into, with the rest as offset; what they weigh is taken off a position past
/// them.
inline std::optional<Candidate> find_weight(std::span<const std::uint64_t> weights,
                                            std::uint64_t& position) noexcept {
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (position < weights[j]) {
      return Candidate{j, position};
    }
    position -= weights[j];
  }
  return std::nullopt;
}

/// Within the blocks that share a sum, which are weighed one after the other until one owns the position.
template <Number T, class S>
Proposal propose_in_bundle(const WeightTree<T, S>& tree, std::size_t bundle,
                           std::uint64_t position) {
  const auto& level = tree.pyramid().level(0);
  const std::size_t begin = bundle * S::bundle;
  const std::size_t end = std::min(begin + S::bundle, level.count);
  for (std::size_t block = begin; block < end; ++block) {
    if (tree.is_open(0, block)) {
      if constexpr (S::bundle == 1) {
        return {Proposal::Kind::open_block, 0, block, position, {}};
      }
      std::array<std::uint64_t, S::block> weights;
      const std::size_t size = tree.weigh_block(block, weights);
      const std::uint64_t rest = position;
      if (const auto found = find_weight(std::span{weights}.first(size), position)) {
        return {Proposal::Kind::body,
                0,
                block,
                rest,
                {Layout<S>::index(block, found->index), found->offset}};
      }
    } else {
      const std::uint64_t first = tree.weight(level.first[block]);
      const std::uint64_t second = tree.weight(level.second[block]);
      const std::uint64_t weight = first + (tree.pyramid().size_of(0, block) - 1) * second;
      if (S::bundle == 1 || position < weight) {
        return propose_in_closed_block<T, S>(block, position, first, second);
      }
      position -= weight;
    }
  }
  // A position of the bundle's bound, or of scores that changed meanwhile.
  return {Proposal::Kind::nothing, 0, end - 1, position, {}};
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
    const std::size_t begin = node * S::fan;
    const std::size_t children = std::min(S::fan, below.count - begin);
    const std::uint64_t found = equal_bits(below.first + begin, children, value);
    if (found == 0) {
      return std::nullopt;
    }
    node = begin + static_cast<std::size_t>(std::countr_zero(found));
  }
  const std::span<const T> scores = tree.block_scores(node);
  const std::uint64_t found = equal_bits(scores.data(), scores.size(), value) & ~tree.lost(node);
  if (found == 0) {
    return std::nullopt;
  }
  return Candidate{Layout<S>::index(node, static_cast<std::size_t>(std::countr_zero(found))),
                   proposal.candidate.offset};
}

template <Number T, class S>
std::optional<Candidate> find_in_block(const WeightTree<T, S>& tree, const Proposal& proposal) {
  std::array<std::uint64_t, S::block> weights;
  const std::size_t size = tree.weigh_block(proposal.node, weights);
  std::uint64_t rest = proposal.rest;
  const auto found = find_weight(std::span{weights}.first(size), rest);
  return found ? std::optional{Candidate{Layout<S>::index(proposal.node, found->index),
                                         found->offset}}
               : std::nullopt;
}

}  // namespace proposal_detail

/// The score that a proposal names. It may be out of play; nothing only where a bundle weighs more than its blocks, or if
/// the caller changed the scores meanwhile.
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
    case Proposal::Kind::nothing:
      return std::nullopt;
  }
  return std::nullopt;
}

namespace proposal_detail {

/// The sums that find_owner() will search.
template <Number T, class S>
void prefetch(const WeightTree<T, S>& tree, const Siblings& among) noexcept {
  const std::uint64_t* const sums = tree.sums().of(among.level);
  for (std::size_t s = among.begin; among.end - among.begin > 1 && s < among.end; s += 8) {
    __builtin_prefetch(sums + s);
  }
}

/// The pairs that propose_at() will weigh.
template <Number T, class S>
void prefetch(const WeightTree<T, S>& tree, const Owner& owner) noexcept {
  const auto& level = tree.pyramid().level(owner.level);
  const std::size_t node = owner.at * tree.sums().per_sum(owner.level);
  __builtin_prefetch(level.first + node);
  __builtin_prefetch(level.second + node);
}

/// The scores that resolve() and the threshold will look at.
template <Number T, class S>
void prefetch(const WeightTree<T, S>& tree, const Proposal& proposal) noexcept {
  if (proposal.kind == Proposal::Kind::body) {
    __builtin_prefetch(tree.scores().at(proposal.candidate.index));
  } else if (proposal.kind == Proposal::Kind::open_block) {
    const std::size_t start = Layout<S>::index(proposal.node, 0);
    const std::size_t size = tree.pyramid().size_of(0, proposal.node) * S::lanes;
    const auto run = tree.scores().run_from(start);
    for (std::size_t i = 0; i < std::min(run.size(), size); i += 64 / sizeof(T)) {
      __builtin_prefetch(run.data() + i);
    }
  }
}

}  // namespace proposal_detail

/// Makes as many proposals as there is room for, at positions that draw() gives. All go one step
/// before any goes the next, so that the memory is asked for what they need all at once.
///
/// Law       out[j] = propose(tree, the j-th draw).
/// Requires  draw() < tree.total(); room for at most S::batch.
/// Proof     proofs/selection/proposal.md
template <Number T, class S, class DrawPosition>
void propose_all(const WeightTree<T, S>& tree, std::span<Proposal> out, DrawPosition draw) {
  // Made where they stay. A copy would be read in wider pieces than it was just written in, and wait for the writes.
  std::array<Siblings, S::batch> among;
  std::array<Owner, S::batch> owners;
  for (std::size_t j = 0; j < out.size(); ++j) {
    new (&among[j]) Siblings(descend(tree, draw()));
    proposal_detail::prefetch(tree, among[j]);
  }
  for (std::size_t j = 0; j < out.size(); ++j) {
    new (&owners[j]) Owner(find_owner(tree, among[j]));
    proposal_detail::prefetch(tree, owners[j]);
  }
  for (std::size_t j = 0; j < out.size(); ++j) {
    new (&out[j]) Proposal(propose_at(tree, owners[j]));
    proposal_detail::prefetch(tree, out[j]);
  }
}

}  // namespace discreet::detail

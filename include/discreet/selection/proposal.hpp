#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "discreet/numbers/number.hpp"
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

/// Descends to the closed node or the open block that owns a position.
///
/// Law       a function of the position and the tree; with resolve(), every score in play owns the
///           offsets 0 … m − 1, each by exactly one position below total(), for some m ≥ its weight.
/// Requires  position < tree.total().
/// Cost      a binary search per open level.
/// Proof     proofs/selection/proposal.md
template <Number T, class S>
Proposal propose(const WeightTree<T, S>& tree, std::uint64_t position) noexcept {
  std::size_t l = tree.top();
  std::size_t begin = 0;
  std::size_t end = tree.pyramid().level(l).count;
  for (;;) {
    const std::uint64_t* const sums = tree.sums(l);
    const auto i =
        static_cast<std::size_t>(std::upper_bound(sums + begin, sums + end, position) - sums);
    position -= i > begin ? sums[i - 1] : 0;
    if (!tree.is_open(l, i)) {
      const auto& level = tree.pyramid().level(l);
      const std::uint64_t second = tree.rule().weight(level.second[i]);
      const std::uint64_t lead = tree.rule().weight(level.first[i]) - second;
      if (position < lead) {
        return {Proposal::Kind::first, l, i, position, {0, second + position}};
      }
      const std::uint64_t rest = position - lead;
      return {
          Proposal::Kind::body, l, i, position, {i * level.span + rest / second, rest % second}};
    }
    if (l == 0) {
      return {Proposal::Kind::open_block, 0, i, position, {}};
    }
    --l;
    begin = i * S::fan;
    end = std::min(begin + S::fan, tree.pyramid().level(l).count);
  }
}

/// Asks the memory for what resolve() and the threshold will look at.
template <Number T, class S>
void prefetch(const WeightTree<T, S>& tree, const Proposal& proposal) noexcept {
  if (proposal.kind == Proposal::Kind::body) {
    __builtin_prefetch(tree.scores().at(proposal.candidate.index));
  } else if (proposal.kind == Proposal::Kind::open_block) {
    const auto run = tree.scores().run_from(proposal.node * S::block);
    for (std::size_t i = 0; i < std::min(run.size(), S::block); i += 64 / sizeof(T)) {
      __builtin_prefetch(run.data() + i);
    }
  }
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
  std::array<T, S::block> room;
  const std::size_t size = tree.pyramid().size_of(0, node);
  const T* const scores = tree.scores().piece(node * S::block, size, room.data());
  for (std::size_t j = 0; j < size; ++j) {
    if (scores[j] == value && tree.in_play(node * S::block + j)) {
      return Candidate{node * S::block + j, proposal.candidate.offset};
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
      return Candidate{proposal.node * S::block + j, rest};
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

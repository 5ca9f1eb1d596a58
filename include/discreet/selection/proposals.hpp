#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/descent.hpp"
#include "discreet/selection/layout.hpp"
#include "discreet/selection/proposal.hpp"
#include "discreet/selection/weight_tree.hpp"

namespace discreet::detail {

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
  std::array<Siblings, S::batch> among;
  std::array<Owner, S::batch> owners;
  for (std::size_t j = 0; j < out.size(); ++j) {
    among[j] = descend(tree, draw());
    proposal_detail::prefetch(tree, among[j]);
  }
  for (std::size_t j = 0; j < out.size(); ++j) {
    owners[j] = find_owner(tree, among[j]);
    proposal_detail::prefetch(tree, owners[j]);
  }
  for (std::size_t j = 0; j < out.size(); ++j) {
    out[j] = propose_at(tree, owners[j]);
    proposal_detail::prefetch(tree, out[j]);
  }
}

}  // namespace discreet::detail

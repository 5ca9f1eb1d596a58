// A round with a list that goes on where another has asked some in vain.
#include "selection/near_round.hpp"

#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "selection/flat_round.hpp"
#include "selection/near_slots.hpp"
#include "selection/skipped_draws.hpp"
#include "selection/weight_tree.hpp"
#include "support/brackets.hpp"
#include "support/laws.hpp"
#include "support/state_walk.hpp"
#include "support/tiny_shapes.hpp"

namespace discreet {
namespace {

TEST(NearRound, PassesOverThoseThatWereTried) {
  using S = testing::NearBlocks<2, 4, 0>;
  // Of the near ones 8.5 was tried, of the others 5; 6.21 has hardly less than what it owns of the positions.
  const std::vector<double> scores{9.0, 8.5, 5.0, 6.21, 9.0};
  const std::vector<std::size_t> not_tried{0, 3, 4};
  std::vector<double> left;
  for (const std::size_t i : not_tried) {
    left.push_back(scores[i]);
  }
  const detail::ScoreView<double> view{std::span<const double>{scores}};
  const auto found = testing::walk_states([&](testing::WalkedStates& decide) {
    detail::WeightTree<double, S> tree{view, 1.0, Optimize::max, 1};
    detail::NearSlots<double, S> near;
    near.list_blocks(tree, 1);
    EXPECT_TRUE(near.stands() && near.settle(tree));
    EXPECT_LT(near.size(), scores.size());
    detail::Refinement refinement;
    detail::NearDraws<double, S> draws;
    detail::Tried tried;
    tried.add(1);
    tried.add(2);
    detail::SkippedDraws skipped;
    const auto winner = detail::near_round(decide, tree, Law::permute_and_flip, near, refinement,
                                           draws, tried, skipped);
    std::size_t among_left = 0;
    while (not_tried[among_left] != *winner) {
      ++among_left;
    }
    return std::vector<std::size_t>{among_left};
  });
  testing::expect_law(found,
                      testing::top_k_law(left, 1.0, 1, Optimize::max, Law::permute_and_flip));
}

// Two of three draws were looked at by the round before: whom they named is asked anew.
TEST(NearRound, TossesEveryCoinAnewWhereItGoesOnWithABatch) {
  using S = testing::NearFours<2, 4, 0>;
  const std::vector<double> scores{1.0, 0.5, 0.0};
  const detail::ScoreView<double> view{std::span<const double>{scores}};
  const auto found = testing::walk_states([&](testing::WalkedStates& decide) {
    detail::WeightTree<double, S> tree{view, 1.0, Optimize::max, 1};
    detail::NearSlots<double, S> near;
    near.list_blocks(tree, 1);
    EXPECT_TRUE(near.stands() && near.settle(tree));
    detail::Refinement refinement;
    detail::NearDraws<double, S> draws;
    draws.draw(decide, view, detail::RoundSlots<double, S>{near}, near.rule(), 3);
    draws.take();
    draws.take();
    detail::Tried tried;
    detail::SkippedDraws skipped;
    return std::vector<std::size_t>{*detail::near_round(decide, tree, Law::permute_and_flip, near,
                                                        refinement, draws, tried, skipped)};
  });
  testing::expect_law(found,
                      testing::top_k_law(scores, 1.0, 1, Optimize::max, Law::permute_and_flip));
}

}  // namespace
}  // namespace discreet

// The scores near the best: who has which slot, who owns which position, and when there is a list.
#include "selection/near_slots.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "selection/shape.hpp"
#include "selection/weight_tree.hpp"
#include "support/random_scores.hpp"
#include "support/tiny_shapes.hpp"

namespace discreet::detail {
namespace {

using testing::Listed;
using testing::RandomScores;

/// Every score in play has one slot, or owns enough of the positions of the others; nobody has both.
template <class T, class S>
void expect_shared_out(const WeightTree<T, S>& tree, const NearSlots<T, S>& near,
                       const std::vector<bool>& in_play, Optimize optimize) {
  std::vector<std::multiset<std::uint64_t>> owned(tree.size());
  std::vector<std::size_t> slots(tree.size(), 0);
  for (std::size_t slot = 0; slot < near.size(); ++slot) {
    const std::size_t i = near.index(slot);
    if (i < tree.size()) {
      ++slots[i];
    }
  }
  const std::uint64_t w = std::uint64_t{1} << near.rule().bits;
  for (std::uint64_t position = 0; position < w; ++position) {
    const std::optional<Candidate> owner = near.owner(tree, position);
    if (owner) {
      ASSERT_LT(position, near.others());
      ASSERT_TRUE(in_play[owner->index]);
      owned[owner->index].insert(owner->offset);
    }
  }
  ASSERT_LE(near.others(), w);
  std::optional<T> best;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    ASSERT_EQ(near.in_play(tree, i), in_play[i]);
    if (!in_play[i]) {
      continue;
    }
    const T score = tree.score(i);
    best = !best || (optimize == Optimize::max ? score > *best : score < *best) ? score : *best;
    ASSERT_EQ(slots[i] + (owned[i].empty() ? 0 : 1), 1U) << "has neither or both";
    std::uint64_t expected = 0;
    for (const std::uint64_t offset : owned[i]) {
      ASSERT_EQ(offset, expected++) << "an offset missing or owned twice";
    }
    ASSERT_TRUE(slots[i] == 1 || owned[i].size() >= near.rule().weight(score))
        << "fewer than it weighs";
    ASSERT_EQ(near.owned(tree, i), slots[i] == 1 ? w : owned[i].size());
  }
  ASSERT_EQ(near.rule().reference, *best);
}

/// A few that stand out of many, at gaps of some scales; some of them infinite.
template <class T>
std::vector<T> standing_out(RandomScores& random, std::size_t n, Optimize optimize) {
  std::vector<T> x(n);
  for (T& v : x) {
    v = static_cast<T>(random.below(3));
    if (random.below(n) < 6) {
      v = static_cast<T>(40 + random.below(40));
    }
    if (optimize == Optimize::min) {
      v = static_cast<T>(100 - v);
    }
  }
  if constexpr (Float<T>) {
    if (random.below(8) == 0) {
      constexpr T infinity = std::numeric_limits<T>::infinity();
      x[random.below(n)] = random.below(2) == 0 ? infinity : -infinity;
    }
  }
  return x;
}

template <class T>
std::size_t rounds_from_list(RandomScores& random, bool of_blocks, Optimize optimize) {
  using S = Listed<T>;
  const std::vector<T> x = standing_out<T>(random, 17 + random.below(300), optimize);
  const ScoreView<T> view{std::span<const T>{x}};
  WeightTree<T, S> tree{view, 1.0 + 2.0 * random.unit(), optimize, 1};
  std::vector<bool> in_play(x.size(), true);
  for (std::size_t before = random.below(2); before > 0; --before) {
    const std::size_t i = random.below(x.size());
    tree.remove(i);
    in_play[i] = false;
  }
  NearSlots<T, S> near;
  if (of_blocks) {
    near.list_blocks(tree, 30);
  } else {
    near.list_scores(tree, 1 + random.below(3));
  }
  std::size_t rounds = 0;
  while (near.stands() && near.settle(tree)) {
    expect_shared_out(tree, near, in_play, optimize);
    if (::testing::Test::HasFatalFailure()) {
      return 0;
    }
    // Nearly always one with a slot wins, sometimes another.
    std::size_t i = near.index(random.below(near.size()));
    if (i >= x.size() || random.below(8) == 0) {
      i = random.below(x.size());
    }
    if (!in_play[i]) {
      continue;
    }
    in_play[i] = false;
    ++rounds;
    if (near.keeps_winners()) {
      near.remove(i);
    } else {
      tree.remove(i);
    }
  }
  near.leave(tree);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(tree.in_play(i), in_play[i]);
  }
  return rounds;
}

TEST(NearSlots, ShareOutTheScoresInPlayRoundAfterRound) {
  testing::for_each_number([]<class T>() {
    RandomScores random;
    for (const bool of_blocks : {true, false}) {
      std::size_t rounds = 0;
      for (int run = 0; run < 60; ++run) {
        rounds +=
            rounds_from_list<T>(random, of_blocks, run % 2 == 0 ? Optimize::max : Optimize::min);
      }
      EXPECT_GT(rounds, 40U) << (of_blocks ? "of blocks" : "of scores");
    }
  });
}

// The last that is listed and far comes near the best in one round: nobody is far then, and what it weighs counts for nobody.
TEST(NearSlots, LeaveRoomForTheOthersWhenTheLastOneComesNear) {
  using S = Listed<double>;
  std::vector<double> x(400, -40.0);
  x[7] = x[100] = 20.0;
  x[200] = 10.0;
  x[300] = -20.0;
  const ScoreView<double> view{std::span<const double>{x}};
  const WeightTree<double, S> tree{view, 1.0, Optimize::max, 1};
  std::vector<bool> in_play(x.size(), true);
  NearSlots<double, S> near;
  near.list_scores(tree, 1);
  ASSERT_TRUE(near.stands());
  for (const std::size_t winner : {std::size_t{300}, std::size_t{7}, std::size_t{100}}) {
    ASSERT_TRUE(near.settle(tree));
    expect_shared_out(tree, near, in_play, Optimize::max);
    in_play[winner] = false;
    near.remove(winner);
  }
  ASSERT_TRUE(near.settle(tree));
  EXPECT_EQ(near.size(), 1);
  expect_shared_out(tree, near, in_play, Optimize::max);
}

template <class T>
NearSlots<T, DefaultShape<T>> list_of(const std::vector<T>& x, double scale, bool of_blocks,
                                      Keep keep = Keep::two) {
  const ScoreView<T> view{std::span<const T>{x}};
  const WeightTree<T, DefaultShape<T>> tree{view, scale, Optimize::max, Source::near, keep, 1};
  NearSlots<T, DefaultShape<T>> near;
  if (of_blocks) {
    near.list_blocks(tree, 30);
  } else {
    near.list_scores(tree, 30);
  }
  return near;
}

TEST(NearSlots, AreMadeWhereTheyTakeLessThanTheTree) {
  constexpr std::size_t n = 100'000;
  std::vector<float> x(n, 0.0F);
  EXPECT_FALSE(list_of(x, 1.0, true).stands()) << "all blocks are near";
  for (std::size_t i = 0; i < n; i += 256) {
    x[i] = 1000.0F;
  }
  EXPECT_EQ(list_of(x, 1.0, true).size() % DefaultShape<float>::block, 0);
  EXPECT_TRUE(list_of(x, 1.0, true).stands());
  EXPECT_FALSE(list_of(x, 1.0, true, Keep::one).stands()) << "of which only one best is known";
  EXPECT_FALSE(list_of(x, 1.0, false).stands()) << "too many are as good as the best";
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = i % 3001 == 0 ? 1000.0F + static_cast<float>(i) : 0.0F;
  }
  EXPECT_FALSE(list_of(x, 1.0, true).stands()) << "the tree knows who is good";
  EXPECT_FALSE(list_of(x, 1e5, false).stands()) << "those that are not listed would matter";
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = i % 301 == 0 ? 100.0F * static_cast<float>(i) : 0.0F;
  }
  EXPECT_TRUE(list_of(x, 1.0, false).stands());
  EXPECT_FALSE(list_of(std::vector<float>(300, 1.0F), 1.0, false).stands()) << "too few blocks";
}

// Near the best are a few neighbours, blocks here and there, or one in each node: looked for below few nodes, or in all.
TEST(NearBlocks, AreAllBlocksWhoseBestIsNearAndNoOthers) {
  using S = DefaultShape<float>;
  RandomScores random;
  for (int run = 0; run < 60; ++run) {
    const Optimize optimize = random.below(2) == 0 ? Optimize::max : Optimize::min;
    const float sign = optimize == Optimize::max ? 1.0F : -1.0F;
    std::vector<float> x(70'000 + random.below(1'000'000));
    std::generate(x.begin(), x.end(),
                  [&] { return -sign * static_cast<float>(random.below(900)); });
    const std::size_t first = random.below(x.size() - 3000);
    const std::size_t step = run % 3 == 0 ? 1 : run % 3 == 1 ? 40'000 : Layout<S>::group;
    for (std::size_t i = first, left = 3000; i + S::lanes < x.size() && left > 0;
         i += step, --left) {
      // Most are two of a block, which are what a list is good for.
      x[i] = sign * (1000.0F + static_cast<float>(random.below(2)));
      if (left % 5 != 4) {
        x[Layout<S>::index(Layout<S>::block_of(i), (Layout<S>::place_of(i) + 1) % 4)] = x[i];
      }
    }
    const ScoreView<float> view{std::span<const float>{x}};
    const WeightTree<float, S> tree{view, 1.0, optimize, 1};
    const auto list = near_blocks(tree, 200);
    ASSERT_TRUE(list);
    std::vector<bool> listed(tree.pyramid().level(0).count);
    for (const std::size_t begin : list->begins) {
      listed[Layout<S>::block_of(begin)] = true;
      ASSERT_EQ(Layout<S>::place_of(begin), 0);
    }
    std::vector<bool> expected(listed.size());
    float others = -sign * 1e30F;
    for (std::size_t i = 0; i < x.size(); ++i) {
      expected[Layout<S>::block_of(i)] = expected[Layout<S>::block_of(i)] || sign * x[i] > 500.0F;
      others = sign * x[i] > 500.0F ? others : sign * std::max(sign * others, sign * x[i]);
    }
    ASSERT_EQ(listed, expected);
    ASSERT_GE(sign * list->best_unlisted, -900.0F);
    ASSERT_LE(sign * list->best_unlisted, sign * others);
    for (std::size_t b = 0; b < listed.size(); ++b) {
      if (!listed[b]) {
        ASSERT_GE(sign * list->best_unlisted, sign * tree.pyramid().level(0).first[b]);
      }
    }
  }
}

// A look at some blocks, whatever their stride, must not be one at a single lane.
TEST(NearSlots, AreMadeWhateverLaneThoseNearAreIn) {
  using S = DefaultShape<double>;
  for (std::size_t groups = 50; groups < 130; ++groups) {
    std::vector<double> x(groups * Layout<S>::group, 0.0);
    for (std::size_t i = 0; i < x.size(); i += 4 * S::lanes) {
      x[i] = 1000.0;
    }
    EXPECT_TRUE(list_of(x, 1.0, true).stands()) << groups << " groups, one lane of each";
  }
}

}  // namespace
}  // namespace discreet::detail

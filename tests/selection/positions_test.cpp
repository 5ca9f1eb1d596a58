// Every position of every structure that random small runs reach: each score in play must own the
// offsets 0 … m − 1, each exactly once, with m at least its threshold.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "selection/proposal.hpp"
#include "selection/refine.hpp"
#include "selection/shape.hpp"
#include "selection/weight_tree.hpp"
#include "support/oracle.hpp"
#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

using testing::Oracle;
using testing::RandomScores;

/// Where bundles may weigh more than their blocks, a position may name nothing.
template <class T, class S>
void expect_owned(const detail::WeightTree<T, S>& tree, bool loose = false) {
  std::vector<std::multiset<std::uint64_t>> owned(tree.size());
  for (std::uint64_t position = 0; position < tree.total(); ++position) {
    const std::optional<detail::Candidate> candidate =
        detail::resolve(tree, detail::propose(tree, position));
    if (loose && !candidate) {
      continue;
    }
    ASSERT_TRUE(candidate.has_value()) << "a position that names nothing";
    ASSERT_LT(candidate->index, tree.size());
    owned[candidate->index].insert(candidate->offset);
  }
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (!tree.in_play(i)) {
      continue;
    }
    std::uint64_t expected = 0;
    for (const std::uint64_t offset : owned[i]) {
      ASSERT_EQ(offset, expected++) << "an offset missing or owned twice";
    }
    const Oracle gap = Oracle::gap(tree.rule().reference, tree.score(i), tree.scale());
    const Oracle threshold = exp(-gap) * Oracle::of(std::uint64_t{1} << tree.rule().bits);
    ASSERT_TRUE(threshold <= Oracle::of(owned[i].size())) << "fewer than the threshold";
    ASSERT_EQ(detail::owned(tree, i, tree.openings().count()), owned[i].size());
  }
}

/// What every score in play owns, on the structure as it is.
template <class T, class S>
std::vector<std::uint64_t> owned_now(const detail::WeightTree<T, S>& tree) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    out.push_back(tree.in_play(i) ? detail::owned(tree, i, tree.openings().count()) : 0);
  }
  return out;
}

/// Whether the tree still knows what every score owned when fewer nodes had been opened.
template <class T, class S>
void expect_past(const detail::WeightTree<T, S>& tree,
                 const std::vector<std::vector<std::uint64_t>>& past) {
  for (std::size_t openings = 0; openings < past.size(); ++openings) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      if (tree.in_play(i) && !past[openings].empty()) {
        ASSERT_EQ(detail::owned(tree, i, openings), past[openings][i])
            << "owned something else before";
      }
    }
  }
}

template <class T, class S>
void expect_best(const detail::WeightTree<T, S>& tree, Optimize optimize) {
  std::optional<T> best;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const bool beats =
        !best || (optimize == Optimize::max ? tree.score(i) > *best : tree.score(i) < *best);
    if (tree.in_play(i) && beats) {
      best = tree.score(i);
    }
  }
  ASSERT_TRUE(best.has_value());
  ASSERT_EQ(tree.best(), *best) << "the maximum of what is left is not the true one";
}

template <class T, class S>
bool roots_can_open(const detail::WeightTree<T, S>& tree) {
  bool closed = tree.top() == 1;
  for (std::size_t i = 0; closed && i < tree.pyramid().level(1).count; ++i) {
    closed = !tree.is_open(1, i);
  }
  return closed;
}

/// Opens, removes and rebases at random, and looks at every position after each step.
template <class T, class S>
void walk_structures(RandomScores& random, int runs) {
  for (int run = 0; run < runs; ++run) {
    const std::size_t n = S::small + 1 + random.below(24);
    const std::size_t values = 1 + random.below(6);
    const Optimize optimize = random.below(2) == 0 ? Optimize::max : Optimize::min;
    const double scale = random.below(3) == 0 ? 0.25 : 2.0;
    std::vector<T> scores(n);
    for (T& v : scores) {
      v = random.below(10) == 0 ? random.any<T>() : random.few<T>(values);
    }
    const detail::ScoreView<T> view{std::span<const T>{scores}};
    const detail::Keep keep = random.below(2) == 0 ? detail::Keep::one : detail::Keep::two;
    detail::WeightTree<T, S> tree{view, scale, optimize, detail::Source::cache, keep, 1};
    const bool loose = S::bundle > 1 && tree.rule().bounds_quickly();
    expect_owned(tree, loose);
    std::size_t left = n;
    if (random.below(2) == 0 && roots_can_open(tree)) {
      tree.open_roots();
      expect_owned(tree, loose);
    }
    // By how many were opened since the last step that was none: as a round of permute-and-flip asks.
    std::vector<std::vector<std::uint64_t>> past;
    for (int step = 0; step < 40 && left > 1; ++step) {
      past.resize(tree.openings().count());
      past.push_back(owned_now(tree));
      const std::size_t kind = random.below(8);
      if (kind == 0 && random.below(2) == 0) {
        tree.reread();
        past.clear();
      } else if (kind == 0) {
        tree.rebase();
        past.clear();
      } else if (kind == 7 && roots_can_open(tree)) {
        tree.open_roots();
        past.clear();
        tree.forget_openings();
      } else if (kind == 7) {
        tree.open_nodes();
      } else if (kind < 4) {
        std::size_t i = random.below(n);
        while (!tree.in_play(i)) {
          i = (i + 1) % n;
        }
        tree.remove(i);
        --left;
        past.clear();
        tree.forget_openings();
      } else {
        const detail::Proposal rejected = detail::propose(tree, random.word() % tree.total());
        if (!tree.is_open(rejected.level, rejected.node)) {
          if (rejected.level > 0) {
            tree.open_node(rejected.level, rejected.node);
          } else {
            tree.open_block(rejected.node);
          }
        }
      }
      expect_owned(tree, loose);
      expect_past(tree, past);
      expect_best(tree, optimize);
      if (::testing::Test::HasFatalFailure()) {
        return;
      }
    }
  }
}

TEST(Positions, BelongToTheScoresInPlayEachOffsetOnce) {
  RandomScores random;
  walk_structures<double, detail::Shape<2, 2, 1, 3>>(random, 40);
  walk_structures<double, detail::Shape<3, 3, 2, 5>>(random, 40);
  walk_structures<double, detail::Shape<3, 2, 64, 0>>(random, 20);
  walk_structures<float, detail::Shape<2, 3, 1, 4>>(random, 20);
  walk_structures<std::int8_t, detail::Shape<4, 2, 1, 2>>(random, 40);
  walk_structures<std::uint8_t, detail::Shape<2, 2, 2, 3>>(random, 40);
  walk_structures<std::int64_t, detail::Shape<3, 2, 1, 3>>(random, 40);
  walk_structures<std::uint64_t, detail::Shape<2, 4, 1, 1>>(random, 20);
}

/// Blocks that stay as they are when they lose one of two best that are equal.
template <std::size_t Block, std::size_t Fan>
struct Twins : detail::Shape<Block, Fan, 1, 2> {
  static constexpr bool keeps_twins = true;
};

TEST(Refinement, AsksScoresAtRandomInVainOnlySoOften) {
  using S = detail::DefaultShape<double>;
  const std::vector<double> tied(100'000, 1.0);
  const detail::ScoreView<double> view{std::span<const double>{tied}};
  detail::WeightTree<double, S> tree{view, 1.0, Optimize::max, 1};
  const std::size_t patience = S::flat_patience(tree.pyramid().level(0).count);
  detail::Refinement refinement;
  const auto in_vain = [&] {
    std::size_t asked = 0;
    for (; asked < 100 * patience && refinement.proposes_flatly(tree); ++asked) {
      refinement.record_flat_rejections(tree, 1);
    }
    return asked;
  };
  EXPECT_EQ(in_vain(), patience + 1);
  refinement.record_flat_win(tree, 0);
  EXPECT_EQ(in_vain(), patience) << "a round won pays for as many again";
  for (int round = 0; round < 1000; ++round) {
    refinement.record_flat_win(tree, 0);
  }
  EXPECT_EQ(in_vain(), 17 * patience + 1) << "and many not for more than a round can remember";
}

TEST(Positions, OfBlocksWhoseBestHasATwin) {
  RandomScores random;
  walk_structures<double, Twins<3, 2>>(random, 60);
  walk_structures<std::int8_t, Twins<4, 3>>(random, 60);
  walk_structures<std::uint8_t, Twins<2, 2>>(random, 60);
}

TEST(Positions, OfBlocksThatTakeTurnsInMemoryOrShareASum) {
  RandomScores random;
  walk_structures<double, detail::Shape<2, 2, 1, 3, 8, 2, 1, 1>>(random, 40);
  walk_structures<double, detail::Shape<2, 4, 2, 3, 8, 2, 2, 1>>(random, 40);
  walk_structures<float, detail::Shape<3, 6, 1, 3, 8, 3, 2, 2>>(random, 40);
  walk_structures<std::int8_t, detail::Shape<2, 4, 64, 2, 8, 4, 4, 1>>(random, 40);
  walk_structures<std::uint8_t, detail::Shape<2, 4, 1, 3, 8, 4, 2, 3>>(random, 40);
  walk_structures<std::int16_t, detail::Shape<3, 4, 3, 2, 8, 1, 4, 3>>(random, 40);
}

/// A release's lanes and bundles for the type, with short blocks, one root and small weights: nodes above
/// the blocks are reached, and all positions can be tried.
template <class T, std::size_t Block>
using Released = detail::Shape<Block, 64, 1, 2, 8, 64 / sizeof(T), 8 / sizeof(T), 200>;

TEST(Positions, OfEveryTypeWithTheLanesAndBundlesOfARelease) {
  RandomScores random;
  testing::for_each_number([&]<class T>() { walk_structures<T, Released<T, 2>>(random, 1); });
}

TEST(Positions, OfEveryTypeInEveryBundle) {
  RandomScores random;
  testing::for_each_number([&]<class T>() {
    walk_structures<T, detail::Shape<2, 8, 1, 2, 8, 2, 1, 3>>(random, 2);
    walk_structures<T, detail::Shape<2, 8, 1, 2, 8, 4, 2, 3>>(random, 2);
    walk_structures<T, detail::Shape<3, 8, 2, 2, 8, 1, 4, 3>>(random, 2);
    walk_structures<T, detail::Shape<2, 8, 1, 2, 8, 8, 8, 3>>(random, 2);
  });
}

TEST(Positions, OfTheShapesThatReleasesUse) {
  // The production shapes but for the weights, so that all positions can be tried.
  RandomScores random;
  testing::for_each_number([&]<class T>() {
    struct Narrow : detail::DefaultShape<T> {
      static constexpr unsigned bits_for(std::size_t /*n*/) noexcept { return 1; }
    };
    walk_structures<T, Narrow>(random, 1);
  });
}

/// Some ten roots of four whole blocks each: the blocks fill vectors, and are weighed in two goes.
template <class T, std::size_t Bundle>
using ManyRoots = detail::Shape<2, 4, 12, 2, 8, 4, Bundle, 72>;

TEST(Positions, OfManyRootsOpenedTogetherAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    RandomScores random;
    walk_structures<float, ManyRoots<float, 2>>(random, 6);
    walk_structures<float, ManyRoots<float, 1>>(random, 6);
    walk_structures<double, ManyRoots<double, 2>>(random, 3);
    walk_structures<double, ManyRoots<double, 1>>(random, 3);
  });
}

TEST(Positions, OfAWholeBlockEmptiedAreNobodys) {
  using S = detail::Shape<2, 2, 1, 3>;
  const std::vector<std::uint8_t> zeros(9, 0);
  const detail::ScoreView<std::uint8_t> view{std::span<const std::uint8_t>{zeros}};
  detail::WeightTree<std::uint8_t, S> tree{view, 1.0, Optimize::max, 1};
  for (std::size_t l = tree.top(); l > 0; --l) {
    for (std::size_t i = 0; i < tree.pyramid().level(l).count; ++i) {
      tree.open_node(l, i);
    }
  }
  tree.remove(2);
  tree.remove(3);
  EXPECT_EQ(tree.weight_of(0, 1), 0U);
  expect_owned(tree);
}

}  // namespace
}  // namespace discreet

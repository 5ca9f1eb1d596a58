// The coins of a round in the tree, whose reference may be better than the best that is left.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "selection/permute_and_flip_round.hpp"
#include "selection/weight_tree.hpp"
#include "support/gap_cases.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::Oracle;
using testing::RandomScores;

constexpr int trees_of_each_type = 3'000;

/// Blocks of two scores, with the weights of a release.
using Shape = detail::Shape<2, 2, 1, 48, 0>;

/// Takes down what is asked of it.
struct Asked {
  bool anything = false;

  template <class Real>
  bool less(Real& /*real*/) {
    anything = true;
    return false;
  }
};

/// Three scores, of which the best has won: it is still the reference.
template <Number T>
struct Left {
  std::array<T, 3> scores;
  double scale;
};

template <Number T>
Left<T> some_left(RandomScores& random) {
  Left<T> left{{}, testing::any_scale(random)};
  for (T& score : left.scores) {
    score = testing::random_score<T>(random);
  }
  std::sort(left.scores.begin(), left.scores.end(), std::greater<>{});
  if (random.below(2) == 0) {
    // So that the best that is left is some scales behind, and the last one too.
    const double span =
        std::abs(static_cast<double>(left.scores[0]) - static_cast<double>(left.scores[2]));
    const double scale = span / (1.0 + 30.0 * random.unit());
    left.scale = std::isnormal(scale) ? scale : left.scale;
  }
  return left;
}

template <Number T, class F>
void for_some_left(F check) {
  RandomScores random;
  for (int run = 0; run < trees_of_each_type; ++run) {
    const Left<T> left = some_left<T>(random);
    const detail::ScoreView<T> view{std::span<const T>{left.scores}};
    detail::WeightTree<T, Shape> tree{view, left.scale, Optimize::max, 1};
    tree.remove(0);
    check(random, left, tree);
    if (::testing::Test::HasFatalFailure()) {
      return;
    }
  }
}

TEST(Coin, HasAtMostTheOffsetsThatTheBestInPlayOwnsAndHardlyFewer) {
  testing::for_each_number([]<class T>() {
    for_some_left<T>([](RandomScores& /*random*/, const Left<T>& left, const auto& tree) {
      const Oracle lead = Oracle::gap(left.scores[0], left.scores[1], left.scale);
      const Oracle owned = exp(-lead) * Oracle::of(std::uint64_t{1} << tree.rule().bits);
      const detail::Coin coin = detail::Coin::of(tree);
      const Oracle size = Oracle::of(coin.size);
      ASSERT_TRUE(size <= owned) << "a coin with offsets that the best does not own";
      ASSERT_TRUE(owned * Oracle{coin.share} <= size) << "a larger share than it has";
      // But where doubles cannot tell the gap, and the tree is rebased.
      const double largest = std::max(std::abs(static_cast<double>(left.scores[0])),
                                      std::abs(static_cast<double>(left.scores[1])));
      if (std::isnormal(left.scale) && std::isfinite(2.0 * largest)) {
        ASSERT_TRUE(owned <= size * Oracle{1.0 + 0x1p-40} + Oracle{2.0}) << "much too small";
      }
    });
  });
}

TEST(Coin, HasAllOffsetsWhereTheBestIsTheReference) {
  const std::vector<double> scores{1.0, 3.0, 2.0};
  const detail::ScoreView<double> view{std::span<const double>{scores}};
  const detail::WeightTree<double, detail::Shape<2, 2, 1, 0>> tree{view, 1.0, Optimize::max, 1};
  EXPECT_EQ(detail::Coin::of(tree).size, 1U);
  EXPECT_EQ(detail::Coin::of(tree).share, 1.0);
}

TEST(BelowCoin, AsksNothingOnlyWhereTheOffsetTells) {
  testing::for_each_number([]<class T>() {
    for_some_left<T>([](RandomScores& random, const Left<T>& left, const auto& tree) {
      const detail::Coin coin = detail::Coin::of(tree);
      const T score = left.scores[1 + random.below(2)];
      const Oracle gap = Oracle::gap(left.scores[1], score, left.scale);
      const Oracle threshold = exp(-gap) * Oracle::of(coin.size);
      const auto whole = static_cast<std::uint64_t>(threshold.nearest());
      for (const std::uint64_t offset :
           {whole, whole - std::min<std::uint64_t>(whole, random.below(4)), whole + random.below(3),
            whole - whole / 16, random.below(whole + 1), std::uint64_t{0}}) {
        Asked decide;
        const bool below = detail::below_coin(decide, tree, coin, score, offset);
        if (decide.anything) {
          continue;
        }
        if (below) {
          ASSERT_TRUE(Oracle::of(offset + 1) <= threshold) << offset << " surely shows no heads";
        } else {
          ASSERT_TRUE(threshold <= Oracle::of(offset)) << offset << " may show heads";
        }
      }
    });
  });
}

}  // namespace
}  // namespace discreet

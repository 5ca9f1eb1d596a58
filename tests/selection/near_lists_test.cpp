// What lists of the scores near the best are made by.
#include "selection/near_lists.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "selection/shape.hpp"
#include "selection/weight_tree.hpp"
#include "support/random_scores.hpp"
#include "support/tiny_shapes.hpp"
#include "support/vector_targets.hpp"

namespace discreet::detail {
namespace {

using testing::Listed;
using testing::RandomScores;

TEST(MarkNear, MarksAsOneComparisonEachAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    testing::for_each_number([]<class T>() {
      RandomScores random;
      for (const std::size_t n : {0U, 1U, 63U, 64U, 67U, 300U}) {
        for (const Optimize optimize : {Optimize::max, Optimize::min}) {
          std::vector<T> x(n);
          for (T& v : x) {
            v = random.any<T>();
          }
          const T cut = random.any<T>();
          std::vector<std::uint64_t> marks((n + 63) / 64);
          const Marked<T> found = mark_near(x.data(), n, cut, optimize, marks.data());
          T expected = worst_score<T>(optimize);
          std::uint64_t count = 0;
          for (std::size_t i = 0; i < n; ++i) {
            const bool near = optimize == Optimize::max ? x[i] >= cut : x[i] <= cut;
            ASSERT_EQ((marks[i / 64] >> (i % 64)) & 1, near ? 1U : 0U);
            count += near ? 1 : 0;
            if (!near) {
              expected =
                  optimize == Optimize::max ? std::max(expected, x[i]) : std::min(expected, x[i]);
            }
          }
          ASSERT_EQ(found.others, expected);
          ASSERT_EQ(found.count, count);
        }
      }
    });
  });
}

TEST(ListBestScores, HasAllThatAreAtLeastTheCutBestFirst) {
  testing::for_each_number([]<class T>() {
    using S = Listed<T>;
    RandomScores random;
    for (int run = 0; run < 40; ++run) {
      const Optimize optimize = run % 2 == 0 ? Optimize::max : Optimize::min;
      std::vector<T> x(17 + random.below(900));
      for (T& v : x) {
        v = run % 4 < 2 ? random.any<T>() : random.few<T>(100);
      }
      const std::vector<std::span<const T>> chunks{std::span<const T>{x}.first(x.size() / 3),
                                                   {},
                                                   std::span<const T>{x}.subspan(x.size() / 3)};
      const ScoreView<T> view =
          run % 3 == 0 ? ScoreView<T>{ChunkList<T>{chunks}} : ScoreView<T>{std::span<const T>{x}};
      WeightTree<T, S> tree{view, 1.0, optimize, 1};
      const std::size_t gone = random.below(x.size());
      tree.remove(gone);
      const T cut = x[random.below(x.size())];
      std::vector<T> expected;
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (i != gone && (optimize == Optimize::max ? x[i] >= cut : x[i] <= cut)) {
          expected.push_back(x[i]);
        }
      }
      std::sort(expected.begin(), expected.end());
      if (optimize == Optimize::max) {
        std::reverse(expected.begin(), expected.end());
      }
      const auto list = list_best_scores(tree, cut, x.size());
      ASSERT_TRUE(list.has_value());
      ASSERT_EQ(list->size(), expected.size());
      std::set<std::size_t> indices;
      for (std::size_t j = 0; j < expected.size(); ++j) {
        ASSERT_EQ((*list)[j].score, expected[j]);
        ASSERT_EQ(x[(*list)[j].index], expected[j]);
        indices.insert((*list)[j].index);
      }
      ASSERT_EQ(indices.size(), expected.size());
      if (expected.size() > 1) {
        ASSERT_FALSE(list_best_scores(tree, cut, expected.size() - 1).has_value());
      }
    }
  });
}

TEST(KnownBests, AreNoBetterThanTheScoresOfTheirRank) {
  RandomScores random;
  for (int run = 0; run < 40; ++run) {
    std::vector<double> x(100 + random.below(40'000));
    for (double& v : x) {
      v = random.unit();
    }
    const WeightTree<double, DefaultShape<double>> tree{
        ScoreView<double>{std::span<const double>{x}}, 1.0, Optimize::max, 1};
    const std::size_t wanted = 1 + random.below(60);
    KnownBests<double, DefaultShape<double>> known{tree, wanted};
    std::sort(x.begin(), x.end(), std::greater<>{});
    for (const std::size_t rank : {wanted - 1, wanted / 2}) {
      if (const auto at = known.at(rank)) {
        EXPECT_LE(*at, x[rank]);
      } else {
        EXPECT_LT(x.size(), 64 * wanted);
      }
    }
  }
}

TEST(ScoreAtGap, IsBetweenTheBestAndTheWorst) {
  testing::for_each_number([]<class T>() {
    RandomScores random;
    for (int run = 0; run < 200; ++run) {
      for (const Optimize optimize : {Optimize::max, Optimize::min}) {
        const T best = random.any<T>();
        double before = 0.0;
        for (const double gap : {0.0, 0.4, 1.0, 20.0, 1e3, 1e19, 1e300, 1e308,
                                 std::numeric_limits<double>::infinity()}) {
          const T at = score_at_gap(best, gap, optimize);
          const auto down = static_cast<double>(finite_score(best)) - static_cast<double>(at);
          const double distance = optimize == Optimize::max ? down : -down;
          ASSERT_GE(distance, before);
          ASSERT_LE(distance, std::max(gap, before) + std::abs(static_cast<double>(at)) * 1e-7);
          before = distance;
        }
      }
    }
  });
}

}  // namespace
}  // namespace discreet::detail

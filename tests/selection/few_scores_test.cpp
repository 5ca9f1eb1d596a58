#include "selection/few_scores.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "selection/read.hpp"
#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

/// Calls body.operator()<T>(scores, random) for every type with up to 64 scores, many of them alike, at every vector width.
template <class Body>
void for_few_scores(Body body) {
  testing::for_each_vector_target([&] {
    testing::for_each_number([&]<class T>() {
      testing::RandomScores random;
      for (std::size_t count = 0; count <= 64; ++count) {
        for (int time = 0; time < 4; ++time) {
          std::vector<T> scores(count);
          std::generate(scores.begin(), scores.end(),
                        [&] { return time % 2 == 0 ? random.any<T>() : random.few<T>(4); });
          body(scores, random);
        }
      }
    });
  });
}

TEST(EqualBits, AreThoseOfTheScoresThatHaveTheValueAtEveryVectorWidth) {
  for_few_scores([]<class T>(const std::vector<T>& scores, testing::RandomScores& random) {
    const T value = scores.empty() ? random.few<T>(4) : scores[random.below(scores.size())];
    std::uint64_t expected = 0;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      expected |= static_cast<std::uint64_t>(scores[j] == value) << j;
    }
    ASSERT_EQ(detail::equal_bits(scores.data(), scores.size(), value), expected);
  });
}

/// The best two of these, in order; what is missing is the worst value.
template <class T>
std::pair<T, T> sorted_best_two(std::vector<T> scores, Optimize optimize) {
  scores.insert(scores.end(), 2, detail::worst_score<T>(optimize));
  std::sort(scores.begin(), scores.end());
  if (optimize == Optimize::max) {
    std::reverse(scores.begin(), scores.end());
  }
  return {scores[0], scores[1]};
}

TEST(BestTwoWithout, AreThoseOfTheRestAtEveryVectorWidth) {
  for_few_scores([]<class T>(const std::vector<T>& scores, testing::RandomScores& random) {
    for (const std::uint64_t without : {std::uint64_t{0}, random.word(), ~std::uint64_t{0}}) {
      for (const Optimize optimize : {Optimize::max, Optimize::min}) {
        std::vector<T> left;
        for (std::size_t j = 0; j < scores.size(); ++j) {
          if (((without >> j) & 1) == 0) {
            left.push_back(scores[j]);
          }
        }
        std::pair<T, T> best;
        ASSERT_TRUE(detail::best_two_without(scores.data(), scores.size(), without, optimize,
                                             best.first, best.second));
        ASSERT_EQ(best, sorted_best_two(left, optimize));
      }
    }
  });
}

template <class T>
void expect_nan_found_in_the_rest() {
  testing::RandomScores random;
  for (const std::size_t count : {1UL, 17UL, 64UL}) {
    for (std::size_t at = 0; at < count; ++at) {
      std::vector<T> scores(count, T{1});
      scores[at] = std::numeric_limits<T>::quiet_NaN();
      const std::uint64_t others = random.word() & ~(std::uint64_t{1} << at);
      T first{};
      T second{};
      EXPECT_FALSE(
          detail::best_two_without(scores.data(), count, others, Optimize::max, first, second));
      EXPECT_TRUE(detail::best_two_without(scores.data(), count, std::uint64_t{1} << at,
                                           Optimize::min, first, second));
    }
  }
}

TEST(BestTwoWithout, FindsANanUnlessItIsLeftOut) {
  testing::for_each_vector_target([] {
    expect_nan_found_in_the_rest<float>();
    expect_nan_found_in_the_rest<double>();
  });
}

TEST(MergePairsWithout, TakesAPairInThePlaceOfAnotherAtEveryVectorWidth) {
  for_few_scores([]<class T>(const std::vector<T>& scores, testing::RandomScores& random) {
    if (scores.empty()) {
      return;
    }
    for (const Optimize optimize : {Optimize::max, Optimize::min}) {
      const std::size_t without = random.below(scores.size());
      std::vector<T> seconds(scores.size());
      std::vector<T> all;
      std::vector<T> bests;
      for (std::size_t j = 0; j < scores.size(); ++j) {
        seconds[j] = sorted_best_two<T>({scores[j], random.few<T>(4)}, optimize).second;
        if (j != without) {
          all.insert(all.end(), {scores[j], seconds[j]});
          bests.push_back(scores[j]);
        }
      }
      std::pair<T, T> pair = sorted_best_two<T>({random.few<T>(4), random.few<T>(4)}, optimize);
      all.insert(all.end(), {pair.first, pair.second});
      bests.push_back(pair.first);
      std::pair<T, T> one{pair.first, pair.first};
      detail::merge_pairs_without(scores.data(), seconds.data(), scores.size(), without, optimize,
                                  pair.first, pair.second);
      ASSERT_EQ(pair, sorted_best_two(all, optimize));
      detail::merge_pairs_without(scores.data(), scores.data(), scores.size(), without, optimize,
                                  one.first, one.second);
      ASSERT_EQ(one.first, sorted_best_two(bests, optimize).first);
      ASSERT_EQ(one.second, one.first);
    }
  });
}

}  // namespace
}  // namespace discreet

#include "discreet/selection/read.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/selection/read_scores.hpp"
#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

using testing::RandomScores;

template <class T>
std::vector<T> random_scores(RandomScores& random, std::size_t n) {
  std::vector<T> x(n);
  for (T& v : x) {
    v = random.any<T>();
  }
  return x;
}

/// The two best of every block by sorting it.
template <class T>
std::vector<T> sorted_pairs(const std::vector<T>& x, std::size_t block, Optimize optimize) {
  std::vector<T> pairs;
  for (std::size_t b = 0; b < x.size(); b += block) {
    std::vector<T> part(x.begin() + static_cast<std::ptrdiff_t>(b),
                        x.begin() + static_cast<std::ptrdiff_t>(std::min(b + block, x.size())));
    part.push_back(detail::worst_score<T>(optimize));
    std::sort(part.begin(), part.end());
    if (optimize == Optimize::max) {
      std::reverse(part.begin(), part.end());
    }
    pairs.push_back(part[0]);
    pairs.push_back(part[1]);
  }
  return pairs;
}

template <class T>
void expect_pairs(const std::vector<T>& x, std::size_t block, Optimize optimize,
                  const std::vector<T>& first, const std::vector<T>& second) {
  const std::vector<T> pairs = sorted_pairs(x, block, optimize);
  for (std::size_t b = 0; 2 * b < pairs.size(); ++b) {
    ASSERT_EQ(first[b], pairs[2 * b]);
    ASSERT_EQ(second[b], pairs[2 * b + 1]);
  }
}

TEST(ReadBlocks, KeepsTheTwoBestOfEveryBlockAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    testing::for_each_number([]<class T>() {
      RandomScores random;
      for (const std::size_t block : {1U, 2U, 3U, 7U, 64U, 100U, 256U, 512U}) {
        for (const std::size_t n : {1U, 2U, 5U, 63U, 256U, 777U, 2050U}) {
          for (const Optimize optimize : {Optimize::max, Optimize::min}) {
            const std::vector<T> x = random_scores<T>(random, n);
            std::vector<T> first((n + block - 1) / block);
            std::vector<T> second(first.size());
            ASSERT_TRUE(
                detail::read_blocks(x.data(), n, block, optimize, first.data(), second.data()));
            expect_pairs(x, block, optimize, first, second);
          }
        }
      }
    });
  });
}

template <class T>
void expect_nan_found() {
  for (const std::size_t n : {1U, 17U, 300U}) {
    for (std::size_t at = 0; at < n; ++at) {
      std::vector<T> x(n, T{1});
      x[at] = std::numeric_limits<T>::quiet_NaN();
      std::vector<T> first(n);
      std::vector<T> second(n);
      EXPECT_FALSE(
          detail::read_blocks(x.data(), n, 256, Optimize::max, first.data(), second.data()));
      EXPECT_FALSE(detail::read_blocks(x.data(), n, 3, Optimize::min, first.data(), second.data()));
    }
  }
}

TEST(ReadBlocks, FindsANanWhereverItStandsAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    expect_nan_found<float>();
    expect_nan_found<double>();
  });
}

TEST(ReadScores, ThreadsAndChunksReadTheSamePairs) {
  RandomScores random;
  const std::vector<double> x = random_scores<double>(random, 5000);
  for (const std::size_t block : {3U, 256U}) {
    for (const unsigned threads : {0U, 1U, 2U, 7U, 64U}) {
      std::vector<std::span<const double>> chunks;
      for (std::size_t at = 0; at < x.size();) {
        const std::size_t size = std::min(random.below(700), x.size() - at);
        chunks.emplace_back(x.data() + at, size);
        at += size;
      }
      const std::size_t blocks = (x.size() + block - 1) / block;
      std::vector<double> first(blocks);
      std::vector<double> second(blocks);
      detail::read_scores(detail::ScoreView<double>{chunks}, block, Optimize::max, threads,
                          first.data(), second.data());
      expect_pairs(x, block, Optimize::max, first, second);
      detail::read_scores(detail::ScoreView<double>{std::span<const double>{x}}, block,
                          Optimize::min, threads, first.data(), second.data());
      expect_pairs(x, block, Optimize::min, first, second);
    }
  }
}

TEST(ReadScores, AThreadThatFindsANanIsHeard) {
  std::vector<float> x(4000, 1.0F);
  x[3999] = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> room(2 * x.size());
  try {
    detail::read_scores(detail::ScoreView<float>{std::span<const float>{x}}, 256, Optimize::max, 3,
                        room.data(), room.data() + x.size());
    FAIL() << "a NaN went unseen";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), outside_domain);
  }
}

}  // namespace
}  // namespace discreet

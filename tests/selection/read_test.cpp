#include "selection/read.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

using detail::Source;
using testing::RandomScores;

template <class T>
std::vector<T> random_scores(RandomScores& random, std::size_t n) {
  std::vector<T> x(n);
  for (T& v : x) {
    v = random.any<T>();
  }
  return x;
}

/// The two best of every column of `rows` by sorting it; a block is a column of its own.
template <class T>
std::vector<T> sorted_pairs(const std::vector<T>& x, std::size_t rows, std::size_t lanes,
                            Optimize optimize) {
  std::vector<T> pairs;
  for (std::size_t g = 0; g < x.size(); g += rows * lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      std::vector<T> part(2, detail::worst_score<T>(optimize));
      for (std::size_t r = 0; r < rows && g + r * lanes + lane < x.size(); ++r) {
        part.push_back(x[g + r * lanes + lane]);
      }
      std::sort(part.begin(), part.end());
      if (optimize == Optimize::max) {
        std::reverse(part.begin(), part.end());
      }
      pairs.push_back(part[0]);
      pairs.push_back(part[1]);
    }
  }
  return pairs;
}

template <class T>
void expect_pairs(const std::vector<T>& x, std::size_t rows, std::size_t lanes, Optimize optimize,
                  const std::vector<T>& first, const std::vector<T>& second) {
  const std::vector<T> pairs = sorted_pairs(x, rows, lanes, optimize);
  ASSERT_EQ(2 * first.size(), pairs.size());
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
            expect_pairs(x, block, 1, optimize, first, second);
          }
        }
      }
    });
  });
}

TEST(ReadColumns, KeepsTheTwoBestOfEveryColumnAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    testing::for_each_number([]<class T>() {
      RandomScores random;
      constexpr std::size_t line = 64 / sizeof(T);
      for (const std::size_t rows : {1U, 3U, 4U, 64U}) {
        for (const std::size_t lanes : {std::size_t{1}, std::size_t{3}, line}) {
          for (const std::size_t n : {1U, 2U, 7U, 63U, 65U, 256U, 777U, 5000U}) {
            for (const Optimize optimize : {Optimize::max, Optimize::min}) {
              for (const Source source : {Source::cache, Source::memory, Source::memory_in_steps}) {
                const std::vector<T> x = random_scores<T>(random, n);
                const std::size_t group = rows * lanes;
                std::vector<T> first((n + group - 1) / group * lanes);
                std::vector<T> second(first.size());
                ASSERT_TRUE(detail::read_columns(x.data(), n, rows, lanes, optimize, source,
                                                 first.data(), second.data()));
                expect_pairs(x, rows, lanes, optimize, first, second);
              }
            }
          }
        }
      }
    });
  });
}

TEST(MergePairs, KeepsTheTwoBestOfNeighboursAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    testing::for_each_number([]<class T>() {
      RandomScores random;
      for (const std::size_t fan : {2U, 3U, 64U}) {
        for (const std::size_t blocks : {1U, 2U, 5U, 64U, 200U}) {
          for (const Optimize optimize : {Optimize::max, Optimize::min}) {
            const std::vector<T> x = random_scores<T>(random, 3 * blocks);
            std::vector<T> first(blocks);
            std::vector<T> second(blocks);
            detail::read_blocks(x.data(), x.size(), 3, optimize, first.data(), second.data());
            std::vector<T> firsts((blocks + fan - 1) / fan);
            std::vector<T> seconds(firsts.size());
            detail::merge_pairs(first.data(), second.data(), blocks, fan, optimize, firsts.data(),
                                seconds.data());
            expect_pairs(x, 3 * fan, 1, optimize, firsts, seconds);
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
      for (const std::size_t lanes : {std::size_t{2}, 64 / sizeof(T)}) {
        // Groups of two rows, so that all ways to read have some.
        for (const std::size_t rows : {2U, 7U}) {
          for (const Source source : {Source::cache, Source::memory, Source::memory_in_steps}) {
            std::vector<T> room(2 * (n + rows * lanes));
            EXPECT_FALSE(detail::read_columns(x.data(), n, rows, lanes, Optimize::max, source,
                                              room.data(), room.data() + n + rows * lanes));
          }
        }
      }
    }
  }
}

TEST(Reading, FindsANanWhereverItStandsAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    expect_nan_found<float>();
    expect_nan_found<double>();
  });
}

TEST(ReadScores, ThreadsAndChunksReadTheSamePairs) {
  RandomScores random;
  const std::vector<double> x = random_scores<double>(random, 5000);
  for (const std::size_t lanes : {1U, 3U, 8U}) {
    for (const unsigned threads : {0U, 1U, 2U, 7U, 64U}) {
      std::vector<std::span<const double>> chunks;
      for (std::size_t at = 0; at < x.size();) {
        const std::size_t size = std::min(random.below(700), x.size() - at);
        chunks.emplace_back(x.data() + at, size);
        at += size;
      }
      constexpr std::size_t rows = 64;
      const std::size_t blocks = (x.size() + rows * lanes - 1) / (rows * lanes) * lanes;
      std::vector<double> first(blocks);
      std::vector<double> second(blocks);
      const std::size_t fan = 2 * lanes;
      std::vector<double> firsts((blocks + fan - 1) / fan);
      std::vector<double> seconds(firsts.size());
      detail::read_scores(detail::ScoreView<double>{chunks}, rows, lanes, Optimize::max,
                          Source::memory, threads, first.data(), second.data(),
                          {fan, firsts.data(), seconds.data()});
      expect_pairs(x, rows, lanes, Optimize::max, first, second);
      expect_pairs(x, rows * fan, 1, Optimize::max, firsts, seconds);
      detail::read_scores(detail::ScoreView<double>{std::span<const double>{x}}, rows, lanes,
                          Optimize::min, Source::memory_in_steps, threads, first.data(),
                          second.data(), {fan, nullptr, nullptr});
      expect_pairs(x, rows, lanes, Optimize::min, first, second);
    }
  }
}

TEST(ReadScores, AThreadThatFindsANanIsHeard) {
  std::vector<float> x(4000, 1.0F);
  x[3999] = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> room(2 * x.size());
  try {
    detail::read_scores(detail::ScoreView<float>{std::span<const float>{x}}, 64, 4, Optimize::max,
                        Source::cache, 3, room.data(), room.data() + x.size(),
                        {4, nullptr, nullptr});
    FAIL() << "a NaN went unseen";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), outside_domain);
  }
}

}  // namespace
}  // namespace discreet

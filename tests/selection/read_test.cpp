#include "selection/read.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
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
using detail::Way;
using testing::RandomScores;

constexpr Way every_way[] = {Way::one_place, Way::four_places, Way::eight_places,
                             Way::eight_in_steps};
static_assert(std::size(every_way) == detail::ways);

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

TEST(ReadColumns, KeepsTheTwoBestOfEveryColumnInEveryWayAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    testing::for_each_number([]<class T>() {
      RandomScores random;
      constexpr std::size_t line = 64 / sizeof(T);
      for (const std::size_t rows : {1U, 3U, 4U, 64U}) {
        for (const std::size_t lanes : {std::size_t{1}, std::size_t{3}, line}) {
          // Thirteen groups of a release are read by eight, by four and by one.
          const std::size_t many = rows * lanes == detail::block_rows * line ? 12 * 64 * line : 0;
          for (const std::size_t n :
               {1UL, 2UL, 7UL, 63UL, 65UL, 256UL, 777UL, 5000UL, many + 100}) {
            for (const Optimize optimize : {Optimize::max, Optimize::min}) {
              const std::vector<T> x = random_scores<T>(random, n);
              const std::size_t group = rows * lanes;
              std::vector<T> first((n + group - 1) / group * lanes);
              std::vector<T> second(first.size());
              ASSERT_TRUE(detail::read_columns(x.data(), n, rows, lanes, optimize, Way::four_places,
                                               first.data(), second.data()));
              expect_pairs(x, rows, lanes, optimize, first, second);
              for (const Way way : every_way) {
                std::vector<T> best(first.size());
                ASSERT_TRUE(detail::read_columns(x.data(), n, rows, lanes, optimize, way,
                                                 best.data(), best.data()));
                ASSERT_EQ(best, first) << "where only the best is kept";
                std::vector<T> next(first.size());
                ASSERT_TRUE(detail::read_columns(x.data(), n, rows, lanes, optimize, way,
                                                 best.data(), next.data()));
                ASSERT_EQ(best, first);
                ASSERT_EQ(next, second);
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
        for (const std::size_t blocks : {1U, 2U, 5U, 64U, 200U, 2100U}) {
          for (const Optimize optimize : {Optimize::max, Optimize::min}) {
            std::vector<T> x = random_scores<T>(random, 3 * blocks);
            if (fan == 64) {
              // Where many are as good as the best no node would miss one.
              std::generate(x.begin(), x.end(),
                            [&] { return static_cast<T>(random.word() >> 40U); });
            }
            std::vector<T> first(blocks);
            std::vector<T> second(blocks);
            detail::read_blocks(x.data(), x.size(), 3, optimize, first.data(), second.data());
            std::vector<T> firsts((blocks + fan - 1) / fan);
            std::vector<T> seconds(firsts.size());
            detail::merge_pairs(first.data(), second.data(), blocks, fan, optimize, firsts.data(),
                                seconds.data());
            expect_pairs(x, 3 * fan, 1, optimize, firsts, seconds);
            std::vector<T> bests(firsts.size());
            detail::merge_pairs(first.data(), first.data(), blocks, fan, optimize, bests.data(),
                                bests.data());
            ASSERT_EQ(bests, firsts);
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
      std::vector<T> room(2 * (n + 14));
      EXPECT_FALSE(detail::read_columns(x.data(), n, 7, 2, Optimize::max, Way::eight_places,
                                        room.data(), room.data() + n + 14));
    }
  }
}

// In thirteen groups, so that all ways to read have some: in every column and every row of some group.
template <class T>
void expect_nan_found_in_columns() {
  constexpr std::size_t lanes = 64 / sizeof(T);
  constexpr std::size_t group = detail::block_rows * lanes;
  constexpr std::size_t n = 12 * group + 5 * lanes + 3;
  std::vector<T> x(n, T{1});
  std::vector<T> first(13 * lanes);
  std::vector<T> second(first.size());
  for (std::size_t at = 0; at < n; at += at < n - 10 * lanes ? 2 * lanes + 1 : 1) {
    x[at] = std::numeric_limits<T>::quiet_NaN();
    for (const Way way : every_way) {
      for (T* const others : {first.data(), second.data()}) {
        EXPECT_FALSE(detail::read_columns(x.data(), n, detail::block_rows, lanes, Optimize::max,
                                          way, first.data(), others));
      }
    }
    x[at] = T{1};
  }
}

TEST(Reading, FindsANanWhereverItStandsAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    expect_nan_found<float>();
    expect_nan_found<double>();
    expect_nan_found_in_columns<float>();
    expect_nan_found_in_columns<double>();
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
      std::vector<double> best(blocks);
      std::vector<double> bests(firsts.size());
      detail::read_scores(detail::ScoreView<double>{chunks}, rows, lanes, Optimize::max,
                          Source::cache, threads, best.data(), best.data(),
                          {fan, bests.data(), bests.data()});
      EXPECT_EQ(best, first);
      EXPECT_EQ(bests, firsts);
      detail::read_scores(detail::ScoreView<double>{std::span<const double>{x}}, rows, lanes,
                          Optimize::min, Source::cache, threads, first.data(), second.data(),
                          {fan, nullptr, nullptr});
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

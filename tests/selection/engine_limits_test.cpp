// What a release may take: memory, allocations, random words; and what it must survive.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <numeric>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "entropy/system_bits.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "support/random_scores.hpp"

namespace {

thread_local std::size_t allocations = 0;
thread_local std::size_t bytes_allocated = 0;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  bytes_allocated += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
// As the standard library has them; a sanitizer's would go past the count.
[[gnu::noinline]] void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { operator delete(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t size) noexcept {
  operator delete(memory, size);
}

namespace discreet {
namespace {

using testing::RandomScores;

constexpr Law draws[] = {Law::exponential_mechanism, Law::permute_and_flip};

TEST(EngineLimits, ASmallReleaseAllocatesNothingButItsResult) {
  thread_bits();
  testing::for_each_number([]<class T>() {
    RandomScores random;
    for (const std::size_t n : {1U, 10U, 100U, 256U}) {
      std::vector<T> x(n);
      for (T& v : x) {
        v = random.few<T>(50);
      }
      for (const Law law : draws) {
        const std::uint64_t fallbacks = thread_bits().tally().fallbacks;
        allocations = 0;
        const auto winners = noisy_top_k(x, {law, 3.0, 7, Optimize::max});
        const std::size_t counted = allocations;
        if (thread_bits().tally().fallbacks == fallbacks) {
          EXPECT_EQ(counted, 1U);
        }
        EXPECT_EQ(winners.size(), std::min<std::size_t>(n, 7));
        const std::vector<std::span<const T>> chunks{
            std::span<const T>{x}.first(n / 3), {}, std::span<const T>{x}.subspan(n / 3)};
        allocations = 0;
        (void)noisy_top_k(chunks, {law, 1e12, 7, Optimize::max});
        EXPECT_LE(allocations, 1U) << "in chunks";
        allocations = 0;
        (void)noisy_top_k(x, {law, 0.0, n, Optimize::max});
        EXPECT_EQ(allocations, 1U) << "at scale zero";
      }
    }
  });
}

TEST(EngineLimits, MemoryStaysBelowASixteenthOfTheScores) {
  testing::for_each_number([]<class T>() {
    RandomScores random;
    std::vector<T> x(1'000'000);
    for (T& v : x) {
      v = random.few<T>(100);
    }
    for (const Law law : draws) {
      // A thread of its own, which has kept no room from an earlier release.
      std::thread{[&] {
        thread_bits();
        bytes_allocated = 0;
        const auto winners = noisy_top_k(x, {law, 1.0, 1, Optimize::max, Threads{1}});
        EXPECT_LE(bytes_allocated, x.size() * sizeof(T) / 16);
        EXPECT_GT(bytes_allocated, x.size() * sizeof(T) / 64);
        EXPECT_EQ(winners.size(), 1U);
      }}.join();
    }
  });
}

TEST(EngineLimits, TheRoomOfOneReleaseServesTheNext) {
  const std::vector<double> x(100'000, 1.0);
  (void)noisy_top_k(x, {Law::exponential_mechanism, 1.0, 1, Optimize::max, Threads{1}});
  bytes_allocated = 0;
  (void)noisy_top_k(x, {Law::exponential_mechanism, 1.0, 1, Optimize::max, Threads{1}});
  EXPECT_LE(bytes_allocated, 64U) << "only the result";
}

TEST(EngineLimits, RandomWordsGrowWithTheSelectionsNotWithTheScores) {
  RandomScores random;
  for (const Law law : draws) {
    for (const std::size_t n : {1'000U, 30'000U, 1'000'000U}) {
      std::vector<double> x(n);
      for (double& v : x) {
        v = random.unit();
      }
      const std::uint64_t before = thread_bits().tally().words;
      for (int release = 0; release < 10; ++release) {
        (void)noisy_top_k(x, {Law::exponential_mechanism, 1.0});
        (void)noisy_top_k(x, {law, 1.0, 10, Optimize::max});
      }
      // Some ten words a selection; past a hundred would happen less than once in 2^100 runs.
      EXPECT_LT(thread_bits().tally().words - before, 110U * 100U);
    }
  }
}

TEST(EngineLimits, APrivateRankingOfEverythingIsAPermutationAndNotQuadratic) {
  RandomScores random;
  for (const Law law : draws) {
    for (const double scale : {1e-6, 0.01, 1.0, 1e6}) {
      std::vector<double> x(6000);
      for (double& v : x) {
        v = random.unit() + random.unit();
      }
      const std::uint64_t before = thread_bits().tally().words;
      const auto winners = noisy_top_k(x, {law, scale, x.size(), Optimize::max});
      const std::set<std::size_t> distinct(winners.begin(), winners.end());
      EXPECT_EQ(distinct.size(), x.size());
      EXPECT_EQ(*distinct.rbegin(), x.size() - 1);
      // A quadratic peel would take some 3000 words a selection.
      EXPECT_LT(thread_bits().tally().words - before, 200U * x.size());
    }
  }
}

TEST(EngineLimits, ATinyScaleIsTheTrueOrderAndAHugeOneAnyOrder) {
  std::vector<std::int32_t> x(5000);
  std::iota(x.begin(), x.end(), -2500);
  for (const Law law : draws) {
    const auto sure = noisy_top_k(x, {law, 1e-300, 20, Optimize::min});
    for (std::size_t i = 0; i < sure.size(); ++i) {
      EXPECT_EQ(sure[i], i);
    }
    EXPECT_EQ(noisy_top_k(x, {law, 1e300, 20, Optimize::max}).size(), 20U);
  }
}

TEST(EngineLimits, ChunksAreReadInPlaceUnderOneNumbering) {
  std::vector<double> x(3000, 0.0);
  x[1777] = 1e6;
  const std::span<const double> all{x};
  const std::vector<std::span<const double>> chunks{all.subspan(0, 0), all.subspan(0, 1),
                                                    all.subspan(1, 999), all.subspan(1000, 0),
                                                    all.subspan(1000, 2000)};
  for (const Law law : draws) {
    EXPECT_EQ(noisy_top_k(chunks, {law, 1.0, 1, Optimize::max}), std::vector<std::size_t>{1777});
    EXPECT_EQ(noisy_top_k(chunks, {law, 0.0, 1, Optimize::max}), std::vector<std::size_t>{1777});
  }
  EXPECT_EQ(noisy_top_k(chunks, {Law::permute_and_flip, 1.0}).front(), 1777U);
  const std::vector<std::span<const double>> nothing{all.subspan(0, 0)};
  EXPECT_TRUE(noisy_top_k(nothing, {Law::exponential_mechanism, 1.0, 5}).empty());
}

TEST(EngineLimits, ANanIsFoundBeforeAnyBitIsDrawn) {
  for (const std::size_t n : {5U, 5000U}) {
    std::vector<double> x(n, 1.0);
    x[n / 2] = std::numeric_limits<double>::quiet_NaN();
    for (const std::size_t k : {0U, 3U}) {
      const Tally before = thread_bits().tally();
      EXPECT_THROW((void)noisy_top_k(x, {Law::exponential_mechanism, 1.0, k, Optimize::max}),
                   Error);
      EXPECT_THROW((void)noisy_top_k(x, {Law::exponential_mechanism, 0.0, k, Optimize::max}),
                   Error);
      EXPECT_EQ(thread_bits().tally(), before);
    }
  }
}

}  // namespace
}  // namespace discreet

// What a release gives back and what it leaves behind.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/discreet.hpp"
#include "support/expect_error.hpp"
#include "support/hoeffding.hpp"
#include "support/score_types.hpp"
#include "support/unsound_arithmetic.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace discreet {
namespace {

using Indices = std::vector<std::size_t>;

template <class T>
const VectorDomain any_vector{AtomDomain<T>{Nan::excluded}};

template <class T, class MO>
auto top(std::size_t k, double scale, MO measure, Optimize optimize = Optimize::max) {
  return make_noisy_top_k(any_vector<T>, LInfDistance<T>{Monotonic::yes}, measure, k, scale,
                          optimize);
}

/// Calls a generic function once with each measure.
template <class Call>
void under_every_measure(Call&& call) {
  call(MaxDivergence{});
  call(ZeroConcentratedDivergence{});
  call(BoundedRange{});
}

template <class T>
class Release : public ::testing::Test {};
TYPED_TEST_SUITE(Release, ScoreTypes);

TYPED_TEST(Release, AtScaleZeroIsTheTrueTopKWithTiesToTheLowestIndex) {
  const std::vector<TypeParam> scores = {3, 7, 7, 1, 3, 9};
  under_every_measure([&](auto measure) {
    EXPECT_EQ((top<TypeParam>(6, 0, measure)(scores)), (Indices{5, 1, 2, 0, 4, 3}));
    EXPECT_EQ((top<TypeParam>(3, 0, measure)(scores)), (Indices{5, 1, 2}));
    EXPECT_EQ((top<TypeParam>(6, 0, measure, Optimize::min)(scores)), (Indices{3, 0, 4, 1, 2, 5}));
    EXPECT_EQ(make_noisy_max(any_vector<TypeParam>, LInfDistance<TypeParam>{}, measure, 0,
                             Optimize::max)(std::vector<TypeParam>(9)),
              0U);
  });
}

TYPED_TEST(Release, HasDistinctIndicesAndAllOfThemWhenKIsLarge) {
  const std::vector<TypeParam> scores = {3, 7, 7, 1, 3, 9};
  under_every_measure([&](auto measure) {
    for (const double scale : {0.0, 1.0, 1e9}) {
      for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{4}, std::size_t{6},
                                  std::size_t{7}, ~std::size_t{0}}) {
        const Indices best = top<TypeParam>(k, scale, measure)(scores);
        EXPECT_EQ(best.size(), std::min<std::size_t>(k, scores.size()));
        EXPECT_EQ(std::set<std::size_t>(best.begin(), best.end()).size(), best.size());
        EXPECT_TRUE(std::ranges::all_of(best, [&](std::size_t i) { return i < scores.size(); }));
      }
    }
  });
}

TYPED_TEST(Release, CountsInfinitiesAsTheLargestFiniteScores) {
  if constexpr (Float<TypeParam>) {
    using Limits = std::numeric_limits<TypeParam>;
    const std::vector<TypeParam> scores = {-Limits::infinity(), Limits::max(), Limits::infinity(),
                                           Limits::lowest(),    -TypeParam{0}, TypeParam{0}};
    under_every_measure([&](auto measure) {
      EXPECT_EQ((top<TypeParam>(6, 0, measure)(scores)), (Indices{1, 2, 4, 5, 0, 3}));
    });
  }
}

TYPED_TEST(Release, SpansGapsThatNoNoiseBridges) {
  // The chance of another answer is below e^-100 at each of the steps.
  const std::vector<TypeParam> scores = {0, 100, 50};
  under_every_measure([&](auto measure) {
    EXPECT_EQ((top<TypeParam>(3, 0.25, measure)(scores)), (Indices{1, 2, 0}));
    EXPECT_EQ((top<TypeParam>(3, 0.25, measure, Optimize::min)(scores)), (Indices{0, 2, 1}));
    EXPECT_EQ((top<TypeParam>(2, std::numeric_limits<double>::denorm_min(), measure)(scores)),
              (Indices{1, 2}));
  });
}

TEST(Release, ShowsWhatItIs) {
  const auto best = make_noisy_max(any_vector<int>.with_size(4), LInfDistance<int>{Monotonic::yes},
                                   BoundedRange{}, 1, Optimize::max);
  EXPECT_EQ(best.name(), "noisy_max");
  EXPECT_TRUE(best.input_domain().excludes_empty());
  EXPECT_EQ(best.input_domain().size(), 4U);
  EXPECT_EQ(best.output_measure(), BoundedRange{});
  EXPECT_EQ((top<int>(1, 1, MaxDivergence{}).name()), "noisy_top_k");
  EXPECT_FALSE((top<int>(1, 1, MaxDivergence{}).input_domain().excludes_empty()));
  const auto gumbel =
      make_report_noisy_max_gumbel(any_vector<int>, RangeDistance<int>{}, 1, Optimize::max);
  EXPECT_EQ(gumbel.name(), "report_noisy_max_gumbel");
  EXPECT_TRUE(gumbel.input_domain().excludes_empty());
  EXPECT_EQ(gumbel.output_measure(), MaxDivergence{});
}

TEST(Release, TextAndEnumeratorMeanTheSameOptimization) {
  EXPECT_EQ(parse_optimize("max"), Optimize::max);
  EXPECT_EQ(parse_optimize("min"), Optimize::min);
  const std::vector<int> scores = {5, 1, 9};
  const RangeDistance<int> metric;
  EXPECT_EQ(make_report_noisy_max_gumbel(any_vector<int>, metric, 0.0, "max")(scores), 2U);
  EXPECT_EQ(make_report_noisy_max_gumbel(any_vector<int>, metric, 0.0, "min")(scores), 1U);
  EXPECT_EQ(make_report_noisy_max_gumbel(any_vector<int>, metric, 0.0, Optimize::min)(scores), 1U);
}

TEST(Release, FollowsTheLawOfItsMeasure) {
  // Two candidates one scale apart: the worse one comes first with e^-1 / 2 by permute-and-flip,
  // with 1 / (1 + e) by the exponential mechanism.
  constexpr std::size_t trials = 40'000;
  const double permute_and_flip = std::exp(-1.0) / 2;
  const double exponential = 1 / (1 + std::exp(1.0));
  ASSERT_GT(std::abs(permute_and_flip - exponential), 2 * stray(trials, 5));
  const auto expect_share = [](const auto& release, double share) {
    std::size_t worse = 0;
    for (std::size_t i = 0; i < trials; ++i) {
      worse += release({1.0, 0.0});
    }
    EXPECT_NEAR(static_cast<double>(worse) / trials, share, stray(trials, 5));
  };
  const LInfDistance<double> metric;
  const auto best = [&]<class RV = OwnLaw>(auto measure) {
    return make_noisy_max<RV>(any_vector<double>, metric, measure, 1.0, Optimize::max);
  };
  expect_share(best(MaxDivergence{}), permute_and_flip);
  expect_share(best(ZeroConcentratedDivergence{}), exponential);
  expect_share(best(BoundedRange{}), exponential);
  expect_share(best.template operator()<GumbelRV>(MaxDivergence{}), exponential);
  expect_share(make_report_noisy_max_gumbel(any_vector<double>, metric, 1.0, Optimize::max),
               exponential);
}

TEST(Release, LeavesErrnoAndRoundingModeAsFound) {
  under_every_measure([](auto measure) {
    for (const double scale : {0.0, 1e-300, 1.0}) {
      const auto release = top<double>(3, scale, measure);
      errno = EDOM;
      for (int i = 0; i < 100; ++i) {
        static_cast<void>(release({1, 1, 1 + 0x1p-52, -1e300, 1e300}));
      }
      static_cast<void>(release.map(1));
      EXPECT_EQ(errno, EDOM);
      EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    }
  });
}

TEST(Release, IsRefusedInAThreadWithUnsoundArithmetic) {
  under_every_measure([](auto measure) {
    const auto release = top<double>(1, 1, measure);
    for (const UnsoundMode mode : unsound_modes) {
      const UnsoundArithmetic unsound{mode};
      expect_error(unsound_thread, [&] { return top<double>(1, 1, measure); });
      expect_error(unsound_thread, [&] { return release({1, 2}); });
      // Where overflow traps, these would end the process and the others would not.
      expect_error(unsound_thread, [&] { return release({0, 1e308, -1e308}); });
      expect_error(unsound_thread, [&] { return release.map(1); });
      expect_error(unsound_thread, [&] { return TopK<decltype(measure)>::privacy_map(1, 1); });
    }
  });
}

TEST(Release, InParentAndChildDiffers) {
  // Both orders of a hundred ties agree with probability 1 / 100!.
  const auto release = top<int>(100, 1, MaxDivergence{});
  const std::vector<int> scores(100);
  static_cast<void>(release(scores));
  Indices theirs(100);
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const auto bytes = static_cast<ssize_t>(theirs.size() * sizeof(theirs[0]));
  const pid_t child = ::fork();
  if (child == 0) {
    theirs = release(scores);
    ::_exit(::write(ends[1], theirs.data(), static_cast<std::size_t>(bytes)) == bytes ? 0 : 1);
  }
  const Indices ours = release(scores);
  ASSERT_EQ(::read(ends[0], theirs.data(), static_cast<std::size_t>(bytes)), bytes);
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_NE(ours, theirs);
}

TEST(ReleaseInThreads, ManyShareOneMeasurementAndDrawTheirOwnBits) {
  const auto release = top<int>(100, 1, ZeroConcentratedDivergence{});
  const std::vector<int> scores(100);
  std::vector<Indices> orders(8);
  {
    std::vector<std::jthread> threads;
    for (auto& order : orders) {
      threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) {
          order = release(scores);
        }
        static_cast<void>(release.check(1, 1));
      });
    }
  }
  EXPECT_EQ(std::set<Indices>(orders.begin(), orders.end()).size(), orders.size());
}

}  // namespace
}  // namespace discreet

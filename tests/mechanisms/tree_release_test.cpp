// Releases of more scores than a pool without a tree takes, through the measurements that users call, against
// the laws: a few equal scores lead, all others are equal, and both laws have closed forms.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/mechanisms/noisy_max.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"
#include "discreet/mechanisms/report_noisy_max_gumbel.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "selection/shape.hpp"
#include "support/hoeffding.hpp"
#include "support/score_types.hpp"

namespace discreet {
namespace {
namespace tree_release {

constexpr std::size_t leaders = 2;
constexpr std::size_t others = 500;
constexpr double scale = 2.0;
constexpr int lead = 12;  // both laws give leaders the most of it, but differ by 0.07
constexpr std::size_t tree_releases = 20'000;
// Three questions of each of six measurements, for ten types.
constexpr std::size_t comparisons = 3 * 6 * 10;

constexpr bool is_leader(std::size_t i) { return i == 0 || i == 257; }

template <class T>
std::vector<T> led_scores(Optimize optimize) {
  std::vector<T> scores(leaders + others, static_cast<T>(optimize == Optimize::max ? 0 : lead));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (is_leader(i)) {
      scores[i] = static_cast<T>(optimize == Optimize::max ? lead : 0);
    }
  }
  return scores;
}

/// The chance that a leader wins, by the exponential mechanism's softmax.
double exponential_chance() {
  const double l = leaders;
  return l / (l + static_cast<double>(others) * std::exp(-lead / scale));
}

/// The same for permute-and-flip: the winner is uniform among the leaders and the others' heads, so the
/// chance is the mean of leaders / (leaders + heads) over Binomial(others, p).
double permute_and_flip_chance() {
  const double p = std::exp(-lead / scale);
  const double n = others;
  double mean = 0.0;
  for (std::size_t heads = 0; heads <= others; ++heads) {
    const auto h = static_cast<double>(heads);
    const double log_mass = std::lgamma(n + 1.0) - std::lgamma(h + 1.0) - std::lgamma(n - h + 1.0) +
                            h * std::log(p) + (n - h) * std::log1p(-p);
    mean += std::exp(log_mass) * leaders / (leaders + h);
  }
  return mean;
}

/// Asks who won in three ways; all who are alike must win alike often.
template <class Release, class Scores>
void expect_chance(const Release& release, const Scores& scores, double chance) {
  using Question = bool (*)(std::size_t);
  constexpr std::array<Question, 3> questions{is_leader, [](std::size_t i) { return i < 256; },
                                              [](std::size_t i) { return i % 8 == 1; }};
  std::array<double, questions.size()> yeses{};
  for (std::size_t run = 0; run < tree_releases; ++run) {
    const std::size_t winner = release(scores);
    ASSERT_LT(winner, scores.size());
    for (std::size_t q = 0; q < questions.size(); ++q) {
      yeses[q] += questions[q](winner) ? 1.0 : 0.0;
    }
  }
  for (std::size_t q = 0; q < questions.size(); ++q) {
    double expected = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double each = is_leader(i) ? chance / leaders : (1.0 - chance) / others;
      expected += questions[q](i) ? each : 0.0;
    }
    EXPECT_NEAR(yeses[q] / static_cast<double>(tree_releases), expected,
                stray(tree_releases, comparisons))
        << q;
  }
}

template <class T>
class TreeRelease : public ::testing::Test {};
TYPED_TEST_SUITE(TreeRelease, ScoreTypes);

TYPED_TEST(TreeRelease, ThroughEveryMeasurementHasItsLaw) {
  using T = TypeParam;
  static_assert(leaders + others > detail::DefaultShape<T>::small, "else there is no tree");
  const VectorDomain domain{AtomDomain<T>{Nan::excluded}};
  const LInfDistance<T> metric{Monotonic::yes};
  const std::vector<T> high = led_scores<T>(Optimize::max);
  const std::vector<T> low = led_scores<T>(Optimize::min);
  const auto first_of = [](const auto& release) {
    return [&release](const std::vector<T>& x) { return release(x).front(); };
  };
  const auto pure = make_noisy_top_k(domain, metric, MaxDivergence{}, 1, scale, Optimize::max);
  expect_chance(first_of(pure), high, permute_and_flip_chance());
  const auto zcdp =
      make_noisy_top_k(domain, metric, ZeroConcentratedDivergence{}, 2, scale, Optimize::min);
  expect_chance(first_of(zcdp), low, exponential_chance());
  const auto range = make_noisy_top_k(domain, metric, BoundedRange{}, 1, scale, Optimize::max);
  expect_chance(first_of(range), high, exponential_chance());
  const auto curve = make_noisy_top_k<ExponentialRV>(domain, metric, Approximate<MaxDivergence>{},
                                                     2, scale, Optimize::min);
  expect_chance(first_of(curve), low, permute_and_flip_chance());
  expect_chance(make_noisy_max(domain, metric, MaxDivergence{}, scale, Optimize::max), high,
                permute_and_flip_chance());
  expect_chance(make_report_noisy_max_gumbel(domain, metric, scale, Optimize::min), low,
                exponential_chance());
}

}  // namespace tree_release
}  // namespace
}  // namespace discreet

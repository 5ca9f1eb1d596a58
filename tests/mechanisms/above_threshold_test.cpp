// make_above_threshold: its table of bad input, its map against exact rationals and against the exact laws of
// neighbours, and its releases against the law.
#include "discreet/mechanisms/above_threshold.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include "entropy/system_bits.hpp"
#include "support/expect_error.hpp"
#include "support/first_above_law.hpp"
#include "support/frequency.hpp"
#include "support/score_types.hpp"
#include "support/unusual_scores.hpp"

namespace discreet {
namespace {
namespace above_threshold {

using Outcome = std::optional<std::size_t>;
using Values = std::vector<double>;

using Doubles = std::numeric_limits<double>;
constexpr double nan = Doubles::quiet_NaN();
constexpr double infinity = Doubles::infinity();
constexpr double greatest = Doubles::max();
constexpr double least = Doubles::denorm_min();

template <class T>
const VectorDomain<AtomDomain<T>> all_of{AtomDomain<T>{Nan::excluded}};

template <class T>
auto made(T threshold, double scale, Monotonic monotonic = Monotonic::no) {
  return make_above_threshold(all_of<T>, LInfDistance<T>{monotonic}, MaxDivergence{}, threshold,
                              scale);
}

template <class T>
class AboveThreshold : public ::testing::Test {};
TYPED_TEST_SUITE(AboveThreshold, ScoreTypes);

TYPED_TEST(AboveThreshold, RefusesWhatItCannotProve) {
  using T = TypeParam;
  for (const double scale : bad_scales) {
    expect_error(
        bad_parameter, [&] { return made(T{1}, scale); }, "scale must be finite and non-negative");
  }
  if constexpr (Float<T>) {
    expect_error(
        bad_parameter,
        [] {
          return make_above_threshold(VectorDomain{AtomDomain<T>{}}, LInfDistance<T>{},
                                      MaxDivergence{}, T{1}, 1.0);
        },
        "input domain elements must be non-nan");
    using Limits = std::numeric_limits<T>;
    for (const T bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
      expect_error(bad_parameter, [&] { return made(bad, 1.0); }, "the threshold must be finite");
    }
    EXPECT_NO_THROW(made(-T{0}, 1.0));
  }
  EXPECT_NO_THROW(made(std::numeric_limits<T>::max(), greatest));
  EXPECT_NO_THROW(made(std::numeric_limits<T>::lowest(), 0.0));
}

TYPED_TEST(AboveThreshold, RefusesWhatIsOutsideTheDomainBeforeADraw) {
  using T = TypeParam;
  const auto sized =
      make_above_threshold(all_of<T>.with_size(2), LInfDistance<T>{}, MaxDivergence{}, T{1}, 1.0);
  const std::uint64_t before = thread_bits().tally().words;
  expect_error(
      outside_domain, [&] { return sized({T{1}}); },
      "the number of scores must be the domain's size");
  if constexpr (Float<T>) {
    const T not_a_number = std::numeric_limits<T>::quiet_NaN();
    // Also behind a score that passes for certain.
    const auto any = made(T{1}, 0.0);
    for (const auto& x : {std::vector<T>{not_a_number}, std::vector<T>{T{2}, not_a_number}}) {
      expect_error(outside_domain, [&] { return any(x); }, "scores must not be NaN");
    }
  }
  EXPECT_EQ(thread_bits().tally().words, before);
}

TYPED_TEST(AboveThreshold, ReleasesAPositionOrNothingForEveryScore) {
  using T = TypeParam;
  const std::vector<T> x = extreme_scores<T>();
  for (const T threshold :
       {std::numeric_limits<T>::lowest(), T{0}, T{1}, std::numeric_limits<T>::max()}) {
    for (const double scale : {0.0, least, 1.0, greatest}) {
      const Outcome out = made(threshold, scale)(x);
      EXPECT_LT(out.value_or(0), x.size());
    }
    // Without noise the infinite scores are no more than the largest finite one.
    std::size_t first = 0;
    while (first < x.size() && x[first] <= threshold) {
      ++first;
    }
    const bool none = first == x.size() || threshold == std::numeric_limits<T>::max();
    EXPECT_EQ(made(threshold, 0.0)(x), none ? Outcome{} : Outcome{first});
  }
  EXPECT_EQ(made(T{0}, 1.0)(std::span<const T>{}), Outcome{});
}

double round_up(const mpq_class& exact) {
  BigFloat rounded{53};
  mpfr_set_q(rounded.get(), exact.get_mpq_t(), MPFR_RNDU);
  return mpfr_get_d(rounded.get(), MPFR_RNDU);
}

TEST(AboveThresholdMap, IsThreeOrTwoDistancesOverTheScaleRoundedUp) {
  for (const double d : {1.0, 0.1, 1e-3, 7.0, 1e300}) {
    for (const double scale : {0.3, 1.0, 49.0, 1e-5}) {
      const mpq_class each = mpq_class{d} / mpq_class{scale};
      const double both_ways = made(0.0, scale).map(d);
      const double one_way = made(0.0, scale, Monotonic::yes).map(d);
      EXPECT_GE(both_ways, round_up(3 * each));
      EXPECT_GE(one_way, round_up(2 * each));
      EXPECT_LE(both_ways, round_up(3 * each) * (1 + 1e-15));
      EXPECT_EQ(one_way, round_up(2 * each));
    }
  }
  EXPECT_EQ(made(std::int32_t{5}, 2.0).map(1), 1.5);
  EXPECT_EQ(made(std::uint8_t{5}, 2.0, Monotonic::yes).map(200), 200.0);
}

TEST(AboveThresholdMap, KnowsTheEndsOfTheDistances) {
  EXPECT_EQ(made(0.0, 1.0).map(0.0), 0.0);
  EXPECT_EQ(made(0.0, 0.0).map(0.0), 0.0);
  EXPECT_EQ(made(0.0, 0.0).map(least), infinity);
  EXPECT_EQ(made(0.0, 1.0).map(infinity), infinity);
  EXPECT_EQ(made(0.0, 1.0).map(greatest), infinity);
  for (const double bad : {-0.0, -1.0, nan, -infinity}) {
    expect_error(bad_distance, [&] { return made(0.0, 1.0).map(bad); });
  }
  expect_error(bad_distance, [] { return made(std::int8_t{0}, 1.0).map(-1); });
  expect_error(bad_distance, [] { return made(std::int8_t{0}, 1.0).map(64); });
}

std::map<Outcome, BigInterval> exact_law(const Values& x, double threshold, double scale) {
  std::vector<Fraction> exact;
  for (const double score : x) {
    exact.push_back(exact_fraction(score));
  }
  return testing::first_above_law(exact, exact_fraction(threshold), exact_fraction(scale));
}

/// The greatest ln P(outcome) - ln Q(outcome).
double max_divergence(const std::map<Outcome, BigInterval>& p,
                      const std::map<Outcome, BigInterval>& q) {
  double most = 0.0;
  for (const auto& [outcome, probability] : p) {
    const BigInterval ratio = log(probability) - log(q.at(outcome));
    most = std::max(most, mpfr_get_d(ratio.hi.get(), MPFR_RNDN));
  }
  return most;
}

/// All vectors of n of the values.
std::vector<Values> grid(std::size_t n, const Values& values) {
  std::vector<Values> out{{}};
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Values> longer;
    for (const Values& before : out) {
      for (const double value : values) {
        longer.push_back(before);
        longer.back().push_back(value);
      }
    }
    out = longer;
  }
  return out;
}

/// The greatest share of the map that neighbours of up to three scores have, both ways round.
double worst_share(Monotonic monotonic) {
  constexpr double scale = 0.5;
  constexpr double threshold = 1.0;
  const Values one_way{0.0, 0.75};
  const Values both_ways{0.0, 0.75, -0.75};
  const double charged = made(threshold, scale, monotonic).map(0.75);
  double worst = 0.0;
  for (const std::size_t n : {1U, 2U, 3U}) {
    for (const Values& x : grid(n, {-4.0, 0.75, 1.0, 3.5})) {
      const auto p = exact_law(x, threshold, scale);
      for (const Values& change : grid(n, monotonic == Monotonic::yes ? one_way : both_ways)) {
        Values y = x;
        std::transform(x.begin(), x.end(), change.begin(), y.begin(), std::plus<>{});
        const auto q = exact_law(y, threshold, scale);
        worst = std::max({worst, max_divergence(p, q) / charged, max_divergence(q, p) / charged});
      }
    }
  }
  return worst;
}

// The map is sharp: with two scores there are neighbours that have all of it.
TEST(AboveThresholdMap, BoundsTheLawsOfNeighboursAndIsReached) {
  for (const Monotonic monotonic : {Monotonic::yes, Monotonic::no}) {
    const double worst = worst_share(monotonic);
    EXPECT_LE(worst, 1.0 + 1e-12);
    EXPECT_GE(worst, 1.0 - 1e-12);
  }
}

TEST(AboveThresholdLaw, AddsUpToOne) {
  for (const Values& x : grid(3, {-4.0, 1.0, 3.5})) {
    BigInterval sum = BigInterval::of(Fraction{0}, testing::law_precision);
    for (const auto& [outcome, probability] : exact_law(x, 1.0, 0.5)) {
      sum = sum + probability;
    }
    EXPECT_TRUE(sum.contains(Fraction{1}));
    EXPECT_LT(mpfr_get_d(sum.hi.get(), MPFR_RNDU) - 1.0, 1e-15);
  }
}

// By 64-bit words, where the walks over all words do not reach; frequency.hpp states the rate of false alarms. A
// shift of 0.01 of any outcome is seen.
TEST(AboveThresholdLaw, IsThatOfReleases) {
  constexpr std::size_t n = 200'000;
  const Values x{0.5, 1.5, -1.0};
  const auto measurement = made(1.0, 0.75);
  std::map<Outcome, std::size_t> seen;
  for (std::size_t i = 0; i < n; ++i) {
    ++seen[measurement(x)];
  }
  testing::expect_frequencies(seen, n, exact_law(x, 1.0, 0.75));
}

}  // namespace above_threshold
}  // namespace
}  // namespace discreet

// Above threshold: sampler, bad input, map against exact rationals and the laws of neighbours, plans, charges, releases.
#include "discreet/release/above_threshold.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/convert.hpp"
#include "entropy/system_bits.hpp"
#include "release/above_threshold.hpp"
#include "support/brackets.hpp"
#include "support/expect_error.hpp"
#include "support/frequency.hpp"
#include "support/neighbours.hpp"
#include "support/noted_account.hpp"
#include "support/polynomial.hpp"
#include "support/rounding.hpp"
#include "support/score_types.hpp"
#include "support/unusual_scores.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {
namespace above_threshold_tests {

using Outcome = std::optional<std::size_t>;
using Values = std::vector<double>;
using Fractions = std::vector<Fraction>;
using ExactLaw = std::map<Outcome, BigInterval>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double greatest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();

/// The probability of every outcome of sample_first_above, from the integrals of its proof and not from any sampler:
/// with a_i = e^((x_i - T) / scale), P(i) = ∫ min(1, a_i w) prod_(j<i) max(0, 1 - a_j w) dw over w from 0 to 1.
///
/// Requires  a scale above 0.
ExactLaw exact_law(const Fractions& x, const Fraction& threshold, const Fraction& scale) {
  using testing::integral;
  using testing::times_line;
  const auto big = [](const Fraction& value) {
    return BigInterval::of(value, testing::law_precision);
  };
  ExactLaw law;
  testing::Polynomial none_before{big(1)};
  Fraction highest = 0;  // the product is 0 beyond w = e^-highest
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Fraction z = (x[i] - threshold) / scale;
    const BigInterval a = exp(big(z));
    // min(1, a w) is a w up to w = 1 / a.
    const BigInterval knee = exp(big(-std::max(z, highest)));
    law.emplace(i, integral(times_line(none_before, big(0), a), knee) +
                       integral(none_before, exp(big(-highest))) - integral(none_before, knee));
    none_before = times_line(none_before, big(1), -a);
    highest = std::max(highest, z);
  }
  law.emplace(std::nullopt, integral(none_before, exp(big(-highest))));
  return law;
}

ExactLaw exact_law(const Values& x, double threshold, double scale) {
  Fractions exact;
  std::transform(x.begin(), x.end(), std::back_inserter(exact), exact_fraction<double>);
  return exact_law(exact, exact_fraction(threshold), exact_fraction(scale));
}

// Over all words of all numbers. What a walk leaves open lies along the surfaces on which a noisy score equals the noisy
// threshold (psrn_law_test.cpp says more): scores well below the threshold have short ones, and a finer bracket.
template <unsigned Width>
void expect_first_above(std::size_t depth, const Fractions& x, const Fraction& threshold,
                        const Fraction& scale, const mpq_class& widest) {
  const auto walked = testing::walk_words<Width>(depth, [&](testing::ScriptedBits<Width>& bits) {
    return sample_first_above(bits, x, threshold, scale);
  });
  testing::expect_law(walked, exact_law(x, threshold, scale), widest);
}

TEST(FirstAbove, HasItsLawOverAllWords) {
  const Fraction third{1, 3};
  const Fraction quarter{1, 4};
  for (const Fractions& x : {Fractions{0}, Fractions{1, 0}, Fractions{-third, third},
                             Fractions{-1, 2, 0}, Fractions{third, third, third}}) {
    expect_first_above<1>(16, x, quarter, 2, mpq_class{1, 16});
    expect_first_above<2>(16, x, quarter, 2, mpq_class{1, 16});
    expect_first_above<3>(15, x, quarter, 2, mpq_class{1, 7});
  }
  expect_first_above<1>(22, {Fraction{-14, 3}, Fraction{-5}}, 0, 1, mpq_class{1, 1 << 8});
}

TEST(FirstAbove, DrawsNothingAtScaleZeroAndOfNoScores) {
  testing::ScriptedBits<1> none{{}};
  EXPECT_EQ(sample_first_above(none, Fractions{1, 2, 3, 4}, 2, 0), 2U);
  EXPECT_EQ(sample_first_above(none, Fractions{1, 2}, 2, 0), std::nullopt);
  EXPECT_EQ(sample_first_above(none, Fractions{}, 2, 0), std::nullopt);
  EXPECT_EQ(sample_first_above(none, Fractions{}, 0, 1), std::nullopt);
}

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
  using Limits = std::numeric_limits<T>;
  for (const double scale : bad_scales) {
    expect_error(bad_parameter, [&] { return made(T{1}, scale); });
  }
  if constexpr (Float<T>) {
    const VectorDomain with_nan{AtomDomain<T>{}};
    expect_error(bad_parameter, [&] {
      return make_above_threshold(with_nan, LInfDistance<T>{}, MaxDivergence{}, T{1}, 1.0);
    });
    for (const T bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
      expect_error(bad_parameter, [&] { return made(bad, 1.0); }, "the threshold must be finite");
    }
    EXPECT_NO_THROW(made(-T{0}, 1.0));
  }
  EXPECT_NO_THROW(made(Limits::max(), greatest));
  EXPECT_NO_THROW(made(Limits::lowest(), 0.0));
}

TYPED_TEST(AboveThreshold, RefusesWhatIsOutsideTheDomainBeforeADraw) {
  using T = TypeParam;
  const auto sized =
      make_above_threshold(all_of<T>.with_size(2), LInfDistance<T>{}, MaxDivergence{}, T{1}, 1.0);
  const std::uint64_t before = thread_bits().tally().words;
  expect_error(outside_domain, [&] { return sized({T{1}}); });
  if constexpr (Float<T>) {
    const T not_a_number = std::numeric_limits<T>::quiet_NaN();
    // Also behind a score that passes for certain.
    for (const auto& x : {std::vector<T>{not_a_number}, std::vector<T>{T{2}, not_a_number}}) {
      expect_error(outside_domain, [&] { return made(T{1}, 0.0)(x); }, "scores must not be NaN");
    }
  }
  EXPECT_EQ(thread_bits().tally().words, before);
}

TYPED_TEST(AboveThreshold, ReleasesAPositionOrNothingForEveryScore) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const std::vector<T> x = extreme_scores<T>();
  for (const T threshold : {Limits::lowest(), T{0}, T{1}, Limits::max()}) {
    for (const double scale : {0.0, least, 1.0, greatest}) {
      EXPECT_LT(made(threshold, scale)(x).value_or(0), x.size());
    }
    // Without noise the infinite scores are no more than the largest finite one.
    Outcome first = 0;
    while (first < x.size() && x[*first] <= threshold) {
      ++*first;
    }
    if (first == x.size() || threshold == Limits::max()) {
      first.reset();
    }
    EXPECT_EQ(made(threshold, 0.0)(x), first);
  }
  EXPECT_EQ(made(T{0}, 1.0)(std::span<const T>{}), Outcome{});
}

TEST(AboveThresholdMap, IsThreeOrTwoDistancesOverTheScaleRoundedUp) {
  for (const double d : {1.0, 0.1, 1e-3, 7.0, 1e300}) {
    for (const double scale : {0.3, 1.0, 49.0, 1e-5}) {
      const Fraction each = exact_fraction(d) / exact_fraction(scale);
      const Fraction both_ways = exact_fraction(made(0.0, scale).map(d));
      EXPECT_GE(both_ways, 3 * each);
      EXPECT_LE(both_ways, 3 * each * exact_fraction(1 + 1e-15));
      const double one_way = made(0.0, scale, Monotonic::yes).map(d);
      EXPECT_TRUE(testing::is_least_not_below(one_way, Fraction{2 * each}));
    }
  }
  EXPECT_EQ(made(std::int32_t{5}, 2.0).map(1), 1.5);
  EXPECT_EQ(made(std::uint8_t{5}, 2.0, Monotonic::yes).map(200), 200.0);
}

TEST(AboveThresholdMap, KnowsTheEndsOfTheDistances) {
  for (const double scale : {0.0, 1.0}) {
    EXPECT_EQ(made(0.0, scale).map(0.0), 0.0);
    EXPECT_EQ(made(0.0, scale).map(greatest), infinity);
    EXPECT_EQ(made(0.0, scale).map(infinity), infinity);
  }
  for (const double bad : {-0.0, -1.0, nan, -infinity}) {
    expect_error(bad_distance, [&] { return made(0.0, 1.0).map(bad); });
  }
  expect_error(bad_distance, [] { return made(std::int8_t{0}, 1.0).map(-1); });
  expect_error(bad_distance, [] { return made(std::int8_t{0}, 1.0).map(64); });
}

// The map is sharp: with two scores there are neighbours that have all of it.
TEST(AboveThresholdMap, BoundsTheLawsOfNeighboursAndIsReached) {
  for (const Monotonic monotonic : {Monotonic::yes, Monotonic::no}) {
    const auto law = [](const Values& x) { return exact_law(x, 1.0, 0.5); };
    double worst = 0.0;
    for (const std::size_t n : {1U, 2U, 3U}) {
      const Values values{-4.0, 0.75, 1.0, 3.5};
      worst = std::max(worst, testing::worst_divergence(n, values, 0.75, monotonic, law));
    }
    EXPECT_NEAR(worst / made(1.0, 0.5, monotonic).map(0.75), 1.0, 1e-12);
  }
}

TEST(AboveThresholdLaw, AddsUpToOne) {
  for (const Values& x : testing::grid(3, {-4.0, 1.0, 3.5})) {
    testing::expect_adds_up(exact_law(x, 1.0, 0.5));
  }
}

// By 64-bit words; frequency.hpp states the rate of false alarms. A shift of 0.01 of any outcome is seen.
TEST(AboveThresholdLaw, IsThatOfReleases) {
  const Values x{0.5, 1.5, -1.0};
  const auto measurement = made(1.0, 0.75);
  testing::expect_draws(200'000, [&] { return measurement(x); }, exact_law(x, 1.0, 0.75));
}

const AboveThresholdRequest usual{.threshold = 10, .epsilon = 1.0, .sensitivity = 1};

TEST(AboveThresholdRelease, FindsTheFirstWhereScoresAreFarFromTheThreshold) {
  EXPECT_EQ(above_threshold(Values{-1e9, 1e9, 2e9}, usual), 1U);
  EXPECT_EQ(above_threshold(std::vector<std::int64_t>{-900'000'000}, usual), std::nullopt);
  EXPECT_EQ(above_threshold(Values{}, usual), std::nullopt);
}

TEST(AboveThresholdRelease, KeepsToTheEpsilonWithTheLeastScale) {
  for (const Monotonic monotonic : {Monotonic::yes, Monotonic::no}) {
    for (const double epsilon : {1.0, 0.1, 1.0 / 3, 1e-9, 700.0}) {
      for (const double sensitivity : {1.0, 0.3, 1e12}) {
        const AboveThresholdRequest request{-0.5, epsilon, sensitivity, monotonic};
        const auto plan = AboveThresholdRelease::plan(request, {3});
        const auto map_at = [&](double scale) {
          return made(-0.5, scale, monotonic).map(sensitivity);
        };
        EXPECT_LE(map_at(plan.scale), epsilon);
        EXPECT_GT(map_at(plan.scale * (1 - 1e-14)), epsilon);
        EXPECT_EQ(plan.cost.epsilon, shortest_amount(epsilon));
        EXPECT_GE(inf_double_of(*plan.cost.rho), pure_to_zcdp(map_at(plan.scale)));
      }
    }
  }
}

TEST(AboveThresholdRelease, RefusesWhatCannotBePlanned) {
  const auto refuses = [&](const AboveThresholdRequest& request) {
    EXPECT_EQ(testing::kind_of([&] { return above_threshold(Values{1, 2}, request); }),
              bad_parameter);
  };
  refuses({.epsilon = 1.0, .sensitivity = 1});
  refuses({.threshold = 1, .sensitivity = 1});
  refuses({.threshold = 1, .epsilon = 1.0});
  for (const double bad : {nan, infinity, -infinity, 0.0, -0.0, -1.0, -least}) {
    refuses({.threshold = 1, .epsilon = bad, .sensitivity = 1});
    refuses({.threshold = 1, .epsilon = 1.0, .sensitivity = bad});
    if (!std::isfinite(bad)) {
      refuses({.threshold = bad, .epsilon = 1.0, .sensitivity = 1});
    }
  }
  refuses({.threshold = 1, .epsilon = 1e-300, .sensitivity = 1e300});
  refuses({.threshold = 1, .epsilon = "1e-390", .sensitivity = 1});
  refuses({.threshold = 1, .epsilon = 1.0, .sensitivity = greatest});
  refuses({.threshold = 1, .epsilon = 1.0, .sensitivity = 1, .monotonic = Monotonic{7}});
}

TEST(AboveThresholdRelease, ChargesBeforeItDrawsAndNotForWhatItRefuses) {
  testing::NotedAccount account{{Accountant::pure, testing::amounts("1")}};
  const auto charged = plan_release<AboveThresholdRelease>(usual, {2}, &account);
  const std::uint64_t before = thread_bits().tally().words;
  for (const auto& planned : {charged, plan_release<AboveThresholdRelease>(usual, {2})}) {
    expect_error(outside_domain, [&] { return planned.release(Values{1}); });
    expect_error(outside_domain, [&] { return planned.release(Values{1e99, nan}); });
  }
  EXPECT_EQ(account.charges, 0);
  EXPECT_EQ(thread_bits().tally().words, before);
  EXPECT_EQ(charged.release(Values{11, 9}).receipt->sequence, 1);
  EXPECT_EQ(account.words, before);
  EXPECT_GT(thread_bits().tally().words, before);
  EXPECT_EQ(account.last.what, "above_threshold");
  EXPECT_EQ(account.last.parameters.front(), (Parameters::value_type{"threshold", "10"}));
  expect_error(over_budget, [&] { return above_threshold(Values{1, 2}, usual, account); });
}

}  // namespace above_threshold_tests
}  // namespace
}  // namespace discreet

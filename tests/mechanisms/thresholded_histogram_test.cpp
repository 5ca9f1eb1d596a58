// make_thresholded_histogram: its table of bad input, its thresholds, its maps and plans, and its releases against the
// law.
#include "discreet/mechanisms/thresholded_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/convert.hpp"
#include "entropy/system_bits.hpp"
#include "mechanisms/threshold_rule.hpp"
#include "support/expect_error.hpp"
#include "support/frequency.hpp"
#include "support/limited_domain_law.hpp"
#include "support/thresholded_law.hpp"

namespace discreet {
namespace {
namespace thresholded_histogram {

using testing::Counts;
using Kept = std::vector<KeptItem>;

const ItemCounts all{AtomDomain<std::int64_t>{}};
const UnitDistance add_remove{Neighbors::add_remove};
const UnitDistance replace{Neighbors::replace};
const Approximate<MaxDivergence> approximate{};
const Approximate<ZeroConcentratedDivergence> concentrated{};

const Fraction millionth{1, 1000000};
const ThresholdedHistogram laplace{
    .noise = CountNoise::discrete_laplace, .scale = 1, .slack = millionth};
const ThresholdedHistogram gaussian{.noise = CountNoise::discrete_gaussian,
                                    .scale = 200,
                                    .slack = Fraction{millionth / 4},
                                    .items_per_unit = 10};

void expect_refused(const ThresholdedHistogram& start,
                    const std::function<void(ThresholdedHistogram&)>& spoil, const char* rule) {
  ThresholdedHistogram how = start;
  spoil(how);
  const Counts counts{5, 3};
  const std::uint64_t before = thread_bits().tally().words;
  expect_error(
      bad_parameter,
      [&] { return make_thresholded_histogram(all, add_remove, approximate, how).name(); }, rule);
  expect_error(
      bad_parameter,
      [&] { return make_thresholded_histogram(all, replace, concentrated, how).name(); }, rule);
  expect_error(
      bad_parameter, [&] { return discreet::thresholded_histogram(counts, how, add_remove); },
      rule);
  expect_error(
      bad_parameter, [&] { return thresholded_histogram_cost(how, add_remove).threshold; }, rule);
  EXPECT_EQ(thread_bits().tally().words, before);
}

TEST(ThresholdedHistogram, RefusesWhatItCannotProve) {
  for (const auto& start : {laplace, gaussian}) {
    expect_refused(start, [](auto& how) { how.items_per_unit = 0; }, "room for at least one item");
    expect_refused(start, [](auto& how) { how.items_per_unit = UINT64_MAX; }, "no more items");
    expect_refused(start, [](auto& how) { how.k = 0; }, "there must be an item to list");
    expect_refused(start, [](auto& how) { how.floor = std::uint64_t{1} << 46U; }, "the floor");
    for (const Fraction& slack : {Fraction{0}, Fraction{1}, Fraction{-1}}) {
      expect_refused(
          start, [&](auto& how) { how.slack = slack; },
          "the slack must be above zero and below one");
    }
    for (const Fraction& scale : {Fraction{0}, Fraction{-1}, Fraction{mpz_class{1} << 81}}) {
      expect_refused(start, [&](auto& how) { how.scale = scale; }, "");
    }
    expect_refused(
        start, [](auto& how) { how.noise = static_cast<CountNoise>(9); }, "must specify the noise");
    for (const ItemCounts& domain : {all.with_size(2), all.non_empty()}) {
      expect_error(
          bad_parameter,
          [&] { return make_thresholded_histogram(domain, add_remove, approximate, start).name(); },
          "how many items there are must not be known");
    }
  }
  expect_refused(
      gaussian, [](auto& how) { how.slack = Fraction{1} / (mpz_class{1} << 500); },
      "the slack must not be so small");
  expect_refused(
      laplace,
      [](auto& how) {
        how.scale = Fraction{mpz_class{1} << 40};
        how.slack = Fraction{1} / (mpz_class{1} << 2000000);
      },
      "the slack must not be so small");
}

// The chance of the extreme is within the share, and would not be with a threshold of one less.
TEST(ThresholdedHistogram, HasTheLeastThresholdForLaplaceNoise) {
  for (const Fraction& scale : {Fraction{1, 10}, Fraction{1}, Fraction{10, 7}, Fraction{40}}) {
    for (const Fraction& share : {Fraction{1, 3}, Fraction{1, 100}, millionth}) {
      const std::uint64_t threshold = detail::laplace_threshold(scale, share);
      const auto at = static_cast<std::int64_t>(threshold);
      EXPECT_LE(mpfr_cmp_q(testing::laplace_law(scale, at).at(at).hi.get(), share.get_mpq_t()), 0);
      if (at > 1) {
        EXPECT_GT(
            mpfr_cmp_q(testing::laplace_law(scale, at - 1).at(at - 1).lo.get(), share.get_mpq_t()),
            0);
      }
    }
  }
  EXPECT_EQ(thresholded_histogram_cost(laplace, add_remove).threshold, 14U);
}

TEST(ThresholdedHistogram, HasTheLeastThresholdForGaussianNoise) {
  for (const Fraction& variance : {Fraction{1, 2}, Fraction{9}, Fraction{211}}) {
    const auto law = testing::gaussian_law(variance);
    for (const std::uint64_t items : {1U, 3U, 10U}) {
      for (const Fraction& slack : {Fraction{1, 4}, Fraction{1, 100}, millionth}) {
        const auto found =
            static_cast<std::int64_t>(detail::gaussian_threshold(variance, slack, items));
        const auto any = [&](std::int64_t threshold) {
          BigInterval tail = BigInterval::of(Fraction{0}, testing::law_precision);
          for (auto at = law.lower_bound(threshold); at != law.end(); ++at) {
            tail = tail + at->second;
          }
          const BigInterval one = BigInterval::of(Fraction{1}, testing::law_precision);
          return one - exp(BigInterval::of(items, testing::law_precision) * log(one - tail));
        };
        EXPECT_LE(mpfr_cmp_q(any(found).hi.get(), slack.get_mpq_t()), 0);
        if (found > 1) {
          EXPECT_GT(mpfr_cmp_q(any(found - 1).lo.get(), slack.get_mpq_t()), 0);
        }
      }
    }
  }
}

TEST(ThresholdedHistogram, KeepsStrictlyAboveTheThreshold) {
  const detail::ThresholdRule rule{.threshold = 14, .floor = 2};
  EXPECT_FALSE(rule.looks_at(2));
  EXPECT_FALSE(rule.looks_at(-5));
  EXPECT_TRUE(rule.looks_at(3));
  EXPECT_EQ(rule.kept(3, 13), std::nullopt);
  EXPECT_EQ(rule.kept(3, 14), 17);
  EXPECT_EQ(rule.kept(30, -14), std::nullopt);
  EXPECT_EQ(rule.kept(31, -14), 17);
  EXPECT_EQ(rule.kept(INT64_MAX, std::int64_t{1} << 61U), 3 * (std::int64_t{1} << 61U));
}

TEST(ThresholdedHistogram, ListsTheLargestFirstAndTiesByPosition) {
  const Kept items{{0, 5}, {1, 9}, {2, 5}, {3, 9}, {4, 1}};
  EXPECT_EQ(detail::largest_first(items, std::nullopt),
            (Kept{{1, 9}, {3, 9}, {0, 5}, {2, 5}, {4, 1}}));
  EXPECT_EQ(detail::largest_first(items, 3), (Kept{{1, 9}, {3, 9}, {0, 5}}));
  EXPECT_EQ(detail::largest_first(items, UINT64_MAX).size(), 5U);
  EXPECT_EQ(detail::largest_first({}, 3), Kept{});
}

TEST(ThresholdedHistogram, CostsWhatOneUnitChanges) {
  ThresholdedHistogram how = laplace;
  how.items_per_unit = 3;
  const auto one_way = thresholded_histogram_cost(how, add_remove);
  EXPECT_EQ(one_way.epsilon, Fraction{3});
  EXPECT_NEAR(one_way.rho.get_d(), 3 * std::tanh(0.5), 1e-12);
  const auto both_ways = thresholded_histogram_cost(how, replace);
  EXPECT_EQ(both_ways.epsilon, Fraction{6});
  EXPECT_GE(both_ways.threshold, one_way.threshold);
  const auto normal = thresholded_histogram_cost(gaussian, add_remove);
  EXPECT_EQ(normal.epsilon, std::nullopt);
  EXPECT_EQ(normal.rho, Fraction(1, 40));
  EXPECT_EQ(thresholded_histogram_cost(gaussian, replace).rho, Fraction(1, 20));
  EXPECT_EQ(thresholded_histogram_cost(gaussian, replace).threshold, normal.threshold);
}

TEST(ThresholdedHistogram, MapsOneUnitAndNoMore) {
  const double slack = inf_double_of(laplace.slack);
  const auto curve = make_thresholded_histogram(all, add_remove, approximate, laplace);
  EXPECT_EQ(curve.map(0).delta(0), 0);
  EXPECT_EQ(curve.map(1).delta(1), slack);
  EXPECT_GT(curve.map(1).delta(0.5), pure_to_delta(1, 1, 0.5));
  const auto rho = make_thresholded_histogram(all, add_remove, concentrated, laplace);
  EXPECT_EQ(rho.map(0), (ApproximateDistance<double>{0, 0}));
  EXPECT_EQ(rho.map(1), (ApproximateDistance<double>{pure_to_zcdp(1), slack}));
  const auto normal = make_thresholded_histogram(all, add_remove, approximate, gaussian);
  EXPECT_GT(normal.map(1).delta(1), zcdp_to_delta(0.025, 1));
  ThresholdedHistogram many = laplace;
  many.items_per_unit = 5000;
  EXPECT_EQ(make_thresholded_histogram(all, replace, approximate, many).map(1).delta(10'000),
            slack);
  for (const std::uint64_t units : {std::uint64_t{2}, UINT64_MAX}) {
    expect_error(bad_distance, [&] { return curve.map(units).delta(1); });
    expect_error(bad_distance, [&] { return rho.map(units).delta; });
  }
}

TEST(ThresholdedHistogram, IsPlannedWithinItsTarget) {
  ThresholdedHistogram how = laplace;
  how.items_per_unit = 3;
  const auto pure = calibrate_thresholded_histogram(how, add_remove, PureCost{1});
  EXPECT_EQ(pure.scale, Fraction{3});
  EXPECT_EQ(calibrate_thresholded_histogram(how, replace, ApproximateCost{1, 1e-5}).scale,
            Fraction{6});
  const auto by_rho = calibrate_thresholded_histogram(how, add_remove, ZcdpCost{0.05});
  const Fraction rho = thresholded_histogram_cost(by_rho, add_remove).rho;
  EXPECT_LE(rho, exact_fraction(0.05));
  EXPECT_GE(rho.get_d(), 0.05 * (1 - 1e-9));
  EXPECT_EQ(calibrate_thresholded_histogram(gaussian, add_remove, ZcdpCost{0.0625}).scale,
            Fraction{80});
  const auto normal =
      calibrate_thresholded_histogram(gaussian, add_remove, ApproximateCost{1, 1e-6});
  EXPECT_NEAR(std::sqrt(normal.scale.get_d()), 14.5, 0.1);
  EXPECT_LE(make_thresholded_histogram(all, add_remove, approximate, normal).map(1).delta(1), 1e-6);
  for (const Target& target :
       {Target{PureCost{1}}, Target{ApproximateCost{1, 1e-7}}, Target{ApproximateCost{0, 1e-5}},
        Target{ApproximateCost{1, 1}}, Target{ZcdpCost{0}}, Target{ZcdpCost{-1}},
        Target{ZcdpCost{std::numeric_limits<double>::infinity()}}}) {
    expect_error(bad_parameter, [&] {
      return calibrate_thresholded_histogram(gaussian, add_remove, target).scale;
    });
  }
  expect_error(bad_parameter,
               [&] { return calibrate_thresholded_histogram(how, add_remove, PureCost{0}).scale; });
}

TEST(ThresholdedHistogram, ListsNothingWhereThereIsNothing) {
  for (const auto& how : {laplace, gaussian}) {
    const auto release = make_thresholded_histogram(all, add_remove, approximate, how);
    EXPECT_EQ(release({}), Kept{});
    EXPECT_EQ(release({0, -3}), Kept{});
    EXPECT_EQ(release({10'000, 20'000}).size(), 2U);
    EXPECT_EQ(release({10'000, 20'000}).front().position, 1U);
  }
}

// By 64-bit words; frequency.hpp states the rate of false alarms.
TEST(ThresholdedHistogramLaw, IsThatOfReleases) {
  constexpr std::size_t n = 100'000;
  for (const CountNoise noise : {CountNoise::discrete_laplace, CountNoise::discrete_gaussian}) {
    const ThresholdedHistogram how{
        .noise = noise, .scale = 1, .slack = Fraction{1, 10}, .floor = 1};
    const auto rule = detail::threshold_rule(how, add_remove);
    const auto law = testing::thresholded_law(how, rule, {2, 5});
    std::map<testing::NoisyCells, std::size_t> seen;
    const auto release = make_thresholded_histogram(all, add_remove, approximate, how);
    for (std::size_t i = 0; i < n; ++i) {
      testing::NoisyCells cells(2);
      for (const auto& [position, count] : release({2, 5})) {
        cells[position] = count;
      }
      ++seen[cells];
    }
    testing::expect_frequencies(seen, n, law);
  }
}

}  // namespace thresholded_histogram
}  // namespace
}  // namespace discreet

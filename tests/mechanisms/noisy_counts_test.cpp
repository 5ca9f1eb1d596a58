// plan_noisy_counts and noisy_counts: the table of bad input, intervals and the ends of the numbers.
#include "discreet/mechanisms/noisy_counts.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "entropy/system_bits.hpp"
#include "support/expect_error.hpp"
#include "support/unsound_arithmetic.hpp"

namespace discreet {
namespace {
namespace noisy_counts_test {

using Request = NoisyCountsRequest;
using Plan = NoisyCountsPlan;
using Int64 = std::numeric_limits<std::int64_t>;

constexpr CountNoise laplace = CountNoise::discrete_laplace;
constexpr CountNoise gaussian = CountNoise::discrete_gaussian;
constexpr std::int64_t power62 = std::int64_t{1} << 62;

Request good(CountNoise noise = gaussian) {
  Request request;
  request.noise = noise;
  request.budget = Fraction{1, 4};
  request.items = 10;
  return request;
}

template <class Change>
void expect_refused(Change change, const char* rule) {
  for (const CountNoise noise : {laplace, gaussian}) {
    Request request = good(noise);
    change(request);
    expect_error(bad_parameter, [&] { return plan_noisy_counts(request); }, rule);
  }
}

TEST(NoisyCounts, RefusesWhatItCannotPlan) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Amount& budget : {Amount{0.0}, Amount{Fraction{0}}}) {
    expect_refused([&](Request& r) { r.budget = budget; },
                   "the budget of the counts must be above zero");
  }
  for (const double budget : {-1.0, nan, std::numeric_limits<double>::infinity()}) {
    expect_refused([&](Request& r) { r.budget = budget; }, "");
  }
  expect_refused([](Request& r) { r.budget = Fraction{-1, 4}; }, "");
  expect_refused([](Request& r) { r.contribution = {2, 1}; }, "must not be above the upper one");
  expect_refused([](Request& r) { r.contribution = {0, 0}; }, "must not be zero");
  expect_refused([](Request& r) { r.contribution = {0, power62 + 1}; }, "must be within");
  expect_refused([](Request& r) { r.contribution = {Int64::min(), 1}; }, "must be within");
  expect_refused([](Request& r) { r.items_per_unit = 0; }, "a unit must be allowed an item");
  for (const Amount& confidence : {Amount{0.0}, Amount{1.0}, Amount{1.5}}) {
    expect_refused([&](Request& r) { r.confidence = confidence; },
                   "the confidence must be above zero and below one");
  }
  for (const double confidence : {-0.5, nan}) {
    expect_refused([&](Request& r) { r.confidence = confidence; }, "");
  }
  mpz_class huge;
  mpz_ui_pow_ui(huge.get_mpz_t(), 10, 101);
  expect_refused([&](Request& r) { r.confidence = Fraction{huge - 1, huge}; }, "that near to one");
  expect_refused([](Request& r) { r.budget = Amount{"1e-300"}; }, "must have a scale within");
  expect_refused([](Request& r) { r.contribution = {0, power62}; }, "must have a scale within");
  expect_refused([](Request& r) { r.noise = static_cast<CountNoise>(7); }, "the noise");
  expect_refused([](Request& r) { r.neighbors = static_cast<Neighbors>(7); }, "the neighbours");
}

Plan plan_for_intervals(CountWay way) {
  Plan plan;
  plan.noise = gaussian;
  plan.way = way;
  plan.items = 1;
  plan.range = {0, 1};
  plan.item_scale = 4;
  if (way == CountWay::correlated) {
    plan.units_scale = 4;
  }
  plan.each = Fraction{5, 2};
  plan.all = 4;
  plan.units = 3;
  return plan;
}

NoisyCount first_published(std::int64_t twice, const Fraction& width,
                           std::optional<std::int64_t> floor = {}) {
  Plan plan = plan_for_intervals(CountWay::correlated);
  plan.each = width;
  const std::vector<mpz_class> noisy{mpz_class{static_cast<long>(twice) - 100}, mpz_class{100}};
  return detail::published(noisy, plan, Coverage::each, floor).items.at(0);
}

TEST(NoisyCounts, RoundsHalvesToEven) {
  for (const std::int64_t twice : {-7, -5, -4, -3, -1, 0, 1, 2, 3, 5, 7, 21}) {
    const NoisyCount count = first_published(twice, 1);
    EXPECT_EQ(count.estimate, exact_fraction(twice) / 2);
    EXPECT_LE(abs(count.estimate - exact_fraction(count.rounded)), Fraction(1, 2));
    EXPECT_TRUE(twice % 2 == 0 || count.rounded % 2 == 0);
  }
}

TEST(NoisyCounts, KeepsTheIntegersOfAnIntervalAboveTheFloor) {
  const auto expect_interval = [](const NoisyCount& count, std::int64_t low, std::int64_t high) {
    EXPECT_EQ(count.low, low);
    EXPECT_EQ(count.high, high);
  };
  expect_interval(first_published(21, Fraction{5, 2}), 8, 13);
  expect_interval(first_published(20, Fraction{5, 2}), 8, 12);
  expect_interval(first_published(-21, Fraction{5, 2}), -13, -8);
  expect_interval(first_published(20, 3), 7, 13);
  expect_interval(first_published(21, 0), 10, 11);
  expect_interval(first_published(20, 0), 10, 10);
  expect_interval(first_published(2, 3, 0), 0, 4);
  expect_interval(first_published(-20, 3, 1), 1, 1);
  expect_interval(first_published(-20, 3, -12), -12, -7);
}

TEST(NoisyCounts, HalvesTheNoiseOfTwiceANumberOnly) {
  const std::vector<mpz_class> noisy{7, 9};
  const Plan correlated = plan_for_intervals(CountWay::correlated);
  const NoisyCounts both = detail::published(noisy, correlated, Coverage::all, {});
  EXPECT_EQ(both.items.at(0), (NoisyCount{8, 8, 4, 12}));
  EXPECT_EQ(both.units, (NoisyCount{9, 9, 6, 12}));
  const std::vector<mpz_class> alone{7};
  const NoisyCounts direct =
      detail::published(alone, plan_for_intervals(CountWay::direct), Coverage::each, {});
  EXPECT_EQ(direct.items.at(0), (NoisyCount{7, 7, 5, 9}));
  EXPECT_FALSE(direct.units);
}

TEST(NoisyCounts, CountsExactlyAtTheEndsOfTheNumbers) {
  Plan plan = plan_for_intervals(CountWay::correlated);
  plan.item_scale = plan.units_scale = Fraction{1, 1000};  // P(Z != 0) < 2 e^-500
  plan.items = 3;
  for (const Contribution range :
       {Contribution{0, power62}, Contribution{-power62, 0}, Contribution{-1, power62}}) {
    plan.range = range;
    const std::vector<std::int64_t> x{Int64::min(), 0, Int64::max()};
    const std::uint64_t n = std::numeric_limits<std::uint64_t>::max();
    const auto out = noisy_counts(x, n, plan);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(out.items.at(i).estimate, exact_fraction(x[i]));
      EXPECT_EQ(out.items.at(i).rounded, x[i]);
      EXPECT_LE(out.items.at(i).low, x[i]);
      EXPECT_GE(out.items.at(i).high, x[i]);
    }
    EXPECT_EQ(out.units->estimate, exact_fraction(n));
    EXPECT_EQ(out.units->rounded, Int64::max());
  }
}

TEST(NoisyCounts, RefusesOtherPlansAndSizesBeforeADraw) {
  const Plan plan = plan_noisy_counts(good());
  const std::vector<std::int64_t> ten(10);
  const std::vector<std::int64_t> nine(9);
  const std::uint64_t before = thread_bits().tally().words;
  expect_error(
      outside_domain, [&] { return noisy_counts(nine, 5, plan); },
      "there must be as many numbers as planned");
  const auto expect_bad = [&](auto change) {
    Plan other = plan;
    change(other);
    expect_error(bad_parameter, [&] { return noisy_counts(ten, 5, other); });
  };
  expect_bad([](Plan& p) { p.units_scale.reset(); });
  expect_bad([](Plan& p) { p.item_scale.reset(); });
  expect_bad([](Plan& p) { p.units_scale = 0; });
  expect_bad([](Plan& p) { p.units_scale = exact_fraction(0x1p81); });
  expect_bad([](Plan& p) { p.noise = static_cast<CountNoise>(7); });
  expect_bad([](Plan& p) { p.way = static_cast<CountWay>(7); });
  const UnsoundArithmetic unsound{UnsoundMode::upward};
  expect_error(unsound_thread, [&] { return noisy_counts(ten, 5, plan); });
  expect_error(unsound_thread, [] { return plan_noisy_counts(good()); });
  EXPECT_EQ(thread_bits().tally().words, before);
}

}  // namespace noisy_counts_test
}  // namespace
}  // namespace discreet

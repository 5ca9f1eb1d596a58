#include "discreet/framework/measurement.hpp"

#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/framework/domains.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "support/expect_error.hpp"
#include "support/extremes.hpp"
#include "support/unsound_arithmetic.hpp"

namespace discreet {
namespace {

using Numbers = VectorDomain<AtomDomain<double>>;
using Total = Measurement<Numbers, LInfDistance<double>, MaxDivergence, double>;

const Numbers numbers = VectorDomain{AtomDomain<double>{Nan::excluded}}.with_size(3);
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Total make_total() {
  return {"total",
          numbers,
          LInfDistance<double>{Monotonic::yes},
          MaxDivergence{},
          [](std::span<const double> x) { return std::accumulate(x.begin(), x.end(), 0.0); },
          [](double d_in) { return 2 * d_in; }};
}

TEST(Measurement, ShowsItsParts) {
  const Total total = make_total();
  EXPECT_EQ(total.name(), "total");
  EXPECT_EQ(total.input_domain(), numbers);
  EXPECT_EQ(total.input_metric().monotonic(), Monotonic::yes);
  EXPECT_EQ(total.output_measure(), MaxDivergence{});
}

TEST(Measurement, ReleasesFromSpansVectorsAndLists) {
  const Total total = make_total();
  const std::vector<double> x = {1, 2, 3};
  EXPECT_EQ(total(x), 6);
  EXPECT_EQ(total.invoke(x), 6);
  EXPECT_EQ(total(std::span{x}.first(2)), 3);
  EXPECT_EQ(total({1.5, 2.5}), 4);
  EXPECT_EQ(total({}), 0);
}

TEST(Measurement, ChecksTheMapAgainstABudget) {
  const Total total = make_total();
  EXPECT_EQ(total.map(0.5), 1);
  EXPECT_TRUE(total.check(0.5, 1));
  EXPECT_TRUE(total.check(0.5, infinity));
  EXPECT_FALSE(total.check(0.5, 0x0.fffffffffffff8p0));
  EXPECT_FALSE(total.check(infinity, 1));
}

TEST(Measurement, RefusesABudgetThatIsNoDistance) {
  const Total total = make_total();
  for (const double d_out : {-1.0, -0.0, -infinity, nan, -nan}) {
    expect_error(bad_distance, [&] { return total.check(1, d_out); });
  }
}

TEST(Measurement, ACostThatIsNotANumberFitsNoBudget) {
  const Total broken{"broken",
                     numbers,
                     LInfDistance<double>{},
                     MaxDivergence{},
                     [](auto) { return 0.0; },
                     [](double) { return nan; }};
  EXPECT_FALSE(broken.check(1, infinity));
}

TEST(Measurement, CopiesReleaseTheSame) {
  const Total copy = make_total();
  const Total again = copy;
  EXPECT_EQ(again({1, 2, 3}), copy({1, 2, 3}));
  EXPECT_EQ(again.map(3), copy.map(3));
}

TEST(Measurement, ManyThreadsShareOneMeasurement) {
  const Total total = make_total();
  std::vector<double> sums(8);
  {
    std::vector<std::jthread> threads;
    for (auto& sum : sums) {
      threads.emplace_back([&] { sum = total({1, 2, 3}) + total.map(1); });
    }
  }
  EXPECT_EQ(sums, std::vector<double>(8, 8.0));
}

TEST(Measurement, RefusesEveryEntryInAThreadWithUnsoundArithmetic) {
  const Total total = make_total();
  for (const UnsoundMode mode : unsound_modes) {
    const UnsoundArithmetic unsound{mode};
    expect_error(unsound_thread, [] { return make_total(); });
    expect_error(unsound_thread, [&] { return total({1, 2, 3}); });
    expect_error(unsound_thread, [&] { return total.map(1); });
    expect_error(unsound_thread, [&] { return total.check(1, 1); });
  }
}

TEST(Measures, HaveTheirNames) {
  EXPECT_EQ(MaxDivergence::name, "MaxDivergence");
  EXPECT_EQ(ZeroConcentratedDivergence::name, "ZeroConcentratedDivergence");
  EXPECT_EQ(BoundedRange::name, "BoundedRange");
  EXPECT_EQ(Approximate<MaxDivergence>::name, "Approximate<MaxDivergence>");
}

TEST(Measures, CompareApproximateCostsInBothParts) {
  using Measure = Approximate<MaxDivergence>;
  EXPECT_TRUE(Measure::within({1, 1e-9}, {1, 1e-9}));
  EXPECT_FALSE(Measure::within({1.5, 1e-9}, {1, 1e-9}));
  EXPECT_FALSE(Measure::within({1, 1e-8}, {1, 1e-9}));
  EXPECT_FALSE(Measure::within({1, nan}, {1, 1e-9}));
}

TEST(Measures, RefuseWhatIsNoApproximateDistance) {
  using Measure = Approximate<ZeroConcentratedDivergence>;
  EXPECT_NO_THROW(Measure::require_distance({infinity, 1}));
  EXPECT_NO_THROW(Measure::require_distance({0, 0}));
  for (const Measure::Distance d :
       {Measure::Distance{-1, 0}, {nan, 0}, {-0.0, 0}, {1, -0.0}, {1, nan}, {1, 1.5}, {1, -1}}) {
    expect_error(bad_distance, [&] {
      Measure::require_distance(d);
      return 0;
    });
  }
}

}  // namespace
}  // namespace discreet

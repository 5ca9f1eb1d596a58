// The curve of the Gaussian lies above that of the steps it stands for, in every order, and not far.
#include "accounting/gaussian_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/bounded_range.hpp"
#include "accounting/two_point.hpp"
#include "accounting/two_point_sum.hpp"
#include "support/fresh_random.hpp"

namespace discreet::detail {
namespace {

// The curve of a Gaussian in doubles, on the whole line.
double about_gaussian(double variance, double x) {
  const double deviation = std::sqrt(variance);
  const auto beyond = [](double z) { return std::erfc(z / std::numbers::sqrt2) / 2; };
  return beyond(x / deviation - deviation / 2) -
         std::exp(x) * beyond(x / deviation + deviation / 2);
}

Steps so_many(double eta, std::uint64_t count) { return {StepKind::bounded_range, eta, count}; }

double variance_of(const std::vector<double>& etas) {
  std::vector<Steps> steps;
  for (const double eta : etas) {
    steps.push_back(so_many(eta, 1));
  }
  return gaussian_variance(steps);
}

TEST(GaussianDelta, IsTheCurveOfAGaussian) {
  for (const double variance : {1e-6, 0.01, 0.4, 3.0, 80.0}) {
    for (const double place : {0.0, 0.3, 1.0, 2.5, 4.0}) {
      const double x = place * std::sqrt(variance);
      const double about = about_gaussian(variance, x);
      EXPECT_NEAR(gaussian_delta(variance, x), about, 1e-12) << variance << " at " << x;
    }
  }
  // Far out, where doubles would lose all digits: between the first two terms of the tail's expansion.
  const double far = gaussian_delta(1, 30.5);
  const double density = std::exp(-450.0) / std::sqrt(2 * std::numbers::pi);
  EXPECT_LT(far, density * (1.0 / 30 - 1.0 / 31));
  EXPECT_GT(far, density * (1.0 / 30 - 1.0 / 31) * 0.99);
}

// The theorem: one step before a Gaussian is at most a wider one, and where the step is small that is nearly attained.
TEST(GaussianRanges, AStepBeforeAGaussianIsAWiderGaussianAtMost) {
  std::mt19937_64 random = testing::fresh_random();
  std::uniform_real_distribution<double> uniform{0, 1};
  for (int trial = 0; trial < 20000; ++trial) {
    const double eta = std::exp(-3 + 3.5 * uniform(random));
    const double square = eta * eta;
    const double variance = square * std::exp(-4 + 8 * uniform(random));
    const double t = eta * uniform(random);
    const double x = (2 * uniform(random) - 1) * (variance + 5 * std::sqrt(variance) + eta);
    const double stay = (std::exp(eta) - std::exp(t)) / std::expm1(eta);
    const double before =
        stay * about_gaussian(variance, x - t) + (1 - stay) * about_gaussian(variance, x - t + eta);
    const double added = square * std::min(std::numbers::pi / 8, 0.25 + square / (96 * variance));
    EXPECT_LE(before, about_gaussian(variance + added, x) + 1e-14)
        << eta << " " << variance << " " << t << " " << x;
  }
  const double eta = 0.01;
  const double stay = std::exp(eta / 2) / (1 + std::exp(eta / 2));
  const double at_best =
      stay * about_gaussian(1e-4, -eta / 2) + (1 - stay) * about_gaussian(1e-4, eta / 2);
  EXPECT_GT(at_best, about_gaussian(1e-4 * 1.2598, 0));
}

TEST(GaussianRanges, EqualStepsAreBelowTheirGaussian) {
  for (const double eta : {0.003, 0.1, 0.7, 2.0}) {
    const double single = gaussian_variance(std::vector{so_many(eta, 1)});
    for (int i = 0; i < 20; ++i) {
      const double x = eta * i / 20;
      EXPECT_GE(gaussian_delta(single, x), bounded_range_closed_delta(eta, 1, x).lower) << eta;
    }
    for (const std::uint64_t k : {2U, 3U, 10U, 30U}) {
      const double variance = gaussian_variance(std::vector{so_many(eta, k)});
      const double reach = variance / 2 + 7 * std::sqrt(variance);
      const TwoPointRecursion curve{eta, k, {32, 0, reach}};
      for (int i = 0; i < 16; ++i) {
        const double x = reach * i / 16;
        EXPECT_GE(gaussian_delta(variance, x), curve.delta(x).lower) << eta << " " << k << " " << x;
      }
    }
    const double many = gaussian_variance(std::vector{so_many(eta, 20000)});
    for (const double t : {0.49 * eta, 0.5 * eta, 0.52 * eta}) {
      const double x = many / 2 + 3 * std::sqrt(many);
      EXPECT_GE(gaussian_delta(many, x), two_point_sum_delta({eta, t, 20000}, x, {}).lower);
    }
  }
}

// Curves on a lattice from -zero to zero in doubles; the best of the lattice's strategies, never more than the truth.
class AnyOrder {
 public:
  explicit AnyOrder(double h) : h_(h) {}

  // Over all orders of the steps, of so many cells each, that may be chosen on the way.
  std::vector<double> worst(const std::vector<std::size_t>& left) const {
    std::vector<double> out(2 * zero + 1, 0.0);
    for (std::size_t i = 0; i < left.size(); ++i) {
      std::vector<std::size_t> rest = left;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      raise(worst(rest), left[i], out);
    }
    for (std::size_t j = 1; j <= zero; ++j) {
      const double x = static_cast<double>(j) * h_;
      out[zero - j] = -std::expm1(-x) + std::exp(-x) * out[zero + j];
    }
    return out;
  }

  static constexpr std::size_t zero = 300;

 private:
  void raise(const std::vector<double>& rest, std::size_t cells, std::vector<double>& out) const {
    const double whole = std::exp(static_cast<double>(cells) * h_);
    for (std::size_t i = zero; i < out.size(); ++i) {
      for (std::size_t j = 0; j <= cells; ++j) {
        const double stay = (whole - std::exp(static_cast<double>(j) * h_)) / (whole - 1);
        const std::size_t leap = i - j + cells;
        out[i] = std::max(out[i],
                          stay * rest[i - j] + (1 - stay) * (leap < out.size() ? rest[leap] : 0));
      }
    }
  }

  double h_;
};

TEST(GaussianRanges, UnequalStepsInAnyOrderAreBelowTheirGaussian) {
  std::mt19937_64 random = testing::fresh_random();
  for (const double h : {0.001, 0.02, 0.05}) {
    std::vector<std::vector<std::size_t>> lists{{40, 1}, {40, 2, 2, 1}, {30, 29, 28, 27}, {60, 30}};
    lists.push_back({1 + random() % 60, 1 + random() % 60, 1 + random() % 60, 1 + random() % 60});
    for (const std::vector<std::size_t>& cells : lists) {
      std::vector<double> etas;
      for (const std::size_t one : cells) {
        etas.push_back(static_cast<double>(one) * h);
      }
      const double variance = variance_of(etas);
      const std::vector<double> curve = AnyOrder{h}.worst(cells);
      for (std::size_t i = 0; i < AnyOrder::zero; i += 7) {
        EXPECT_GE(gaussian_delta(variance, static_cast<double>(i) * h),
                  curve[AnyOrder::zero + i] - 1e-12)
            << h << " " << cells.size() << " at " << i;
      }
    }
  }
}

TEST(GaussianRanges, AreTightForManySmallSteps) {
  std::vector<double> etas;
  double squares = 0;
  for (int i = 1; i <= 3000; ++i) {
    etas.push_back(1e-3 * i / 3000);
    squares += etas.back() * etas.back();
  }
  EXPECT_GT(variance_of(etas), squares / 4);
  EXPECT_LT(variance_of(etas), squares / 4 * 1.003);
  // Near what the worst order of one step needs, and steps add up however small they are.
  EXPECT_LT(variance_of({1e-90}), 0.5e-180);
  EXPECT_GT(variance_of({1e-90}), 0.39e-180);
  EXPECT_NEAR(variance_of({1e-90, 1, 1e-90}), variance_of({1}), 1e-12);
}

}  // namespace
}  // namespace discreet::detail

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/two_point.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

// A curve that falls and is convex in e^x, with a bend at each of a few places.
struct Bent {
  std::vector<double> places;
  std::vector<double> weights;

  double operator()(double x) const {
    double sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      sum += weights[i] * std::max(0.0, -std::expm1(x - places[i]));
    }
    return sum;
  }
};

Bent drawn(std::mt19937_64& random, double low, double high) {
  std::uniform_real_distribution<double> place{low, high};
  std::uniform_real_distribution<double> height{0, 8};
  Bent out;
  for (int i = 0; i < 12; ++i) {
    out.places.push_back(place(random));
    out.weights.push_back(std::exp(-height(random)));
  }
  return out;
}

// What a strategy of the first step is worth, and the curve after it.
double worth(const Bent& curve, double eta, double x, double t) {
  return ((std::exp(eta) - std::exp(t)) * curve(x - t) + std::expm1(t) * curve(x - t + eta)) /
         std::expm1(eta);
}

TEST(TwoPointRows, CoverEveryStrategyOfEveryPoint) {
  testing::for_each_vector_target([] {
    std::mt19937_64 random{3};
    for (const std::int64_t cells : {1, 2, 5, 24, 40}) {
      const double eta = 0.9;
      const double h = eta / static_cast<double>(cells);
      detail::TwoPointStep step{eta, cells};
      const std::int64_t begin = cells == 5 ? 7 : 0;
      const std::int64_t end = begin + 130;
      const auto size = static_cast<std::size_t>(end + 2 * cells + 1);
      const Bent curve = drawn(random, -eta, static_cast<double>(end + cells) * h);
      detail::LatticeBounds before{std::vector<double>(size), {}};
      for (std::size_t i = 0; i < size; ++i) {
        before.upper[i] = curve((static_cast<double>(i) - static_cast<double>(cells)) * h);
      }
      before.lower = before.upper;
      detail::LatticeBounds after{std::vector<double>(size), std::vector<double>(size)};
      step.advance(before, after, begin, end);
      for (std::int64_t i = begin; i <= end; ++i) {
        const auto at = static_cast<std::size_t>(cells + i);
        const double x = static_cast<double>(i) * h;
        double most = 0;
        for (int s = 0; s <= 400; ++s) {
          most = std::max(most, worth(curve, eta, x, eta * s / 400));
        }
        for (std::int64_t j = 0; j <= cells; ++j) {
          most = std::max(most, worth(curve, eta, x, static_cast<double>(j) * h));
        }
        ASSERT_GE(after.upper[at], most * (1 - 1e-12)) << cells << ' ' << i;
        ASSERT_LE(after.lower[at], most * (1 + 1e-12)) << cells << ' ' << i;
      }
    }
  });
}

}  // namespace
}  // namespace discreet

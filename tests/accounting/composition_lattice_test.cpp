// The lattice of many steps lies above what is known exactly of them, far into the tail, where a step too few shows.
#include "accounting/composition_lattice.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/bounded_range.hpp"
#include "accounting/permute_and_flip.hpp"
#include "accounting/range_plan.hpp"
#include "accounting/two_point_sum.hpp"

namespace discreet::detail {
namespace {

TEST(CompositionLattice, OfOneStepLiesAboveItsCurveEverywhere) {
  for (const double parameter : {0.01, 0.3, 1.0, 4.0}) {
    const std::array flip{Steps{StepKind::laplace, parameter, 1}};
    const std::array range{Steps{StepKind::bounded_range, parameter, 1}};
    const CompositionLattice of_flip{flip, 1e-9, {}};
    const CompositionLattice of_range{range, 1e-9, {}};
    for (int i = 0; i < 500; ++i) {
      const double x = parameter * i / 500;
      EXPECT_GE(of_flip.delta(x), permute_and_flip_closed_delta(parameter, 1, x).lower) << x;
      EXPECT_GE(of_range.delta(x), bounded_range_closed_delta(parameter, 1, x).lower) << x;
    }
  }
}

// Steps that all split their range in the middle are a strategy, so no bound may lie below their curve.
TEST(CompositionLattice, OfManyRangesLosesNoStepInItsGroups) {
  constexpr double eta = 0.05;
  for (const std::uint64_t k : {2U, 257U, 515U}) {
    const TwoPointSteps middle{eta, eta / 2, k};
    for (const double delta : {1e-6, 1e-40, 1e-90}) {
      const double epsilon = two_point_sum_epsilon(middle, delta, {});
      const std::array steps{Steps{StepKind::bounded_range, eta, k}};
      const double bound = CompositionLattice{steps, delta, {}}.delta(epsilon);
      EXPECT_GE(bound, two_point_sum_delta(middle, epsilon, {}).lower) << k << " at " << delta;
    }
  }
}

// Groups are not all of one size: the steps that are left over are in them too.
TEST(CompositionLattice, CountsEveryStepThatIsLeftOver) {
  constexpr double eta = 0.05;
  constexpr double delta = 1e-40;
  for (const std::uint64_t k : {256U * 2U, 171U * 3U, 193U * 4U}) {
    const double epsilon = two_point_sum_epsilon({eta, eta / 2, k}, delta, {});
    const auto bound = [&](std::uint64_t count) {
      const std::array steps{Steps{StepKind::bounded_range, eta, count}};
      return CompositionLattice{steps, delta, {}}.delta(epsilon);
    };
    // One more in k adds 1/k to the variance, and so 92/k to the logarithm of a delta of e^-92.
    EXPECT_GT(bound(k + 1), bound(k) * (1 + 46.0 / static_cast<double>(k))) << k;
  }
}

// Ranges that are nearly equal are not taken for equal; with the least of all in its place the curve must still be above.
TEST(CompositionLattice, OfUnequalRangesCountsEveryList) {
  constexpr double delta = 1e-12;
  std::vector<Steps> steps;
  // Too near to each other for a Gaussian to take the small ones.
  for (std::size_t i = 0; i < 1000; ++i) {
    steps.push_back({StepKind::bounded_range, 0.045 + 0.000005 * static_cast<double>(i), 1});
  }
  const RangePlan plan = plan_ranges(steps, delta);
  ASSERT_TRUE(plan.spread.empty() && !plan.groups.front().group.more.empty());
  const TwoPointSteps middle{0.045, 0.0225, 1000};
  const double epsilon = two_point_sum_epsilon(middle, delta, {});
  const CompositionLattice lattice{steps, delta, {}};
  EXPECT_GE(lattice.delta(epsilon), two_point_sum_delta(middle, epsilon, {}).lower);
  EXPECT_GT(lattice.epsilon(delta), epsilon * 1.02);
}

}  // namespace
}  // namespace discreet::detail

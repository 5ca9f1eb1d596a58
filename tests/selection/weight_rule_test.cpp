#include "selection/weight_rule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/near_scores.hpp"
#include "support/oracle.hpp"
#include "support/random_scores.hpp"

namespace discreet {
namespace {

using detail::WeightRule;
using testing::Oracle;
using testing::RandomScores;

using testing::all_scales;
using testing::near_reference;

template <class T>
void expect_bounds(const WeightRule<T>& rule, T score, double scale) {
  const Oracle gap = Oracle::gap(rule.reference, finite_score(score), scale);
  const Oracle theta = exp(-gap) * Oracle::of(std::uint64_t{1} << rule.bits);
  const std::uint64_t weight = rule.weight(score);
  EXPECT_GE(weight, 1U);
  EXPECT_TRUE(theta <= Oracle::of(weight)) << "a weight below its bound";
  EXPECT_TRUE(Oracle::of(WeightRule<T>::lower_bound(weight)) <= theta) << "not so sure";
}

TEST(WeightRule, BoundsTheThresholdFromAboveAndBelow) {
  testing::for_each_number([]<class T>() {
    RandomScores random;
    for (const double scale : all_scales) {
      for (const unsigned bits : {0U, 1U, 5U, 31U, 48U}) {
        for (int i = 0; i < 40; ++i) {
          const Optimize optimize = random.below(2) == 0 ? Optimize::max : Optimize::min;
          T reference = finite_score(random.any<T>());
          const T other = finite_score(random.any<T>());
          reference =
              optimize == Optimize::max ? std::max(reference, other) : std::min(reference, other);
          const WeightRule<T> rule{reference, scale, bits, optimize};
          expect_bounds(rule, reference, scale);
          expect_bounds(rule, other, scale);
          expect_bounds(rule, near_reference(random, reference, scale, optimize), scale);
        }
      }
    }
  });
}

/// There the chord touches the curve, and only the widening makes up for the roundings.
TEST(WeightRule, BoundsTheThresholdAtWholeNumbersOfHalvings) {
  RandomScores random;
  for (int i = 0; i < 3000; ++i) {
    const double scale = 0.5 + 4.0 * random.unit();
    const WeightRule<double> rule{0.0, scale, 48, Optimize::max};
    const double halvings = static_cast<double>(1 + random.below(3));
    double gap = scale * (halvings * 0.6931471805599453) * (1.0 - 0x1p-51);
    for (int neighbour = 0; neighbour < 8; ++neighbour) {
      expect_bounds(rule, -gap, scale);
      gap = std::nextafter(gap, 10.0 * gap);
    }
  }
}

TEST(WeightRule, FallsAsTheGapGrows) {
  RandomScores random;
  for (const double scale : {1e-320, 1e-3, 1.0, 1e300}) {
    const WeightRule<double> rule{1.0, scale, 40, Optimize::max};
    std::vector<double> gaps;
    for (int i = 0; i < 2000; ++i) {
      // Around whole numbers of halvings, where one chord ends and the next begins.
      const double halvings = static_cast<double>(random.below(45)) * 0.6931471805599453;
      gaps.push_back(scale * (halvings + (random.unit() - 0.5) * 1e-15 * halvings));
    }
    std::sort(gaps.begin(), gaps.end());
    std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    for (const double gap : gaps) {
      const std::uint64_t weight = rule.weight(1.0 - gap);
      EXPECT_LE(weight, last);
      last = weight;
    }
  }
}

/// The curve 2^−f lies no more than 1 − (e ln 2)/2 below its chord: 1/16 is enough, and the widening
/// of 2^−40 more than what rounding takes away.
TEST(WeightRule, ItsConstantsAreDerivedNotCopied) {
  const double least_share = 2.718281828459045 * 0.6931471805599453 / 2.0;
  EXPECT_GT(least_share, 15.0 / 16.0 + 0x1p-8);
  // Five roundings of 2^-53 in the number of halvings, at most 50 of them; three in the chord.
  EXPECT_GT(0x1p-40, 50.0 * 6.0 * 0x1p-52 + 4.0 * 0x1p-53);
}

TEST(WeightRule, ABetterScoreThanTheReferenceWeighsNoMoreThanIt) {
  const WeightRule<double> rule{1.0, 1.0, 48, Optimize::max};
  EXPECT_EQ(rule.weight(1e300), rule.weight(1.0));
  EXPECT_EQ(rule.weight(std::numeric_limits<double>::quiet_NaN()), rule.weight(1.0));
  const WeightRule<std::uint8_t> bytes{7, 1.0, 48, Optimize::max};
  EXPECT_LE(bytes.weight(9), bytes.weight(7));
}

}  // namespace
}  // namespace discreet

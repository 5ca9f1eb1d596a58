#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "selection/weight_rule.hpp"
#include "support/near_scores.hpp"
#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

using detail::WeightRule;
using testing::near_reference;
using testing::RandomScores;

TEST(Weigh, AgreesWithTheScalarRuleBitForBitAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    testing::for_each_number([]<class T>() {
      RandomScores random;
      for (const double scale : testing::all_scales) {
        for (const unsigned bits : {0U, 3U, 36U, 48U}) {
          for (const Optimize optimize : {Optimize::max, Optimize::min}) {
            const T reference = random.any<T>();
            const WeightRule<T> rule{reference, scale, bits, optimize};
            std::vector<T> x(67);
            for (T& v : x) {
              v = random.below(2) == 0 ? random.any<T>()
                                       : near_reference(random, rule.reference, scale, optimize);
            }
            std::vector<std::uint64_t> weights(x.size());
            detail::weigh(x.data(), x.size(), rule, weights.data());
            for (std::size_t i = 0; i < x.size(); ++i) {
              ASSERT_EQ(weights[i], rule.weight(x[i]));
            }
          }
        }
      }
    });
  });
}

TEST(MarkBelowWeight, ComparesOffsetsWithTheScalarRuleAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    testing::for_each_number([]<class T>() {
      RandomScores random;
      for (const std::size_t n : {0U, 1U, 8U, 63U, 67U, 128U}) {
        for (const unsigned bits : {0U, 7U, 36U, 48U}) {
          const Optimize optimize = random.below(2) == 0 ? Optimize::max : Optimize::min;
          const WeightRule<T> rule{random.any<T>(), 1.0, bits, optimize};
          const auto known = static_cast<unsigned>(random.below(bits + 1));
          const std::uint64_t mask = (std::uint64_t{1} << known) - 1;
          std::vector<T> x(n);
          std::vector<std::uint64_t> positions(n);
          std::vector<std::uint64_t> marks((n + 63) / 64);
          for (std::size_t i = 0; i < n; ++i) {
            x[i] = near_reference(random, rule.reference, 1.0, optimize);
            // Also the last offset below the weight, and the first that is not.
            const std::uint64_t edge = (rule.weight(x[i]) >> (bits - known)) + random.below(3) - 1;
            positions[i] = (random.below(1000) << known) + (edge & mask);
          }
          detail::mark_below_weight(x.data(), positions.data(), n, rule, known, marks.data());
          for (std::size_t i = 0; i < n; ++i) {
            const bool below = (positions[i] & mask) << (bits - known) < rule.weight(x[i]);
            ASSERT_EQ(marks[i / 64] >> (i % 64) & 1, below ? 1U : 0U);
          }
        }
      }
    });
  });
}

/// The worst of what comes is a block of equal scores at every gap, of which all bounds take the same side.
void expect_bounds_hold(RandomScores& random, double scale, unsigned bits, Optimize optimize,
                        std::uint64_t others) {
  const float reference = finite_score(random.any<float>());
  std::vector<float> first(67);
  std::vector<float> second(first.size());
  const WeightRule<float> rule{reference, scale, bits, optimize};
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto score = [&] {
      const float any = random.any<float>();
      const bool at_most = optimize == Optimize::max ? finite_score(any) <= reference
                                                     : finite_score(any) >= reference;
      return at_most && random.below(2) == 0 ? any
                                             : near_reference(random, reference, scale, optimize);
    };
    first[i] = score();
    second[i] = random.below(2) == 0 ? first[i] : score();
  }
  std::vector<std::uint64_t> bounds(first.size());
  detail::bound_pairs(first.data(), second.data(), first.size(), others, rule, bounds.data());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::uint64_t exact = rule.weight(first[i]) + others * rule.weight(second[i]);
    ASSERT_GE(bounds[i], exact) << "scale " << scale << ", bits " << bits;
    ASSERT_LE(bounds[i], exact + exact / 2048 + 2 * others + 8)
        << "scale " << scale << ", bits " << bits;
  }
}

TEST(BoundPairs, AreAtLeastTheWeightsAndHardlyMoreAtEveryVectorWidth) {
  testing::for_each_vector_target([] {
    RandomScores random;
    for (const double scale : {1e-17, 1e-9, 0.01, 0.7, 1.0, 3.0, 1e3, 1e17}) {
      for (const unsigned bits : {0U, 3U, 36U, 45U, 48U}) {
        for (const std::uint64_t others : {0U, 1U, 2U, 63U, 8191U}) {
          for (const Optimize optimize : {Optimize::max, Optimize::min}) {
            for (int run = 0; run < 4; ++run) {
              expect_bounds_hold(random, scale, bits, optimize, others);
            }
          }
        }
      }
    }
  });
}

TEST(BoundPairs, AreTakenWhereTheScaleIsOneInAnyArithmetic) {
  const auto quickly = [](double scale) {
    return WeightRule<float>{0.0F, scale, 48, Optimize::max}.bounds_quickly();
  };
  for (const double scale : {1e-17, 1.0, 1e17}) {
    EXPECT_TRUE(quickly(scale));
  }
  for (const double scale : {5e-324, 1e-300, 1e-19, 1e19, 1e308}) {
    EXPECT_FALSE(quickly(scale));
  }
  EXPECT_FALSE((WeightRule<double>{0.0, 1.0, 48, Optimize::max}.bounds_quickly()));
  EXPECT_FALSE((WeightRule<int>{0, 1.0, 48, Optimize::max}.bounds_quickly()));
}

}  // namespace
}  // namespace discreet

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

}  // namespace
}  // namespace discreet

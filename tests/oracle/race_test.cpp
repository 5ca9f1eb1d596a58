#include "oracle/race.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/samplers/noise.hpp"
#include "support/brackets.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;
using Winners = std::vector<std::size_t>;

template <class RV>
auto walk_race(std::size_t depth, const std::vector<double>& scores, double scale, std::size_t k,
               Optimize optimize) {
  return testing::walk_words<1>(depth, [&](ScriptedBits<1>& bits) {
    return reference::race<RV>(bits, std::span<const double>{scores}, scale, k, optimize);
  });
}

// Trees over the words of several numbers grow as a power of the bracket's inverse, so these
// brackets are coarse; the comparison itself has a narrow one in samplers/psrn_test.cpp.
TEST(GumbelRace, IsTheExponentialMechanismOverWords) {
  const std::vector<double> two{0.0, 1.5};
  const std::vector<double> three{0.0, 1.0, 2.0};
  for (const Optimize optimize : {Optimize::max, Optimize::min}) {
    testing::expect_law(walk_race<GumbelRV>(14, two, 1.0, 2, optimize),
                        testing::top_k_law(two, 1.0, 2, optimize, Law::exponential_mechanism),
                        mpq_class{1, 16});
    testing::expect_law(walk_race<GumbelRV>(12, three, 1.0, 2, optimize),
                        testing::top_k_law(three, 1.0, 2, optimize, Law::exponential_mechanism),
                        mpq_class{3, 4});
  }
}

TEST(ExponentialRace, IsPermuteAndFlipOverWords) {
  const std::vector<double> two{0.0, 1.5};
  const std::vector<double> three{0.0, 1.0, 2.0};
  for (const Optimize optimize : {Optimize::max, Optimize::min}) {
    testing::expect_law(walk_race<ExponentialRV>(14, two, 1.0, 1, optimize),
                        testing::top_k_law(two, 1.0, 1, optimize, Law::permute_and_flip),
                        mpq_class{1, 16});
    testing::expect_law(walk_race<ExponentialRV>(12, three, 1.0, 1, optimize),
                        testing::top_k_law(three, 1.0, 1, optimize, Law::permute_and_flip),
                        mpq_class{3, 4});
  }
}

TEST(Race, GivesAllIndicesWhenKIsLarger) {
  ScriptedBits<64> bits{std::vector<std::uint64_t>(16, 0x123456789abcdef0U)};
  const std::vector<double> scores{0.0, 1e9};
  EXPECT_EQ(reference::race<GumbelRV>(bits, std::span<const double>{scores}, 1.0, 5, Optimize::max),
            (Winners{1, 0}));
}

}  // namespace
}  // namespace discreet

#include "oracle/shuffle.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "support/brackets.hpp"
#include "support/decision_walk.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using Order = std::vector<std::size_t>;

template <class Decide>
Order shuffled(Decide& decide, std::size_t n) {
  Order items(n);
  std::iota(items.begin(), items.end(), std::size_t{0});
  sample_shuffle(decide, std::span{items});
  return items;
}

Fraction one_over_factorial(std::size_t n) {
  Fraction p{1};
  for (std::size_t i = 2; i <= n; ++i) {
    p /= static_cast<unsigned long>(i);
  }
  return p;
}

TEST(Shuffle, GivesEveryOrderTheSameProbabilityOverDecisions) {
  std::size_t factorial = 1;
  for (std::size_t n = 1; n <= 6; ++n) {
    factorial *= n;
    const auto law = testing::walk_decisions([&](auto& decide) { return shuffled(decide, n); });
    ASSERT_EQ(law.size(), factorial);
    for (const auto& [order, mass] : law) {
      EXPECT_TRUE(mass.contains(one_over_factorial(n)));
    }
  }
}

TEST(Shuffle, GivesEveryOrderTheSameProbabilityOverWords) {
  using Bits = testing::ScriptedBits<2>;
  for (std::size_t n = 0; n <= 4; ++n) {
    const auto found = testing::walk_words<2>(46, [&](Bits& bits) {
      DrawnDecisions<Bits> decide{bits};
      return shuffled(decide, n);
    });
    std::map<Order, BigInterval> law;
    Order order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      law.emplace(order, BigInterval::of(one_over_factorial(n), testing::law_precision));
    } while (std::next_permutation(order.begin(), order.end()));
    testing::expect_law(found, law);
  }
}

TEST(Shuffle, LeavesNothingToDrawForNoneOrOne) {
  testing::ScriptedBits<64> bits{{}};
  DrawnDecisions decide{bits};
  EXPECT_EQ(shuffled(decide, 0), Order{});
  EXPECT_EQ(shuffled(decide, 1), Order{0});
}

}  // namespace
}  // namespace discreet

#include "support/first_above_law.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "samplers/first_above.hpp"
#include "support/brackets.hpp"
#include "support/word_walk.hpp"

// The first score above a threshold, enumerated over all words of all numbers. What a walk leaves open lies along the
// surfaces on which a noisy score equals the noisy threshold (psrn_law_test.cpp says more): scores well below the
// threshold have short ones, and are walked to a finer bracket.

namespace discreet {
namespace {
namespace first_above {

using Scores = std::vector<Fraction>;
using testing::ScriptedBits;

template <unsigned Width>
auto walked(std::size_t depth, const Scores& x, const Fraction& threshold, const Fraction& scale) {
  return testing::walk_words<Width>(depth, [&](ScriptedBits<Width>& bits) {
    return sample_first_above(bits, x, threshold, scale);
  });
}

template <unsigned Width>
void expect_first_above(std::size_t depth, const mpq_class& widest) {
  const Fraction third{1, 3};
  for (const Scores& x : {Scores{0}, Scores{1, 0}, Scores{-third, third}, Scores{-1, 2, 0},
                          Scores{third, third, third}}) {
    const Fraction threshold{1, 4};
    testing::expect_law(walked<Width>(depth, x, threshold, 2),
                        testing::first_above_law(x, threshold, 2), widest);
  }
}

TEST(FirstAbove, HasItsLawOverAllWordsOfThreeScores) {
  expect_first_above<1>(16, mpq_class{1, 16});
  expect_first_above<2>(16, mpq_class{1, 16});
  expect_first_above<3>(15, mpq_class{1, 7});
}

TEST(FirstAbove, HasItsLawFurtherOverAllWordsOfTwoScores) {
  const Scores x{Fraction{-14, 3}, Fraction{-5}};
  testing::expect_law(walked<1>(22, x, 0, 1), testing::first_above_law(x, 0, 1),
                      mpq_class{1, 1 << 8});
}

TEST(FirstAbove, AtScaleZeroComparesTheScoresAndDrawsNothing) {
  ScriptedBits<1> none{{}};
  EXPECT_EQ(sample_first_above(none, Scores{1, 2, 3, 4}, 2, 0), 2U);
  EXPECT_EQ(sample_first_above(none, Scores{1, 2}, 2, 0), std::nullopt);
  EXPECT_EQ(sample_first_above(none, Scores{}, 2, 0), std::nullopt);
}

TEST(FirstAbove, OfNoScoresIsNothingAndDrawsNothing) {
  ScriptedBits<1> none{{}};
  EXPECT_EQ(sample_first_above(none, Scores{}, 0, 1), std::nullopt);
}

}  // namespace first_above
}  // namespace
}  // namespace discreet

#include "samplers/discrete_gaussian.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/expect_error.hpp"
#include "support/integer_noise.hpp"
#include "support/laws.hpp"
#include "support/oracle.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::Oracle;
using testing::ScriptedBits;

/// e^(−x²/2σ²) over its own sum for |x|, straight from the definition.
std::map<std::uint64_t, BigInterval> magnitude_law(const Fraction& variance) {
  std::map<std::uint64_t, BigInterval> law;
  BigInterval sum = BigInterval::of(0, testing::law_precision);
  for (std::uint64_t m = 0; m < 60; ++m) {
    const Fraction x = exact_fraction(m);
    const BigInterval weight =
        exp(-BigInterval::of(Fraction{x * x / (2 * variance)}, testing::law_precision));
    law.emplace(m, m == 0 ? weight : weight + weight);
    sum = sum + law.at(m);
  }
  for (auto& [m, weight] : law) {
    weight = weight / sum;
  }
  return law;
}

/// One proposal is walked. What it keeps is its law up to a factor, and every further proposal, drawn
/// from fresh words, is a copy: so the law of the first that is kept follows by a division.
template <unsigned Width>
void expect_gaussian(const Fraction& variance) {
  // Each of some hundred leaves of the proposal has a coin, so 31 bits and the rest of a word.
  constexpr std::size_t depth = (31 + Width - 1) / Width * Width;
  const DiscreteGaussian law{variance};
  const auto one = testing::walk_words<Width>(
      depth, [&](ScriptedBits<Width>& bits) { return try_gaussian_magnitude(bits, law); });
  testing::Brackets<std::uint64_t> found;
  mpq_class kept = 0;
  for (const auto& [m, mass] : one.decided) {
    kept += m ? mass : mpq_class{0};
  }
  EXPECT_GT(kept, mpq_class(1, 2));
  // P(m) lies from mass / (kept + undecided) to (mass + undecided) / kept.
  for (const auto& [m, mass] : one.decided) {
    if (m) {
      found.decided[*m] = mass / (kept + one.undecided);
    }
  }
  found.undecided = 2 * one.undecided / kept / kept;
  testing::expect_law(found, magnitude_law(variance));
}

TEST(DiscreteGaussian, HasItsLawOverAllWords) {
  expect_gaussian<1>(Fraction{1, 100});
  expect_gaussian<4>(Fraction{1, 100});
  expect_gaussian<1>(Fraction{4, 3});
  expect_gaussian<2>(Fraction{1, 3});
  expect_gaussian<3>(Fraction{1, 20});
}

TEST(DiscreteGaussian, KeepsAProposalByItsLawOverAllWordsOfEveryWidth) {
  const Fraction variance{10, 7};
  const DiscreteGaussian law{variance};
  const Fraction centre = variance / law.proposal().scale().exact();
  testing::for_each_width([&]<unsigned Width>() {
    for (std::uint64_t m = 0; m < 6; ++m) {
      const auto found = testing::walk_words<Width>(
          28, [&](ScriptedBits<Width>& bits) { return sample_bernoulli_exp(bits, law.excess(m)); });
      const Fraction away = exact_fraction(m) - centre;
      const BigInterval kept =
          exp(-BigInterval::of(Fraction{away * away / (2 * variance)}, testing::law_precision));
      std::map<bool, BigInterval> coin;
      coin.emplace(true, kept);
      coin.emplace(false, BigInterval::of(1, testing::law_precision) - kept);
      testing::expect_law(found, coin);
    }
  });
}

TEST(DiscreteGaussian, ItsExcessIsEnclosed) {
  testing::for_noise_scales([](const Fraction& b, testing::RandomScores& random) {
    const Fraction variance = b * b;
    const std::uint64_t m = testing::some_step(b, random);
    const DiscreteGaussian law{variance};
    const Oracle spread = testing::oracle_of(variance);
    const Oracle centre = spread / testing::oracle_of(law.proposal().scale().exact());
    const Oracle away = Oracle::of(m) - centre;
    const Oracle sum = Oracle::of(m) + centre;
    ASSERT_TRUE(testing::is_enclosed(law.excess(m), away * away / (2.0 * spread),
                                     sum * sum / (2.0 * spread)))
        << variance << ' ' << m;
  });
}

TEST(DiscreteGaussian, ProposesAgainFromFreshWordsUntilOneIsKept) {
  constexpr std::uint64_t half = std::uint64_t{1} << 63U;
  constexpr std::uint64_t last = ~std::uint64_t{0};
  // σ = 10, t = 10.25: a first word of 2^20 proposes some 312, which no word keeps; the next is 7.
  ScriptedBits<64> bits{{std::uint64_t{1} << 20U, 1, half, 0, half}};
  EXPECT_EQ(sample_discrete_gaussian(bits, DiscreteGaussian{100}), -7);
  EXPECT_EQ(bits.tally().words, 5U);
  ScriptedBits<64> zero{{last, 0}};
  EXPECT_EQ(sample_discrete_gaussian(zero, DiscreteGaussian{100}), 0);
  EXPECT_EQ(zero.tally().words, 2U);
}

TEST(DiscreteGaussian, TakesVariancesFromNearNothingToTheGreatest) {
  const Fraction greatest = exact_fraction(0x1p80);
  ScriptedBits<64> bits{{std::uint64_t{1} << 63U, 0, 0}};
  EXPECT_GT(sample_discrete_gaussian(bits, DiscreteGaussian{greatest}), 0);
  Fraction tiny{1};
  tiny >>= 3000;
  ScriptedBits<64> others{{std::uint64_t{1} << 63U, 0, 0}};
  EXPECT_EQ(sample_discrete_gaussian(others, DiscreteGaussian{tiny}), 0);
  for (const Fraction& bad :
       {Fraction{0}, Fraction{-1, 7}, Fraction{greatest + Fraction{1, 1000}}}) {
    expect_error(bad_parameter, [&] { return DiscreteGaussian{bad}; }, "variance");
  }
}

}  // namespace
}  // namespace discreet

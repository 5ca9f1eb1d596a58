#include "samplers/geometric.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/expect_error.hpp"
#include "support/integer_noise.hpp"
#include "support/laws.hpp"
#include "support/oracle.hpp"
#include "support/word_walk.hpp"
#include "support/words_then_zeros.hpp"

namespace discreet {
namespace {

using testing::Oracle;
using testing::ScriptedBits;

/// q^k (1 − q) for q = e^(−1/b), straight from the definition, as far as a walk of 2^−27 can see.
std::map<std::uint64_t, BigInterval> geometric_law(const Fraction& scale) {
  const BigInterval q = exp(-BigInterval::of(Fraction{1 / scale}, testing::law_precision));
  const BigInterval rest = BigInterval::of(1, testing::law_precision) - q;
  BigInterval power = BigInterval::of(1, testing::law_precision);
  std::map<std::uint64_t, BigInterval> law;
  for (std::uint64_t k = 0; k < 200; ++k) {
    law.emplace(k, power * rest);
    power = power * q;
  }
  return law;
}

template <unsigned Width>
void expect_geometric(const Fraction& scale) {
  constexpr std::size_t depth = (27 + Width - 1) / Width * Width;
  const Geometric law{NoiseScale{scale}};
  const auto found = testing::walk_words<Width>(
      depth, [&](ScriptedBits<Width>& bits) { return sample_geometric(bits, law); });
  testing::expect_law(found, geometric_law(scale));
}

TEST(Geometric, HasItsLawOverAllWordsOfEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    expect_geometric<Width>(Fraction{1, 40});
    expect_geometric<Width>(Fraction{1, 2});
    expect_geometric<Width>(1);
    expect_geometric<Width>(Fraction{10, 7});
  });
  expect_geometric<1>(Fraction{13, 3});
  expect_geometric<8>(Fraction{13, 3});
}

TEST(Geometric, ItsTailIsEnclosed) {
  testing::for_noise_scales([](const Fraction& b, testing::RandomScores& random) {
    const Geometric law{NoiseScale{b}};
    const std::uint64_t k = testing::some_step(b, random);
    const Oracle chance = exp(-(Oracle::of(k) / testing::oracle_of(b)));
    ASSERT_TRUE(testing::is_enclosed(law.at_least(k), chance, chance)) << b << ' ' << k;
  });
}

TEST(Geometric, ItsStepsAreEnclosed) {
  testing::for_noise_scales([](const Fraction& b, testing::RandomScores& random) {
    const Geometric law{NoiseScale{b}};
    const Interval u = testing::some_cell(random);
    const Interval y = law.steps(u);
    for (const double point : {u.lo, u.lo / 2 + u.hi / 2, u.hi}) {
      const Oracle exact = -(testing::oracle_of(b) * log(Oracle{point}));
      ASSERT_TRUE(testing::contains(y, exact, Oracle{0.0})) << b << ' ' << point;
    }
  });
}

TEST(Geometric, IsRightAtTheWordsAroundEveryEdge) {
  testing::for_noise_scales([](const Fraction& b, testing::RandomScores& random) {
    const Geometric law{NoiseScale{b}};
    const std::uint64_t k =
        1 + testing::some_step(b, random) % (1 + static_cast<std::uint64_t>(b.get_d()));
    const Oracle chance = exp(-(Oracle::of(k) / testing::oracle_of(b)));
    if (chance <= Oracle{0x1p-20}) {
      return;
    }
    testing::for_words_around(chance, [&](std::uint64_t word, bool below) {
      WordsThenZeros bits{{word}};
      ASSERT_EQ(sample_geometric(bits, law), below ? k : k - 1) << b << ' ' << k;
    });
  });
}

TEST(Geometric, TakesOneWordAwayFromTheEdge) {
  ScriptedBits<64> bits{{~std::uint64_t{0}, std::uint64_t{1} << 63U, std::uint64_t{1} << 20U}};
  const Geometric law{NoiseScale{10}};
  EXPECT_EQ(sample_geometric(bits, law), 0U);
  EXPECT_EQ(sample_geometric(bits, law), 6U);    // 10 ln 2
  EXPECT_EQ(sample_geometric(bits, law), 304U);  // 10 · 44 ln 2
  EXPECT_EQ(bits.tally(), (Tally{.words = 3, .comparisons = 3, .fallbacks = 0}));
}

TEST(Geometric, GoesOnWithTheSameStringWhereTheFirstWordIsNotEnough) {
  WordsThenZeros bits{{0, 0, 1}};  // U = 2^−192
  const Geometric law{NoiseScale{exact_fraction(0x1p40)}};
  const std::uint64_t k = sample_geometric(bits, law);
  const double expected = 0x1p40 * 192 * std::log(2.0);
  EXPECT_NEAR(static_cast<double>(k), expected, 2.0);
  EXPECT_GE(bits.tally().fallbacks, 1U);
}

TEST(Geometric, NeedsAScaleAboveZeroAndNotPastTheGreatest) {
  for (const Fraction& bad : {Fraction{0}, Fraction{-1}, Fraction{-1, 3},
                              Fraction{exact_fraction(0x1p40) + Fraction{1, 1000}}}) {
    expect_error(bad_parameter, [&] { return NoiseScale{bad}; }, "scale");
  }
  EXPECT_EQ(NoiseScale{exact_fraction(0x1p40)}.exact(), exact_fraction(0x1p40));
}

TEST(Geometric, GivesUpOnAGeneratorThatIsStuck) {
  WordsThenZeros bits{{}};
  const Geometric law{NoiseScale{exact_fraction(0x1p40)}};
  expect_error(no_entropy, [&] { return sample_geometric(bits, law); });
}

}  // namespace
}  // namespace discreet

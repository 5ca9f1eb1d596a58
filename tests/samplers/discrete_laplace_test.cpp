#include "samplers/discrete_laplace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

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

using Bound = std::optional<std::uint64_t>;

/// e^(−|x|/b) over its own sum, straight from the definition.
std::map<std::int64_t, BigInterval> laplace_law(const Fraction& scale, Bound bound) {
  const std::int64_t most = bound ? static_cast<std::int64_t>(*bound) : 200;
  std::map<std::int64_t, BigInterval> law;
  BigInterval sum = BigInterval::of(0, testing::law_precision);
  for (std::int64_t x = -most; x <= most; ++x) {
    const Fraction size = exact_fraction(x < 0 ? -x : x);
    law.emplace(x, exp(-BigInterval::of(Fraction{size / scale}, testing::law_precision)));
    sum = sum + law.at(x);
  }
  for (auto& [x, weight] : law) {
    weight = weight / sum;
  }
  return law;
}

/// The same for |x|.
std::map<std::uint64_t, BigInterval> magnitude_law(const Fraction& scale, Bound bound) {
  std::map<std::uint64_t, BigInterval> law;
  for (const auto& [x, chance] : laplace_law(scale, bound)) {
    if (x >= 0) {
      law.emplace(static_cast<std::uint64_t>(x), x == 0 ? chance : chance + chance);
    }
  }
  return law;
}

template <unsigned Width>
void expect_magnitude(const Fraction& scale, Bound bound = std::nullopt) {
  constexpr std::size_t depth = (26 + Width - 1) / Width * Width;
  const DiscreteLaplace law{NoiseScale{scale}, bound};
  const auto found = testing::walk_words<Width>(
      depth, [&](ScriptedBits<Width>& bits) { return sample_magnitude(bits, law); });
  testing::expect_law(found, magnitude_law(scale, bound));
}

template <unsigned Width>
void expect_laplace(const Fraction& scale, Bound bound = std::nullopt) {
  constexpr std::size_t depth = (27 + Width - 1) / Width * Width;
  const DiscreteLaplace law{NoiseScale{scale}, bound};
  const auto found = testing::walk_words<Width>(
      depth, [&](ScriptedBits<Width>& bits) { return sample_discrete_laplace(bits, law); });
  testing::expect_law(found, laplace_law(scale, bound));
}

TEST(DiscreteLaplace, HasItsLawOverAllWords) {
  testing::for_each_width([]<unsigned Width>() { expect_laplace<Width>(Fraction{1, 10}); });
  expect_laplace<1>(Fraction{10, 7});
  expect_laplace<2>(Fraction{1, 2});
  expect_laplace<3>(Fraction{1, 2});
}

TEST(DiscreteLaplace, ItsMagnitudeHasItsLawOverAllWordsOfEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    expect_magnitude<Width>(Fraction{1, 40});
    expect_magnitude<Width>(Fraction{10, 7});
  });
}

TEST(DiscreteLaplace, HasItsLawWithinABoundOverAllWordsOfEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    expect_magnitude<Width>(Fraction{1, 2}, 1);
    expect_magnitude<Width>(Fraction{10, 7}, 3);
    expect_magnitude<Width>(exact_fraction(0x1p40), 4);
  });
  expect_laplace<1>(2, 9);
  expect_laplace<2>(100, 2);
}

TEST(DiscreteLaplace, ItsSignsAreEvenForEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    const auto found = testing::walk_words<Width>(
        Width, [](ScriptedBits<Width>& bits) { return sample_sign(bits, 3); });
    EXPECT_EQ(found.decided,
              (std::map<std::int64_t, mpq_class>{{-3, mpq_class{1, 2}}, {3, mpq_class{1, 2}}}));
  });
}

Bound some_bound(const Fraction& scale, testing::RandomScores& random) {
  return random.below(3) == 0 ? std::nullopt : Bound{1 + testing::some_step(scale, random)};
}

struct TailOracle {
  Oracle scale;
  Oracle factor;  // C
  Oracle past;    // T
};

TailOracle tail_oracle(const Fraction& b, Bound bound) {
  const Oracle scale = testing::oracle_of(b);
  const Oracle factor = 2.0 / (1.0 + exp(-1.0 / scale));
  const Oracle past = bound ? factor * exp(-(Oracle::of(*bound + 1) / scale)) : Oracle{0.0};
  return {scale, factor, past};
}

TEST(DiscreteLaplace, ItsTailIsEnclosed) {
  testing::for_noise_scales([](const Fraction& b, testing::RandomScores& random) {
    const Bound bound = some_bound(b, random);
    std::uint64_t k = 1 + testing::some_step(b, random);
    k = bound ? 1 + k % *bound : k;
    const DiscreteLaplace law{NoiseScale{b}, bound};
    const TailOracle exact = tail_oracle(b, bound);
    const Oracle tail = exact.factor * exp(-(Oracle::of(k) / exact.scale));
    const Oracle within = 1.0 - exact.past;
    // What the difference of nearly equal tails loses is part of the oracle's error.
    ASSERT_TRUE(testing::is_enclosed(law.at_least(k), (tail - exact.past) / within,
                                     (bound ? 1.0 / within : tail)))
        << b << ' ' << k;
  });
}

TEST(DiscreteLaplace, ItsStepsAreEnclosed) {
  testing::for_noise_scales([](const Fraction& b, testing::RandomScores& random) {
    const Bound bound = some_bound(b, random);
    const DiscreteLaplace law{NoiseScale{b}, bound};
    const TailOracle exact = tail_oracle(b, bound);
    const Interval u = testing::some_cell(random);
    const Interval y = law.steps(u);
    for (const double point : {u.lo, u.lo / 2 + u.hi / 2, u.hi}) {
      const Oracle whole = exact.past + (1.0 - exact.past) * Oracle{point};
      const Oracle steps = exact.scale * (log(exact.factor) - log(whole));
      const Oracle error = exact.scale.times_two_to_minus(440);
      ASSERT_TRUE(testing::contains(y, steps, error)) << b << ' ' << point;
    }
  });
}

TEST(DiscreteLaplace, IsRightAtTheWordsAroundEveryEdge) {
  testing::for_noise_scales([](const Fraction& b, testing::RandomScores& random) {
    const Bound bound = some_bound(b, random);
    std::uint64_t k =
        1 + testing::some_step(b, random) % (1 + static_cast<std::uint64_t>(b.get_d()));
    k = bound ? 1 + k % *bound : k;
    const TailOracle exact = tail_oracle(b, bound);
    const Oracle tail = exact.factor * exp(-(Oracle::of(k) / exact.scale));
    const Oracle chance = (tail - exact.past) / (1.0 - exact.past);
    if (chance <= Oracle{0x1p-20}) {
      return;
    }
    const DiscreteLaplace law{NoiseScale{b}, bound};
    testing::for_words_around(chance, [&](std::uint64_t word, bool below) {
      WordsThenZeros bits{{word}};
      ASSERT_EQ(sample_magnitude(bits, law), below ? k : k - 1) << b << ' ' << k;
    });
  });
}

TEST(DiscreteLaplace, TakesTwoWordsAwayFromTheEdgeAndNoSignForZero) {
  constexpr std::uint64_t half = std::uint64_t{1} << 63U;
  ScriptedBits<64> bits{{~std::uint64_t{0}, half, half - 1, half, half}};
  const DiscreteLaplace law{NoiseScale{10}};
  EXPECT_EQ(sample_discrete_laplace(bits, law), 0);
  EXPECT_EQ(sample_discrete_laplace(bits, law), 7);  // 10 ln 2 + 1/2
  EXPECT_EQ(sample_discrete_laplace(bits, law), -7);
  EXPECT_EQ(bits.tally(), (Tally{.words = 5, .comparisons = 3, .fallbacks = 0}));
}

TEST(DiscreteLaplace, DrawsNothingWithinABoundOfZero) {
  ScriptedBits<64> bits{{}};
  EXPECT_EQ(sample_discrete_laplace(bits, DiscreteLaplace{NoiseScale{10}, 0}), 0);
}

TEST(DiscreteLaplace, NeedsABoundThatIsNotPastTheGreatest) {
  constexpr std::uint64_t greatest = std::uint64_t{1} << 60U;
  expect_error(bad_parameter, [] { return DiscreteLaplace{NoiseScale{1}, greatest + 1}; }, "bound");
  EXPECT_EQ((DiscreteLaplace{NoiseScale{1}, greatest}.greatest()), greatest);
}

}  // namespace
}  // namespace discreet

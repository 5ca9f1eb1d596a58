#include "samplers/poisson.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;

/// e^−mean · mean^k / k!, straight from the definition.
std::map<std::uint64_t, BigInterval> poisson_law(unsigned mean) {
  std::map<std::uint64_t, BigInterval> law;
  Fraction term = 1;
  for (std::uint64_t k = 0; k < 70; ++k) {
    if (k > 0) {
      term *= Fraction(mean, static_cast<unsigned long>(k));
    }
    law.emplace(k, exp(-BigInterval::of(mean, testing::law_precision)) *
                       BigInterval::of(term, testing::law_precision));
  }
  return law;
}

template <unsigned Width>
void expect_poisson(unsigned mean) {
  // Some forty boundaries stay undecided, so 27 bits and the rest of a word.
  constexpr std::size_t depth = (27 + Width - 1) / Width * Width;
  const auto found = testing::walk_words<Width>(
      depth, [&](ScriptedBits<Width>& bits) { return sample_poisson(bits, mean); });
  testing::expect_law(found, poisson_law(mean));
}

TEST(Poisson, HasItsLawOverAllWordsOfEveryWidth) {
  testing::for_each_width([]<unsigned Width>() {
    expect_poisson<Width>(1);
    expect_poisson<Width>(4);
  });
  expect_poisson<1>(16);
  expect_poisson<8>(16);
}

TEST(Poisson, ItsTableContainsTheSums) {
  for (unsigned mean = 1; mean <= 16; ++mean) {
    for (std::uint64_t k = 0; k < 100; ++k) {
      const PoissonAtMost chance{mean, k};
      const Interval exact = enclosing_doubles(chance.enclose(300));
      const Interval quick = chance.quick();
      EXPECT_LE(quick.lo, exact.lo);
      EXPECT_GE(quick.hi, std::min(exact.hi, 1.0));  // a probability
      EXPECT_LE(quick.hi - quick.lo, 0x1p-44 * exact.hi);
    }
  }
}

TEST(Poisson, RefusesAMeanItHasNoTableFor) {
  ScriptedBits<64> bits{{0, 0}};
  EXPECT_THROW(sample_poisson(bits, 0), Error);
  EXPECT_THROW(sample_poisson(bits, 17), Error);
}

}  // namespace
}  // namespace discreet

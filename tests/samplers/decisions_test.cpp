#include "samplers/decisions.hpp"

#include <cstdint>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "support/brackets.hpp"
#include "support/every_width.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;

using Two = std::pair<std::uint64_t, std::uint64_t>;

std::map<Two, BigInterval> law_of_two(std::uint64_t m, unsigned bits) {
  const std::uint64_t sides = std::uint64_t{1} << bits;
  std::map<Two, BigInterval> law;
  for (std::uint64_t first = 0; first < m; ++first) {
    for (std::uint64_t second = 0; second < sides; ++second) {
      const Fraction share{1UL, static_cast<unsigned long>(m * sides)};
      law.emplace(Two{first, second}, BigInterval::of(share, testing::law_precision));
    }
  }
  return law;
}

TEST(DrawnDecisions, TwoOfOneDrawAreUniformAndIndependent) {
  testing::for_each_width([]<unsigned Width>() {
    for (const std::uint64_t m : {1U, 2U, 3U, 5U, 8U}) {
      for (const unsigned bits : {0U, 1U, 3U, 5U}) {
        const auto found = testing::walk_words<Width>(36, [&](ScriptedBits<Width>& words) {
          DrawnDecisions decide{words};
          BelowTwo<DrawnDecisions<ScriptedBits<Width>>> two{decide, m, bits};
          return Two{two.first(), two.second()};
        });
        testing::expect_law(found, law_of_two(m, bits));
      }
    }
  });
}

}  // namespace
}  // namespace discreet

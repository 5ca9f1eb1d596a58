// The straight rounds and their peeling against the laws' own formulas, over decisions and over
// words.
#include "oracle/peel.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "support/brackets.hpp"
#include "support/decision_walk.hpp"
#include "support/laws.hpp"
#include "support/peel_cases.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::expect_same_law;
using testing::PeelCase;

class PeelLaw : public ::testing::TestWithParam<Law> {};

TEST_P(PeelLaw, IsTheStatedLawOverDecisions) {
  for (const PeelCase& c : testing::peel_cases()) {
    for (const Optimize optimize : {Optimize::max, Optimize::min}) {
      for (std::size_t k = 1; k <= 3; ++k) {
        const auto found = testing::walk_decisions([&](auto& decide) {
          return reference::peel(decide, std::span<const double>{c.scores}, c.scale, k, optimize,
                                 GetParam());
        });
        expect_same_law(found, testing::top_k_law(c.scores, c.scale, k, optimize, GetParam()));
      }
    }
  }
}

void expect_word_law(Law law, std::size_t depth, const mpq_class& widest, std::size_t k_most) {
  using Bits = testing::ScriptedBits<1>;
  const std::vector<PeelCase> cases{{{0.0, 1.0}, 1.0}, {{0.0, 1.0, 1.0}, 2.0}};
  for (const PeelCase& c : cases) {
    for (std::size_t k = 1; k <= k_most; ++k) {
      const auto found = testing::walk_words<1>(depth, [&](Bits& bits) {
        DrawnDecisions<Bits> decide{bits};
        return reference::peel(decide, std::span<const double>{c.scores}, c.scale, k, Optimize::max,
                               law);
      });
      testing::expect_law(found, testing::top_k_law(c.scores, c.scale, k, Optimize::max, law),
                          widest);
    }
  }
}

TEST(PermuteAndFlipLaw, IsTheStatedLawOverWords) {
  expect_word_law(Law::permute_and_flip, 34, testing::narrow, 2);
}

// A rejected proposal costs few bits, so the tree of the exponential mechanism's loop is wide: its
// bracket stays coarse here and is narrow over decisions, where the loop is summed.
TEST(ExponentialMechanismLaw, IsTheStatedLawOverWords) {
  expect_word_law(Law::exponential_mechanism, 16, mpq_class{1, 4}, 2);
}

TEST_P(PeelLaw, TellsIntegersApartThatADoubleCannot) {
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> scores{top - 1, top, top - 2};
  const auto found = testing::walk_decisions([&](auto& decide) {
    return reference::peel(decide, std::span<const std::int64_t>{scores}, 1.0, 2, Optimize::max,
                           GetParam());
  });
  expect_same_law(found, testing::top_k_law(scores, 1.0, 2, Optimize::max, GetParam()));
}

TEST_P(PeelLaw, CountsInfinitiesAsTheLargestFiniteScores) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  const std::vector<double> infinite{inf, 0.0, -inf};
  const std::vector<double> finite{largest, 0.0, -largest};
  for (const Optimize optimize : {Optimize::max, Optimize::min}) {
    const auto found = testing::walk_decisions([&](auto& decide) {
      return reference::peel(decide, std::span<const double>{infinite}, largest, 3, optimize,
                             GetParam());
    });
    expect_same_law(found, testing::top_k_law(finite, largest, 3, optimize, GetParam()));
  }
}

INSTANTIATE_TEST_SUITE_P(BothLaws, PeelLaw,
                         ::testing::Values(Law::exponential_mechanism, Law::permute_and_flip));

}  // namespace
}  // namespace discreet

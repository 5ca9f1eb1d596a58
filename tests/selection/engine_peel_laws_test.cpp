// The law tests of the straight algorithms (reference/round_laws_test.cpp), on the engine: the same
// inputs, over decisions and over words.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "support/brackets.hpp"
#include "support/laws.hpp"
#include "support/peel_cases.hpp"
#include "support/state_walk.hpp"
#include "support/tiny_shapes.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::PeelCase;
using testing::Tiny;
using testing::Turns;

template <class S, class T>
void expect_peel_law(const std::vector<T>& scores, const std::vector<T>& finite, double scale,
                     std::size_t k, Optimize optimize, Law law) {
  SCOPED_TRACE(::testing::PrintToString(scores) + " k=" + std::to_string(k));
  const detail::ScoreView<T> view{std::span<const T>{scores}};
  const auto found = testing::walk_states([&](testing::WalkedStates& decide) {
    return detail::engine_top_k<S>(decide, view, scale, k, optimize, law, 1);
  });
  testing::expect_law(found, testing::top_k_law(finite, scale, k, optimize, law));
}

class EnginePeelLaw : public ::testing::TestWithParam<Law> {};

TEST_P(EnginePeelLaw, IsTheStatedLawOverDecisionsWithoutATree) {
  for (const PeelCase& c : testing::peel_cases()) {
    for (const Optimize optimize : {Optimize::max, Optimize::min}) {
      for (std::size_t k = 1; k <= 3; ++k) {
        expect_peel_law<Tiny<8, 2, 0>>(c.scores, c.scores, c.scale, k, optimize, GetParam());
      }
    }
  }
}

TEST(EnginePeelLawOf, TheExponentialMechanismIsTheStatedLawOverDecisionsInATree) {
  for (const PeelCase& c : testing::peel_cases()) {
    for (const Optimize optimize : {Optimize::max, Optimize::min}) {
      for (std::size_t k = 1; k <= 3; ++k) {
        expect_peel_law<Tiny<1, 2, 8>>(c.scores, c.scores, c.scale, k, optimize,
                                       Law::exponential_mechanism);
        expect_peel_law<Turns<2, 2, 8>>(c.scores, c.scores, c.scale, k, optimize,
                                        Law::exponential_mechanism);
      }
    }
  }
}

TEST(EnginePeelLawOf, PermuteAndFlipIsTheStatedLawOverDecisionsInATree) {
  for (const PeelCase& c : testing::peel_cases()) {
    expect_peel_law<Turns<2, 1, 8>>(c.scores, c.scores, c.scale, c.scores.size() < 4 ? 3 : 1,
                                    Optimize::max, Law::permute_and_flip);
    expect_peel_law<Turns<2, 1, 0>>(c.scores, c.scores, c.scale, c.scores.size() < 4 ? 2 : 1,
                                    Optimize::min, Law::permute_and_flip);
  }
}

// Each decision draws words of its own, so these trees are wider than the straight algorithms', and
// their brackets coarser; over decisions they are narrow, and each decision's own words have their
// narrow brackets in tests/samplers.
void expect_word_law(Law law, std::size_t depth, const mpq_class& widest) {
  using Bits = testing::ScriptedBits<1>;
  const std::vector<PeelCase> cases{{{0.0, 1.0}, 1.0}, {{0.0, 1.0, 1.0}, 2.0}};
  for (const PeelCase& c : cases) {
    const detail::ScoreView<double> view{std::span<const double>{c.scores}};
    for (std::size_t k = 1; k <= 2; ++k) {
      const auto found = testing::walk_words<1>(depth, [&](Bits& bits) {
        DrawnDecisions<Bits> decide{bits};
        return detail::engine_top_k<Tiny<8, 0, 0>>(decide, view, c.scale, k, Optimize::max, law, 1);
      });
      testing::expect_law(found, testing::top_k_law(c.scores, c.scale, k, Optimize::max, law),
                          widest);
    }
  }
}

TEST(EnginePeelLawOf, PermuteAndFlipIsTheStatedLawOverWords) {
  expect_word_law(Law::permute_and_flip, 34, testing::narrow);
}

TEST(EnginePeelLawOf, TheExponentialMechanismIsTheStatedLawOverWords) {
  expect_word_law(Law::exponential_mechanism, 16, mpq_class{1, 2});
}

TEST_P(EnginePeelLaw, TellsIntegersApartThatADoubleCannot) {
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> scores{top - 1, top, top - 2};
  expect_peel_law<Tiny<8, 2, 0>>(scores, scores, 1.0, 2, Optimize::max, GetParam());
  expect_peel_law<Turns<1, 1, 8>>(scores, scores, 1.0, 2, Optimize::max, GetParam());
}

TEST_P(EnginePeelLaw, CountsInfinitiesAsTheLargestFiniteScores) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  const std::vector<double> infinite{inf, 0.0, -inf};
  const std::vector<double> finite{largest, 0.0, -largest};
  for (const Optimize optimize : {Optimize::max, Optimize::min}) {
    expect_peel_law<Tiny<8, 2, 0>>(infinite, finite, largest, 3, optimize, GetParam());
    expect_peel_law<Turns<1, 1, 8>>(infinite, finite, largest, 3, optimize, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(BothLaws, EnginePeelLaw,
                         ::testing::Values(Law::exponential_mechanism, Law::permute_and_flip));

}  // namespace
}  // namespace discreet

// The engine's rounds on tiny inputs and tiny shapes, over decisions with their exact laws attached:
// every ordered top-k is bracketed, and the bracket contains the law.
#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selection/engine.hpp"
#include "support/brackets.hpp"
#include "support/laws.hpp"
#include "support/state_walk.hpp"
#include "support/tiny_shapes.hpp"

namespace discreet {
namespace {

using testing::Closed;
using testing::Flat;
using testing::FlatFours;
using testing::FlatTurns;
using testing::Lasting;
using testing::NearBest;
using testing::NearBestPairs;
using testing::NearBlocks;
using testing::NearPairs;
using testing::NearTurns;
using testing::Pairs;
using testing::Patient;
using testing::Single;
using testing::Tiny;
using testing::Turns;

template <class S, class T>
void expect_engine_law(const std::vector<T>& scores, double scale, std::size_t k, Optimize optimize,
                       Law law) {
  SCOPED_TRACE(::testing::PrintToString(scores) + " k=" + std::to_string(k) + " W=2^" +
               std::to_string(S::weight_bits));
  const detail::ScoreView<T> view{std::span<const T>{scores}};
  const auto found = testing::walk_states([&](testing::WalkedStates& decide) {
    return detail::engine_top_k<S>(decide, view, scale, k, optimize, law, 1);
  });
  testing::expect_law(found, testing::top_k_law(scores, scale, k, optimize, law));
}

using Doubles = std::vector<double>;
constexpr double huge = std::numeric_limits<double>::max();

const std::vector<Doubles> inputs{
    {0.0, 1.0, 0.5},           {1.0, 1.0, 1.0, 1.0},         {0.0, 2.0, 2.0, 0.25},
    {3.0, 0.0, 2.5, 3.0, 1.0}, {0.0, -1e300, 0.5, 0.5, 2.0},
};

TEST(EngineLaws, TheExponentialMechanismInBlocksOfTwo) {
  for (const Doubles& scores : inputs) {
    for (const std::size_t k : {1U, 2U, 3U}) {
      expect_engine_law<Tiny<2, 3, 0>>(scores, 1.0, k, Optimize::max, Law::exponential_mechanism);
      expect_engine_law<Tiny<2, 2, 8>>(scores, 0.5, k, Optimize::min, Law::exponential_mechanism);
    }
  }
}

TEST(EngineLaws, TheExponentialMechanismInBlocksOfThree) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Tiny<3, 4, 0>>(scores, 2.0, 3, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<Closed<3, 2, 8>>(scores, 0.5, 2, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<Pairs<3, 2, 8>>(scores, 1.0, 2, Optimize::min, Law::exponential_mechanism);
  }
}

TEST(EngineLaws, TheExponentialMechanismWhileBlocksStayClosed) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Closed<2, 3, 0>>(scores, 1.0, 3, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<Pairs<2, 3, 8>>(scores, 1.0, 2, Optimize::max, Law::exponential_mechanism);
  }
}

TEST(EngineLaws, OfBlocksThatOpenAfterOthersHaveRejected) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Patient<2, 2, 0>>(scores, 1.0, 2, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<Patient<3, 2, 8>>(scores, 0.5, 2, Optimize::min, Law::exponential_mechanism);
  }
  for (const Doubles& scores : inputs) {
    expect_engine_law<Patient<2, 1, 0>>(scores, 1.0, 2, Optimize::max, Law::permute_and_flip);
    expect_engine_law<Patient<3, 2, 8>>(scores, 0.5, 2, Optimize::min, Law::permute_and_flip);
  }
}

TEST(EngineLaws, PermuteAndFlipInBlocksOfTwo) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Tiny<2, 2, 0>>(scores, 1.0, 2, Optimize::max, Law::permute_and_flip);
    expect_engine_law<Tiny<2, 1, 8>>(scores, 0.5, 2, Optimize::min, Law::permute_and_flip);
    expect_engine_law<Tiny<2, 0, 0>>(scores, 1.0, 3, Optimize::max, Law::permute_and_flip);
  }
}

TEST(EngineLaws, PermuteAndFlipInBlocksOfThree) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Tiny<3, 1, 8>>(scores, 2.0, 2, Optimize::max, Law::permute_and_flip);
    expect_engine_law<Pairs<3, 1, 8>>(scores, 1.0, 1, Optimize::min, Law::permute_and_flip);
  }
}

TEST(EngineLaws, PermuteAndFlipWhileBlocksStayClosed) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Closed<2, 2, 0>>(scores, 1.0, 2, Optimize::max, Law::permute_and_flip);
    expect_engine_law<Closed<3, 1, 8>>(scores, 0.5, 2, Optimize::min, Law::permute_and_flip);
  }
}

// The end by everyone's coin comes so late that what is left for it does not matter.
TEST(EngineLaws, PermuteAndFlipByPositionsAlone) {
  expect_engine_law<Lasting<Tiny<2, 1, 0>>>(inputs[0], 1.0, 1, Optimize::max,
                                            Law::permute_and_flip);
  expect_engine_law<Lasting<Closed<2, 1, 0>>>(inputs[0], 0.5, 1, Optimize::min,
                                              Law::permute_and_flip);
}

TEST(EngineLaws, OfBlocksThatTakeTurnsInMemory) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Turns<2, 2, 0>>(scores, 1.0, 3, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<Turns<1, 2, 8>>(scores, 0.5, 2, Optimize::min, Law::exponential_mechanism);
    expect_engine_law<Turns<2, 2, 0>>(scores, 1.0, 2, Optimize::max, Law::permute_and_flip);
  }
}

TEST(EngineLaws, OfBlocksThatKeepOnlyTheirBest) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Single<2, 2, 0>>(scores, 1.0, 3, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<Single<1, 2, 8>>(scores, 0.5, 2, Optimize::min, Law::exponential_mechanism);
    expect_engine_law<Single<2, 2, 0>>(scores, 1.0, 2, Optimize::max, Law::permute_and_flip);
  }
}

TEST(EngineLaws, TheExponentialMechanismOfScoresAskedAtRandom) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Flat<2, 2, 0>>(scores, 1.0, 3, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<Flat<3, 3, 8>>(scores, 0.5, 2, Optimize::min, Law::exponential_mechanism);
  }
}

TEST(EngineLaws, PermuteAndFlipOfScoresAskedAtRandom) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<Flat<2, 1, 0>>(scores, 1.0, 2, Optimize::max, Law::permute_and_flip);
    expect_engine_law<Flat<3, 2, 8>>(scores, 0.5, 2, Optimize::min, Law::permute_and_flip);
  }
}

TEST(EngineLaws, OfScoresAskedAtRandomByFours) {
  const Doubles scores{1.0, 0.0, 0.5};
  expect_engine_law<FlatFours<2, 1, 0>>(scores, 1.0, 3, Optimize::max, Law::permute_and_flip);
  expect_engine_law<FlatFours<2, 1, 0>>(scores, 1.0, 3, Optimize::max, Law::exponential_mechanism);
}

TEST(EngineLaws, OfScoresAskedAtRandomWhoseBlocksTakeTurnsInMemory) {
  for (const Doubles& scores : inputs) {
    expect_engine_law<FlatTurns<2, 2, 0>>(scores, 1.0, 2, Optimize::max,
                                          Law::exponential_mechanism);
    expect_engine_law<FlatTurns<2, 1, 8>>(scores, 0.5, 1, Optimize::min, Law::permute_and_flip);
  }
  const Doubles unbounded{-huge, 0.0, std::numeric_limits<double>::infinity(), huge};
  expect_engine_law<FlatTurns<1, 2, 0>>(unbounded, huge, 2, Optimize::max,
                                        Law::exponential_mechanism);
  expect_engine_law<FlatTurns<1, 1, 0>>(unbounded, huge, 1, Optimize::min, Law::permute_and_flip);
}

// Of two that were best the other stays, with a bound in the place of the second; then the block loses another.
TEST(EngineLaws, OfABlockThatLosesATwinAndThenAnother) {
  const Doubles twins{2.0, 2.0, 1.0, 1.5};
  expect_engine_law<Flat<3, 2, 0>>(twins, 1.0, 3, Optimize::max, Law::exponential_mechanism);
  expect_engine_law<Flat<3, 0, 0>>(twins, 1.0, 3, Optimize::max, Law::permute_and_flip);
}

// Some near the best and some far away, of which each is near once others have won.
const std::vector<Doubles> apart{
    {9.0, 0.0, 8.5, 9.0, 2.0}, {0.0, 6.0, 12.0, 0.5}, {4.0, 4.0, 0.0, 3.0, 4.0}};

TEST(EngineLaws, TheExponentialMechanismFromAListOfBlocks) {
  for (const Doubles& scores : apart) {
    for (const std::size_t k : {1U, 2U, 3U}) {
      expect_engine_law<NearBlocks<2, 4, 0>>(scores, 1.0, k, Optimize::max,
                                             Law::exponential_mechanism);
      expect_engine_law<NearTurns<2, 4, 8>>(scores, 2.0, k, Optimize::min,
                                            Law::exponential_mechanism);
    }
  }
}

TEST(EngineLaws, PermuteAndFlipFromAListOfBlocks) {
  for (const Doubles& scores : apart) {
    for (const std::size_t k : {1U, 2U}) {
      expect_engine_law<NearBlocks<2, 4, 0>>(scores, 1.0, k, Optimize::max, Law::permute_and_flip);
      expect_engine_law<NearTurns<2, 4, 8>>(scores, 2.0, k, Optimize::min, Law::permute_and_flip);
    }
  }
}

TEST(EngineLaws, FromAListThatIsAskedByTwos) {
  expect_engine_law<NearPairs<2, 4, 0>>(apart[1], 1.0, 3, Optimize::max,
                                        Law::exponential_mechanism);
  expect_engine_law<NearPairs<2, 4, 0>>(apart[1], 1.5, 3, Optimize::max, Law::permute_and_flip);
}

TEST(EngineLaws, FromAListOfScoresThatIsAskedByTwos) {
  expect_engine_law<NearBestPairs<2, 4, 0>>(apart[1], 1.0, 3, Optimize::max,
                                            Law::exponential_mechanism);
  // Far enough apart for a list that lasts for three rounds.
  expect_engine_law<NearBestPairs<2, 4, 0>>(Doubles{0.0, 6.0, 12.0, 18.0}, 1.0, 3, Optimize::max,
                                            Law::exponential_mechanism);
}

TEST(EngineLaws, TheExponentialMechanismFromAListOfScores) {
  for (const Doubles& scores : apart) {
    for (const std::size_t k : {1U, 2U, 3U}) {
      expect_engine_law<NearBest<2, 4, 0>>(scores, 1.0, k, Optimize::max,
                                           Law::exponential_mechanism);
      expect_engine_law<NearBest<2, 4, 8>>(scores, 2.0, k, Optimize::min,
                                           Law::exponential_mechanism);
    }
  }
}

TEST(EngineLaws, PermuteAndFlipFromAListOfScores) {
  for (const Doubles& scores : apart) {
    expect_engine_law<NearBest<2, 4, 0>>(scores, 1.0, 1, Optimize::max, Law::permute_and_flip);
    expect_engine_law<NearBest<2, 4, 8>>(scores, 2.0, 1, Optimize::min, Law::permute_and_flip);
  }
  expect_engine_law<NearBest<2, 4, 0>>(apart[0], 1.0, 2, Optimize::max, Law::permute_and_flip);
  expect_engine_law<NearBest<2, 4, 0>>(apart[1], 1.5, 2, Optimize::max, Law::permute_and_flip);
}

TEST(EngineLaws, ExtremeMagnitudes) {
  expect_engine_law<Tiny<2, 3, 0>>(Doubles{huge, -huge, 0.0}, huge, 2, Optimize::max,
                                   Law::exponential_mechanism);
  expect_engine_law<Tiny<2, 3, 0>>(Doubles{0.0, 5e-324, 1e-323}, 5e-324, 2, Optimize::max,
                                   Law::exponential_mechanism);
  expect_engine_law<Tiny<2, 1, 0>>(Doubles{0.0, 5e-324, 1e-323}, 5e-324, 1, Optimize::min,
                                   Law::permute_and_flip);
  using Longs = std::vector<std::int64_t>;
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  expect_engine_law<Tiny<2, 2, 8>>(Longs{top, top - 1, top - 2}, 1.0, 3, Optimize::max,
                                   Law::exponential_mechanism);
  expect_engine_law<Tiny<2, 1, 8>>(Longs{-top - 1, top, -top}, 1.0, 1, Optimize::min,
                                   Law::permute_and_flip);
}

TEST(EngineLaws, InputsThatFitOneBlock) {
  using One = Tiny<8, 3, 0>;
  for (const Doubles& scores : inputs) {
    expect_engine_law<One>(scores, 1.0, 2, Optimize::max, Law::exponential_mechanism);
    expect_engine_law<One>(scores, 0.5, 2, Optimize::min, Law::permute_and_flip);
  }
}

}  // namespace
}  // namespace discreet

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "samplers/decisions.hpp"
#include "selection/flat_round.hpp"
#include "selection/score_view.hpp"
#include "selection/shape.hpp"
#include "support/fresh_random.hpp"
#include "support/words_then_zeros.hpp"

namespace discreet::detail {
namespace {

/// What draws of tied scores name: which score, the bits of its offset that are known, and how many values the rest has.
struct Drawn {
  std::size_t index;
  std::uint64_t offset;
  std::uint64_t rest;
};

std::vector<Drawn> drawn_of_tied(std::size_t n, WordsThenZeros& bits, std::size_t count) {
  using S = DefaultShape<std::int8_t>;
  const std::vector<std::int8_t> scores(n, 3);
  const ScoreView<std::int8_t> view{std::span<const std::int8_t>{scores}};
  const WeightRule<std::int8_t> rule{3, 1.0, S::bits_for(n), Optimize::max};
  DrawnDecisions decide{bits};
  FlatDraws<std::int8_t, S> draws;
  draws.draw(decide, view, EverySlot{n}, rule, count);
  std::vector<Drawn> out;
  for (; draws.next_near([](std::size_t /*index*/) { FAIL() << "a best score is always near"; });
       draws.take()) {
    out.push_back({draws.index(), draws.offset(), draws.rest()});
  }
  return out;
}

/// The number below n·2^known that a draw stands for, given how many bits an offset has.
std::uint64_t position_of(const Drawn& drawn, unsigned bits) {
  return ((static_cast<std::uint64_t>(drawn.index) << bits) + drawn.offset) / drawn.rest;
}

TEST(FlatDraws, AreOneUniformNumberOfAScoreAndTheFirstBitsOfItsOffset) {
  using S = DefaultShape<std::int8_t>;
  auto random = testing::fresh_random();
  std::vector<std::uint64_t> words(2 * S::flat_batch);
  std::generate(words.begin(), words.end(), [&] { return random(); });
  // Of few scores a number has room in half a word; past 2^24 the whole offset is drawn, from whole words.
  for (const std::size_t n : {std::size_t{300}, std::size_t{70'000}, (std::size_t{1} << 24) - 1,
                              (std::size_t{1} << 24)}) {
    const unsigned bits = S::bits_for(n);
    const unsigned known = S::flat_bits(n, bits);
    WordsThenZeros source{words};
    WordsThenZeros again{words};
    DrawnDecisions decide{again};
    ManyBelow<DrawnDecisions<WordsThenZeros>> below{decide, std::uint64_t{n} << known};
    const std::vector<Drawn> drawn = drawn_of_tied(n, source, S::flat_batch);
    ASSERT_EQ(drawn.size(), S::flat_batch);
    for (const Drawn& one : drawn) {
      EXPECT_LT(one.index, n);
      EXPECT_EQ(one.rest, std::uint64_t{1} << (bits - known));
      EXPECT_EQ(one.offset % one.rest, 0);
      EXPECT_EQ(position_of(one, bits), below.draw());
    }
    EXPECT_EQ(source.tally(), again.tally());
    EXPECT_EQ(known == bits, n >= std::size_t{1} << 24);
  }
}

}  // namespace
}  // namespace discreet::detail

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
  std::size_t in_vain = 0;
  for (; draws.next_near(in_vain); draws.take()) {
    out.push_back({draws.index(), draws.offset(), draws.rest()});
  }
  EXPECT_EQ(in_vain, 0) << "a best score is always near";
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
    std::vector<std::uint64_t> positions(S::flat_batch);
    ManyBelow<DrawnDecisions<WordsThenZeros>>{decide, std::uint64_t{n} << known}.fill(positions);
    const std::vector<Drawn> drawn = drawn_of_tied(n, source, S::flat_batch);
    ASSERT_EQ(drawn.size(), S::flat_batch);
    for (std::size_t j = 0; j < drawn.size(); ++j) {
      const Drawn& one = drawn[j];
      EXPECT_LT(one.index, n);
      EXPECT_EQ(one.rest, std::uint64_t{1} << (bits - known));
      EXPECT_EQ(one.offset % one.rest, 0);
      EXPECT_EQ(position_of(one, bits), positions[j]);
    }
    EXPECT_EQ(source.tally(), again.tally());
    EXPECT_EQ(known == bits, n >= std::size_t{1} << 24);
  }
}

// The first few are walked by one rule, the rest by another: the best has won meanwhile.
template <class Random>
void expect_to_stop_at_the_near(Random& random, std::size_t count, std::uint64_t levels) {
  using S = DefaultShape<float>;
  std::vector<float> scores(1000);
  std::generate(scores.begin(), scores.end(),
                [&] { return -static_cast<float>(random() % levels); });
  const ScoreView<float> view{std::span<const float>{scores}};
  const WeightRule<float> rule{0.0F, 1.0, S::bits_for(scores.size()), Optimize::max};
  const WeightRule<float> next = rule.around(-1.0F);
  std::vector<std::uint64_t> words(4 * S::flat_batch);
  std::generate(words.begin(), words.end(), [&] { return random(); });
  WordsThenZeros source{words};
  DrawnDecisions decide{source};
  FlatDraws<float, S> draws;
  draws.draw(decide, view, EverySlot{scores.size()}, rule, count);
  const std::vector<std::uint64_t> positions(draws.left().begin(), draws.left().end());
  const unsigned known = S::flat_bits(scores.size(), rule.bits);
  const auto is_near = [&](std::uint64_t position, const WeightRule<float>& by) {
    const std::uint64_t offset = (position & ((std::uint64_t{1} << known) - 1))
                                 << (rule.bits - known);
    return offset < by.weight(scores[position >> known]);
  };
  std::size_t in_vain = 0;
  std::size_t at = 0;
  std::size_t near = 0;
  std::size_t round = 0;
  const auto pass = [&](const WeightRule<float>& by, std::size_t stops) {
    for (; stops > 0 && draws.next_near(in_vain); --stops, ++at, ++near) {
      while (!is_near(positions[at], by)) {
        ++at;
      }
      ASSERT_EQ(draws.left().data()[0], positions[at]);
      ASSERT_EQ(draws.index(), positions[at] >> known);
      const auto in_round = std::span{positions}.subspan(round, at - round);
      for (const std::uint64_t position : positions) {
        ASSERT_EQ(draws.asked(position >> known),
                  std::any_of(in_round.begin(), in_round.end(), [&](std::uint64_t asked) {
                    return asked >> known == position >> known;
                  }));
      }
      draws.take();
    }
  };
  pass(rule, 2 + random() % 5);
  const WeightRule<float>& last = draws.empty() ? rule : next;
  draws.weigh_by(next);
  draws.begin_round();
  round = count - draws.left().size();
  at = std::max(at, round);
  pass(next, count);
  ASSERT_TRUE(draws.empty());
  for (; at < count; ++at) {
    ASSERT_FALSE(is_near(positions[at], last));
  }
  ASSERT_EQ(in_vain + near, count);
  Tried tried;
  draws.hand_over(tried);
  ASSERT_EQ(tried.indices().size(), count - round);
  for (std::size_t j = round; j < count; ++j) {
    ASSERT_EQ(tried.indices()[j - round], positions[j] >> known);
    ASSERT_FALSE(draws.asked(positions[j] >> known)) << "who was handed over is not there any more";
  }
}

TEST(FlatDraws, StopAtThoseThatMayBeNearAndAtNoOthers) {
  auto random = testing::fresh_random();
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{16}, DefaultShape<float>::flat_batch}) {
    // Many that are near, and few.
    for (const std::uint64_t levels : {9U, 100U}) {
      for (int run = 0; run < 10; ++run) {
        expect_to_stop_at_the_near(random, count, levels);
      }
    }
  }
}

}  // namespace
}  // namespace discreet::detail

#include "samplers/many_below.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/brackets.hpp"
#include "support/fresh_random.hpp"
#include "support/laws.hpp"
#include "support/vector_targets.hpp"
#include "support/word_walk.hpp"
#include "support/words_then_zeros.hpp"

namespace discreet {
namespace {

using testing::ScriptedBits;

constexpr std::uint64_t low_half = 0xffffffff;
constexpr std::uint64_t most_by_halves = ManyBelow<DrawnDecisions<WordsThenZeros>>::most_by_halves;

TEST(HalfWords, AreWordsOfHalfTheWidth) {
  using Two = std::pair<std::uint64_t, std::uint64_t>;
  for (const std::uint64_t m : {2U, 3U, 5U, 8U, 11U}) {
    const auto found = testing::walk_words<8>(40, [&](ScriptedBits<8>& words) {
      HalfWords halves{words};
      const std::uint64_t first = sample_uniform_below(halves, m);
      return Two{first, sample_uniform_below(halves, std::uint64_t{4})};
    });
    std::map<Two, BigInterval> law;
    for (std::uint64_t first = 0; first < m; ++first) {
      for (std::uint64_t second = 0; second < 4; ++second) {
        const Fraction share{1UL, static_cast<unsigned long>(4 * m)};
        law.emplace(Two{first, second}, BigInterval::of(share, testing::law_precision));
      }
    }
    testing::expect_law(found, law);
  }
  ScriptedBits<64> words{{0x123456789abcdef0U}};
  HalfWords halves{words};
  EXPECT_EQ(halves.next(), 0x9abcdef0U);
  EXPECT_EQ(halves.next(), 0x12345678U);
}

/// Halves anywhere, and on either side of the boundaries i · 2^32 / m, where what follows them decides.
template <class Random>
std::vector<std::uint64_t> halves_of_words(Random& random, std::size_t words, std::uint64_t m) {
  const auto half = [&] {
    const std::uint64_t near = ((random() % m) << 32U) / m + random() % 5;
    return (random() % 2 == 0 ? random() : std::max<std::uint64_t>(near, 2) - 2) & low_half;
  };
  std::vector<std::uint64_t> out(words);
  std::generate(out.begin(), out.end(), [&] { return half() | half() << 32U; });
  return out;
}

TEST(ScaleHalves, MultipliesAsScalarsDoAtEveryVectorWidth) {
  auto random = testing::fresh_random();
  testing::for_each_vector_target([&] {
    for (const std::uint64_t m :
         {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1'000'003}, most_by_halves, low_half}) {
      for (const std::size_t count : {0U, 1U, 3U, 8U, 31U, 64U}) {
        const std::vector<std::uint64_t> words = halves_of_words(random, count, m);
        std::vector<std::uint64_t> out(2 * count);
        std::vector<std::uint64_t> undecided((2 * count + 63) / 64);
        detail::scale_halves(words.data(), count, m, out.data(), undecided.data());
        for (std::size_t j = 0; j < 2 * count; ++j) {
          const std::uint64_t half = words[j / 2] >> (j % 2 * 32) & low_half;
          ASSERT_EQ(out[j], (half * m) >> 32U);
          // The greatest rest makes it one more.
          const bool open = (((half + 1) * m - 1) >> 32U) != out[j];
          ASSERT_EQ(undecided[j / 64] >> (j % 64) & 1, open ? 1U : 0U) << half << " of " << m;
        }
      }
    }
  });
}

/// One half that was drawn already, and behind it the halves of a source.
struct OneThen {
  static constexpr unsigned width = 32;
  std::uint64_t first;
  HalfWords<WordsThenZeros>* rest;
  bool given = false;

  std::uint64_t next() { return std::exchange(given, true) ? rest->next() : first; }
  Tally& tally() { return rest->tally(); }
};

// Every number is the whole part of its string times m: the string of a half, and behind it of halves of its own.
TEST(ManyBelow, AreTheWholePartsOfTheirStringsTimesM) {
  auto random = testing::fresh_random();
  for (const std::uint64_t m : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1'000'003},
                                most_by_halves - 1, most_by_halves}) {
    for (const std::size_t count : {1U, 2U, 7U, 128U, 130U, 301U}) {
      std::vector<std::uint64_t> words = halves_of_words(random, 4 * count, m);
      WordsThenZeros source{words};
      DrawnDecisions decide{source};
      std::vector<std::uint64_t> found(count);
      ManyBelow<DrawnDecisions<WordsThenZeros>>{decide, m}.fill(found);

      WordsThenZeros again{words};
      HalfWords rest{again};
      std::vector<std::uint64_t> expected;
      for (std::size_t begin = 0; begin + 1 < count; begin += 128) {
        const std::size_t pairs = std::min<std::size_t>(count - begin, 128) / 2;
        std::vector<std::uint64_t> halves;
        for (std::size_t w = 0; w < pairs; ++w) {
          const std::uint64_t word = again.next();
          halves.insert(halves.end(), {word & low_half, word >> 32U});
        }
        for (const std::uint64_t half : halves) {
          OneThen string{half, &rest};
          expected.push_back(sample_uniform_below(string, m));
        }
      }
      if (count % 2 == 1) {
        expected.push_back(sample_uniform_below(rest, m));
      }
      ASSERT_EQ(found, expected);
      ASSERT_EQ(source.tally(), again.tally());
    }
  }
}

TEST(ManyBelow, TakeHalfAWordEachWhereThatHasRoom) {
  const std::vector<std::uint64_t> words{(std::uint64_t{1} << 63U) | (1U << 30U), 1, 2};
  WordsThenZeros source{words};
  DrawnDecisions decide{source};
  std::vector<std::uint64_t> two(2);
  ManyBelow<DrawnDecisions<WordsThenZeros>>{decide, most_by_halves}.fill(two);
  EXPECT_EQ(two, (std::vector<std::uint64_t>{most_by_halves / 4, most_by_halves / 2}));
  EXPECT_EQ(source.tally().words, 1U);
  ManyBelow<DrawnDecisions<WordsThenZeros>>{decide, most_by_halves + 1}.fill(two);
  EXPECT_EQ(two, (std::vector<std::uint64_t>{0, 0}));
  EXPECT_EQ(source.tally().words, 3U);
  ManyBelow<DrawnDecisions<WordsThenZeros>>{decide, 1}.fill(two);
  EXPECT_EQ(two, (std::vector<std::uint64_t>{0, 0}));
  EXPECT_EQ(source.tally().words, 3U) << "below 1 there is nothing to draw";
}

}  // namespace
}  // namespace discreet

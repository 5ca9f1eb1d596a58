#include "selection/removed.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "support/random_scores.hpp"

namespace discreet {
namespace {

/// The winners so far, told apart by an ordinary map.
void expect_same(const detail::Removed& removed,
                 const std::map<std::size_t, std::uint64_t>& expected) {
  std::map<std::size_t, std::uint64_t> found;
  removed.each_block([&](std::size_t block, std::uint64_t places) {
    EXPECT_TRUE(found.emplace(block, places).second) << "a block has one slot";
  });
  EXPECT_EQ(found, expected);
  for (const auto& [block, places] : expected) {
    EXPECT_EQ(removed.of_block(block), places);
    for (std::size_t place = 0; place < 64; ++place) {
      EXPECT_EQ(removed.contains(block, place), ((places >> place) & 1) != 0);
    }
    if (!expected.contains(block + 1)) {
      EXPECT_EQ(removed.of_block(block + 1), 0U);
    }
  }
}

TEST(Removed, RemembersEveryPlaceOfManyBlocks) {
  testing::RandomScores random;
  for (const std::size_t step : {1UL, 64UL, 1UL << 32U, 1UL << 52U, 0UL}) {
    detail::Removed removed;
    std::map<std::size_t, std::uint64_t> expected;
    expect_same(removed, expected);
    for (std::size_t i = 0; i < 1000; ++i) {
      // Neighbours, blocks at equal distances, and any.
      const std::size_t block = step == 0 ? random.word() >> 6U : i / 2 * step;
      const std::size_t place = random.word() % 64;
      expected[block] |= std::uint64_t{1} << place;
      EXPECT_EQ(removed.insert(block, place), expected[block]);
      if (std::has_single_bit(i)) {
        expect_same(removed, expected);
      }
    }
    expect_same(removed, expected);
  }
}

TEST(Removed, HasLostNothingAtFirst) {
  const detail::Removed removed;
  EXPECT_EQ(removed.of_block(0), 0U);
  EXPECT_FALSE(removed.contains(0, 0));
  EXPECT_FALSE(removed.contains(~std::size_t{0}, 63));
}

}  // namespace
}  // namespace discreet

#include "selection/way_finder.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

namespace discreet::detail {
namespace {

/// What a piece is made to take in a way, in turns as many of which are disturbed.
std::chrono::nanoseconds made_up(Way way, Way quickest, std::size_t turn) {
  const std::chrono::nanoseconds usual{way == quickest ? 900 : 1000 + static_cast<int>(way)};
  return turn % 5 == 0 ? usual * 50 : usual;
}

void time_all(WayFinder& finder, Way quickest) {
  for (std::size_t turn = 0; turn < 2 * WayFinder::tries * ways; ++turn) {
    const WayFinder::Next next = finder.next();
    if (next.timed) {
      finder.took(made_up(next.way, quickest, turn / (2 * ways)));
    }
  }
}

TEST(WayFinder, FindsTheQuickestThoughSomePiecesAreDisturbed) {
  for (std::size_t way = 0; way < ways; ++way) {
    WayFinder::Found found{};
    WayFinder finder{found};
    time_all(finder, static_cast<Way>(way));
    EXPECT_EQ(found.load(), way + 1);
    WayFinder another{found};
    for (int piece = 0; piece < 10; ++piece) {
      const WayFinder::Next next = another.next();
      EXPECT_EQ(next.way, static_cast<Way>(way)) << "what one thread has found others take";
      EXPECT_FALSE(next.timed);
    }
  }
}

TEST(WayFinder, TimesOnlyTheSecondPieceOfEachTurn) {
  WayFinder::Found found{};
  WayFinder finder{found};
  for (std::size_t turn = 0; turn < 3 * ways; ++turn) {
    const WayFinder::Next first = finder.next();
    const WayFinder::Next second = finder.next();
    EXPECT_EQ(first.way, second.way);
    EXPECT_EQ(first.way, static_cast<Way>(turn % ways));
    EXPECT_FALSE(first.timed);
    ASSERT_TRUE(second.timed);
    finder.took(std::chrono::nanoseconds{100});
  }
}

TEST(WayFinder, ChangesItsMindWhenAnotherWayHasBecomeTheQuickest) {
  WayFinder::Found found{};
  WayFinder finder{found};
  time_all(finder, Way::eight_places);
  ASSERT_EQ(found.load(), static_cast<std::uint8_t>(Way::eight_places) + 1);
  for (std::size_t piece = 0; piece < (WayFinder::tries * ways + 1) * WayFinder::seldom; ++piece) {
    const WayFinder::Next next = finder.next();
    if (next.timed) {
      finder.took(made_up(next.way, Way::one_place, 1));
    }
  }
  EXPECT_EQ(found.load(), static_cast<std::uint8_t>(Way::one_place) + 1);
}

TEST(WayFinder, IsNotAskedWherePiecesAreTooFew) {
  const WayTrial trial{nullptr, true};
  EXPECT_EQ(trial.way(), Way::four_places);
}

}  // namespace
}  // namespace discreet::detail

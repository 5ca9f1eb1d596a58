#include "selection/way_finder.hpp"

#include <atomic>
#include <cstddef>
#include <thread>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace discreet::detail {
namespace {

/// What a piece is made to take in a way, in turns of which one in five is disturbed.
double made_up(Way way, Way quickest, std::size_t turn) {
  const double usual = way == quickest ? 800.0 : 1000.0 + static_cast<double>(way);
  return turn % 5 == 0 ? usual * 50.0 : usual;
}

/// So many pieces of a thread, timed where its finder asks for it.
void read_pieces(WayFinder& finder, Way quickest, std::size_t pieces) {
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const WayFinder::Next next = finder.next();
    if (next.timed) {
      finder.took(next.way, made_up(next.way, quickest, piece / (2 * ways)));
    }
  }
}
constexpr std::size_t enough = 2 * WayTimes::tries * ways;

TEST(WayFinder, FindsTheQuickestThoughSomePiecesAreDisturbed) {
  for (std::size_t way = 0; way < ways; ++way) {
    WayTimes times;
    WayFinder finder{times};
    read_pieces(finder, static_cast<Way>(way), enough);
    ASSERT_EQ(times.quickest(), static_cast<Way>(way));
    WayFinder another{times};
    for (int piece = 0; piece < 6; ++piece) {
      const WayFinder::Next next = another.next();
      EXPECT_EQ(next.way, static_cast<Way>(way)) << "what one thread has found others take";
      EXPECT_FALSE(next.timed);
    }
  }
}

TEST(WayFinder, PrefersOnePlaceToWhatGainsLittle) {
  WayTimes times;
  for (std::size_t piece = 0; piece < WayTimes::tries * ways; ++piece) {
    const auto way = static_cast<Way>(piece % ways);
    times.took(way, way == Way::eight_places ? 0.95 : 1.0);
  }
  EXPECT_EQ(times.quickest(), Way::one_place);
}

TEST(WayFinder, FindsItFromManyThreadsOfFewPieces) {
  WayTimes times;
  for (int thread = 0; thread < 40; ++thread) {
    WayFinder finder{times};
    read_pieces(finder, Way::eight_in_steps, 3);
  }
  EXPECT_EQ(times.quickest(), Way::eight_in_steps);
}

TEST(WayFinder, TimesOnlyTheSecondPieceOfEachTurn) {
  WayTimes times;
  WayFinder finder{times};
  for (std::size_t turn = 0; turn < 3 * ways; ++turn) {
    const WayFinder::Next first = finder.next();
    const WayFinder::Next second = finder.next();
    EXPECT_EQ(first.way, second.way);
    EXPECT_EQ(first.way, static_cast<Way>(turn % ways));
    EXPECT_FALSE(first.timed);
    ASSERT_TRUE(second.timed);
    finder.took(second.way, 100.0);
  }
}

TEST(WayFinder, ChangesItsMindWhenAnotherWayHasBecomeTheQuickest) {
  WayTimes times;
  WayFinder finder{times};
  read_pieces(finder, Way::eight_places, enough);
  ASSERT_EQ(times.quickest(), Way::eight_places);
  read_pieces(finder, Way::one_place, (enough / 2 + 1) * WayTimes::seldom);
  EXPECT_EQ(times.quickest(), Way::one_place);
}

TEST(WayFinder, TimesTheSecondPieceOfATurnAlsoWhereOthersHaveEndedOne) {
  WayTimes times;
  WayFinder finder{times};
  WayFinder::Next last = finder.next();  // the first of a turn, when another thread finds the way
  WayFinder another{times};
  read_pieces(another, Way::eight_places, enough);
  std::size_t timed = 0;
  for (std::size_t piece = 0; piece < 4 * WayTimes::seldom; ++piece) {
    const WayFinder::Next next = finder.next();
    if (next.timed) {
      ++timed;
      EXPECT_FALSE(last.timed);
      EXPECT_EQ(next.way, last.way);
      finder.took(next.way, 100.0);
    }
    last = next;
  }
  EXPECT_GE(timed, 3);
}

TEST(WayFinder, IsAskedAndToldByEachWholePiece) {
  WayTimes times;
  WayFinder finder{times};
  for (std::size_t piece = 0; piece < enough; ++piece) {
    const WayTrial trial{&finder, 64, 64};
  }
  EXPECT_TRUE(times.quickest().has_value());
}

// A lock that another thread has while a process forks stays locked in the child.
TEST(WayFinder, IsNotWaitedForByAChildThatWasForkedMeanwhile) {
  WayTimes times;
  std::atomic<bool> done{false};
  std::thread other{[&] {
    while (!done) {
      times.took(Way::one_place, 1.0);
    }
  }};
  int status = 0;
  for (int child = 0; child < 50 && status == 0; ++child) {
    const pid_t process = ::fork();
    if (process == 0) {
      ::alarm(20);
      WayFinder finder{times};
      read_pieces(finder, Way::eight_places, enough);
      times.took(Way::eight_places, 1.0);
      ::_exit(0);
    }
    if (process < 0 || ::waitpid(process, &status, 0) != process) {
      status = -1;
    }
  }
  done = true;
  other.join();
  EXPECT_EQ(status, 0);
}

TEST(WayFinder, GoesOnMoreOftenAtFirst) {
  WayTimes times;
  WayFinder finder{times};
  const auto timed_of = [&](std::size_t pieces) {
    std::size_t timed = 0;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const WayFinder::Next next = finder.next();
      if (next.timed) {
        ++timed;
        finder.took(next.way, made_up(next.way, Way::eight_places, 1));
      }
    }
    return timed;
  };
  EXPECT_EQ(timed_of(enough), enough / 2);
  EXPECT_EQ(timed_of(64), 8);
  while (times.rarity() < WayTimes::seldom) {
    timed_of(1);
  }
  EXPECT_LE(timed_of(10 * WayTimes::seldom), 11);
}

TEST(WayFinder, LetsShortPiecesTakeWhatWasFoundOrTheUsual) {
  EXPECT_EQ((WayTrial{nullptr, 64, 64}.way()), Way::four_places);
  WayTimes times;
  WayFinder finder{times};
  for (int piece = 0; piece < 3; ++piece) {
    EXPECT_EQ((WayTrial{&finder, 15, 64}.way()), Way::four_places);
  }
  EXPECT_EQ(finder.next().way, Way::one_place) << "a turn that no short piece has taken";
  WayFinder other{times};
  read_pieces(other, Way::eight_places, enough);
  EXPECT_EQ((WayTrial{&finder, 15, 64}.way()), Way::eight_places);
}

}  // namespace
}  // namespace discreet::detail

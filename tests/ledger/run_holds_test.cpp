// One release for one charge, where several ask for it at once, and whoever dies.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/release/top_k.hpp"
#include "ledger/open_ledger.hpp"
#include "ledger/run_records.hpp"
#include "runs_fixture.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::rule_of;
using testing::run_request;

class RunHolds : public testing::RunsFixture {};

// Runs an action in a process of its own; whether it ended well.
bool ends_well(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      action();
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(RunHolds, ThreadsDrawOnce) {
  Ledger other = Ledger::open(path);
  std::atomic<int> agreed = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const RunResult got = (i % 2 == 0 ? book : other).run(run_request(), drawing());
      agreed += got.text == "draw 1" ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(agreed, 8);
  EXPECT_EQ(draws, 1);
  expect_sound(1, 1);
}

TEST_F(RunHolds, WhoeverHoldsItMakesOthersWait) {
  LedgerOptions hasty;
  hasty.patience = std::chrono::milliseconds{20};
  Ledger other = Ledger::open(path, hasty);
  const RunResult first = book.run(run_request(), [&](const Receipt&) {
    EXPECT_EQ(rule_of([&] { other.run(run_request(), drawing()); }),
              "another process is at this run, for longer than this one waits");
    EXPECT_EQ(rule_of([&] { Ledger{Ledger::open(path, hasty)}.run(run_request(), drawing()); }),
              "another process is at this run, for longer than this one waits");
    EXPECT_EQ(other.run(run_request("weekly"), drawing()).text, "draw 1")
        << "another run is no matter";
    return std::string{"mine"};
  });
  EXPECT_EQ(draws, 1);
  EXPECT_EQ(other.run(run_request(), drawing()).text, "mine");
}

TEST_F(RunHolds, ThreadsOfOneLedgerWait) {
  LedgerOptions hasty;
  hasty.patience = std::chrono::milliseconds{20};
  Ledger shared = Ledger::open(path, hasty);
  shared.run(run_request(), [&](const Receipt&) {
    std::thread{[&] {
      EXPECT_EQ(kind_of([&] { shared.run(run_request(), drawing()); }), ErrorKind::ledger);
    }}.join();
    return std::string{"mine"};
  });
  EXPECT_EQ(draws, 0);
  expect_sound(1, 1);
}

TEST_F(RunHolds, WhoWaitedDrawsNothing) {
  Ledger other = Ledger::open(path);
  std::thread waiting;
  book.run(run_request(), [&](const Receipt&) {
    waiting = std::thread{[&] { EXPECT_EQ(other.run(run_request(), drawing()).text, "mine"); }};
    // Long enough for it to look for a result and find none; whether it does is no matter here.
    std::this_thread::sleep_for(std::chrono::milliseconds{200});
    return std::string{"mine"};
  });
  waiting.join();
  EXPECT_EQ(draws, 0);
  expect_sound(1, 1);
}

TEST_F(RunHolds, AChildThatEndsLetsNothingGo) {
  LedgerOptions hasty;
  hasty.patience = std::chrono::milliseconds{20};
  book.run(run_request(), [&](const Receipt&) {
    EXPECT_TRUE(ends_well([] {})) << "it shares the open file, and closes its own";
    EXPECT_TRUE(ends_well([&] {
      Ledger own = Ledger::open(path, hasty);
      require(kind_of([&] { own.run(run_request(), drawing()); }) == ErrorKind::ledger, bug, "");
    }));
    return std::string{"mine"};
  });
  expect_sound(1, 1);
}

TEST_F(RunHolds, WhoDiesLeavesItToTheNext) {
  EXPECT_TRUE(ends_well([&] {
    Ledger own = Ledger::open(path);
    own.run(run_request(), [](const Receipt&) -> std::string { ::_exit(0); });
  }));
  expect_sound(1, 0);
  EXPECT_EQ(book.run(run_request(), drawing()).text, "draw 1");
  EXPECT_TRUE(ends_well([&] {
    require(Ledger::open(path).run(run_request(), drawing()).text == "draw 1", bug, "");
  }));
  expect_sound(1, 1);
}

// As where a connection is lost, and with it the hold.
TEST_F(RunHolds, WhoComesSecondDeliversWhatTheFirstStored) {
  const RunResult got = book.run(run_request(), [&](const Receipt&) {
    const RunState there = book.runs().at(0);
    detail::OpenLedger thief{path, {}};
    thief.write([&] {
      return detail::Record{"result", "visits", detail::result_facts(there.charge, "theirs")};
    });
    return std::string{"mine"};
  });
  EXPECT_EQ(got.text, "theirs");
  EXPECT_TRUE(got.receipt.replayed);
  EXPECT_EQ(book.run(run_request(), drawing()).text, "theirs");
  expect_sound(1, 1);
}

TEST_F(RunHolds, AReleaseHasOne) {
  const std::vector<double> scores{1, 2, 3, 4, 5};
  TopKRequest asked{.k = 2, .epsilon = "0.01", .sensitivity = 1};
  std::vector<std::size_t> first;
  for (const bool again : {false, true, true}) {
    LedgerAccount account{book, "visits", "me", RunRequest{"nightly"}};
    const Released<TopKRelease> got = top_k(Scores{scores}, asked, account);
    EXPECT_EQ(got.receipt->replayed, again);
    EXPECT_EQ(again ? first : got.output, got.output);
    first = got.output;
  }
  LedgerAccount account{book, "visits", "me", RunRequest{"nightly"}};
  asked.k = 3;
  EXPECT_EQ(kind_of([&] { (void)top_k(Scores{scores}, asked, account); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { account.charge({"x", amounts("0.1"), {}}); }), bad_parameter);
  expect_sound(1, 1);
}

}  // namespace
}  // namespace discreet

// A power cut at every change of the disk: what was released is charged, and the file verifies.
#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "discreet/release/account.hpp"
#include "overlay_vfs.hpp"
#include "temporary.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace discreet {
namespace {

using testing::amounts;
using testing::OverlayVfs;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::TemporaryDirectory;

constexpr int releases = 3;
constexpr int finished = 10;

enum class Cache { lost, half_kept };

// Runs releases in a child until the power goes at the given change of the disk; how many were
// released, and whether the child lived to the end.
struct Outcome {
  int released = 0;
  bool lived = false;
};

Outcome run_until(const std::string& path, int change, Cache cache) {
  int pipe_ends[2];
  require(::pipe(pipe_ends) == 0, bug, "a pipe can be made");
  const pid_t child = ::fork();
  if (child == 0) {
    int changes = 0;
    OverlayVfs* disk = nullptr;
    OverlayVfs vfs{[&] {
      if (++changes == change) {
        if (cache == Cache::half_kept) {
          disk->spill(static_cast<unsigned>(change));
        }
        ::_exit(0);
      }
      return SQLITE_OK;
    }};
    disk = &vfs;
    Ledger book = Ledger::open(path);
    LedgerAccount account{book, "visits", "a test"};
    for (int i = 0; i < releases; ++i) {
      charged(account, {"top-k", amounts("0.1"), {}},
              [&](const Receipt&) { return ::write(pipe_ends[1], "r", 1); });
    }
    ::_exit(finished);
  }
  ::close(pipe_ends[1]);
  Outcome out;
  char one = 0;
  while (::read(pipe_ends[0], &one, 1) == 1) {
    ++out.released;
  }
  ::close(pipe_ends[0]);
  int status = 0;
  require(::waitpid(child, &status, 0) == child && WIFEXITED(status), bug, "the child exits");
  out.lived = WEXITSTATUS(status) == finished;
  return out;
}

void cut_everywhere(Cache cache) {
  int cuts = 0;
  bool lived = false;
  for (int change = 1; !lived; ++change) {
    const TemporaryDirectory directory;
    const std::string path = directory.file("a");
    {
      const Ledger book = Ledger::create(path, pure_dataset());
    }
    const Outcome outcome = run_until(path, change, cache);
    lived = outcome.lived;
    cuts += lived ? 0 : 1;
    EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none") << "cut at " << change;
    Ledger book = Ledger::open(path);
    EXPECT_GE(book.state("visits").charges, static_cast<std::uint64_t>(outcome.released)) << change;
    EXPECT_LE(book.state("visits").charges, static_cast<std::uint64_t>(outcome.released) + 1);
    book.charge(request(amounts("0.1")));
  }
  EXPECT_GE(cuts, 10 * releases);
}

TEST(PowerCut, ReleasesNothingThatIsNotChargedIfTheCacheIsLost) { cut_everywhere(Cache::lost); }

TEST(PowerCut, ReleasesNothingThatIsNotChargedIfHalfOfTheCacheIsKept) {
  cut_everywhere(Cache::half_kept);
}

// The same disk, failing instead of dying: whatever the charge did, nothing is drawn.
void fail_everywhere(int code, const std::string& rule) {
  bool failed = true;
  for (int change = 1; failed; ++change) {
    const TemporaryDirectory directory;
    const std::string path = directory.file("a");
    {
      const Ledger book = Ledger::create(path, pure_dataset());
    }
    int changes = 0;
    int drawn = 0;
    {
      const OverlayVfs disk{[&] { return ++changes >= change ? code : SQLITE_OK; }};
      Ledger book = Ledger::open(path);
      LedgerAccount account{book, "visits", "a test"};
      const Bill bill{"top-k", amounts("0.1"), {}};
      const std::string said =
          rule_of([&] { charged(account, bill, [&](const Receipt&) { return ++drawn; }); });
      failed = drawn == 0;
      EXPECT_TRUE(said.starts_with(failed ? rule : "nothing was thrown")) << change << ": " << said;
    }
    EXPECT_FALSE(verify_ledger(path).problem.has_value()) << change;
    EXPECT_GE(Ledger::open(path).state("visits").charges, static_cast<std::uint64_t>(drawn));
  }
}

// How a charge ended when the disk failed from a change on, or at that change alone, and how many
// charges the file then had.
struct Ending {
  std::optional<ErrorKind> kind;
  std::uint64_t charges = 0;
};

enum class Failing { once, from_then_on };

Ending charge_with_failure(int code, int change, Failing failing) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  {
    const Ledger book = Ledger::create(path, pure_dataset());
  }
  Ending out;
  int changes = 0;
  {
    const OverlayVfs disk{[&] {
      ++changes;
      return changes == change || (changes > change && failing == Failing::from_then_on)
                 ? code
                 : SQLITE_OK;
    }};
    Ledger book = Ledger::open(path);
    try {
      book.charge(request(amounts("0.1")));
    } catch (const Error& error) {
      out.kind = error.kind();
    }
  }
  out.charges = Ledger::open(path).state("visits").charges;
  return out;
}

TEST(Disk, WhatFailedAsALedgerWasNeverCharged) {
  int unknown = 0;
  for (const int code : {SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC}) {
    for (const Failing failing : {Failing::once, Failing::from_then_on}) {
      std::optional<ErrorKind> kind = ErrorKind::ledger;
      for (int change = 1; kind; ++change) {
        const Ending ending = charge_with_failure(code, change, failing);
        kind = ending.kind;
        if (kind) {
          EXPECT_TRUE(kind == ErrorKind::ledger || kind == charge_unknown) << change;
          EXPECT_TRUE(ending.charges == 0 || kind == charge_unknown) << change;
          unknown += kind == charge_unknown ? 1 : 0;
        } else {
          EXPECT_EQ(ending.charges, 1U);
        }
      }
    }
  }
  EXPECT_GE(unknown, 3);
}

TEST(Disk, ACommitThatCouldNotBeSyncedIsCountedAsMade) {
  std::optional<ErrorKind> kind = ErrorKind::ledger;
  int made = 0;
  for (int change = 1; kind; ++change) {
    const Ending ending = charge_with_failure(SQLITE_IOERR_DIR_FSYNC, change, Failing::once);
    kind = ending.kind;
    made += kind && ending.charges == 1 ? 1 : 0;
  }
  EXPECT_GE(made, 1);
}

TEST(Disk, FullDrawsNothingAndLosesNothing) {
  fail_everywhere(SQLITE_FULL, "the disk of the ledger is full");
}

TEST(Disk, ReadOnlyDrawsNothingAndLosesNothing) {
  fail_everywhere(SQLITE_READONLY, "the ledger or its directory is read-only");
}

}  // namespace
}  // namespace discreet

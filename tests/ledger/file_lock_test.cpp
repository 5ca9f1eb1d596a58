#include "ledger/sqlite/file_lock.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>

#include <gtest/gtest.h>

#include "temporary.hpp"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace discreet::detail {
namespace {

using discreet::testing::rule_of;
using discreet::testing::TemporaryDirectory;

class FileLockTest : public ::testing::Test {
 protected:
  static bool can_take(const FileLock& lock, FileLock::Mode mode) {
    const std::string said = rule_of([&] {
      lock.take(mode);
      lock.release();
    });
    EXPECT_TRUE(said == "nothing was thrown" || said.find("locked") != std::string::npos) << said;
    return said == "nothing was thrown";
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a");
  FileLock one{make(), std::chrono::milliseconds{0}};
  FileLock other{path, std::chrono::milliseconds{0}};

 private:
  std::string make() {
    std::ofstream{path} << "a file";
    return path;
  }
};

TEST_F(FileLockTest, ExcludesOthersInTheSameProcess) {
  {
    const LockHold hold{one, FileLock::Mode::exclusive};
    EXPECT_FALSE(can_take(other, FileLock::Mode::shared));
    EXPECT_FALSE(can_take(other, FileLock::Mode::exclusive));
  }
  const LockHold hold{one, FileLock::Mode::shared};
  EXPECT_TRUE(can_take(other, FileLock::Mode::shared));
  EXPECT_FALSE(can_take(other, FileLock::Mode::exclusive));
}

TEST_F(FileLockTest, IsNotDroppedByAnUnrelatedClose) {
  const LockHold hold{one, FileLock::Mode::exclusive};
  std::filesystem::copy_file(path, directory.file("copy"));
  ::close(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_FALSE(can_take(other, FileLock::Mode::shared));
}

TEST_F(FileLockTest, NeverStandsWhereSomethingIsPrinted) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      ::close(standard);
    }
    const FileLock lock{path, std::chrono::milliseconds{0}};
    ::_exit(::write(STDOUT_FILENO, "x", 1) < 0 && ::write(STDERR_FILENO, "x", 1) < 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(FileLockTest, IsNotDroppedByAForkedChild) {
  const LockHold hold{one, FileLock::Mode::exclusive};
  const pid_t child = ::fork();
  if (child == 0) {
    one.release();
    ::_exit(0);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_FALSE(can_take(other, FileLock::Mode::shared));
}

// As a pool of processes that were forked while a ledger was open.
TEST_F(FileLockTest, EndsThoughAForkedChildHasItsFile) {
  auto ending = std::make_unique<FileLock>(path, std::chrono::milliseconds{0});
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::pause();
    ::_exit(0);
  }
  ending.reset();
  EXPECT_TRUE(can_take(other, FileLock::Mode::exclusive));
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST_F(FileLockTest, LeavesNothingHeldWhenItGivesUp) {
  {
    const LockHold hold{one, FileLock::Mode::shared};
    EXPECT_FALSE(can_take(other, FileLock::Mode::exclusive));
    EXPECT_TRUE(can_take(other, FileLock::Mode::shared));
  }
  EXPECT_TRUE(can_take(one, FileLock::Mode::exclusive));
}

}  // namespace
}  // namespace discreet::detail

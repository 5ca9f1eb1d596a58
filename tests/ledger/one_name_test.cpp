// SQLite finds a journal by the file's name, so a ledger has one.
#include <filesystem>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "support/sanitizers.hpp"
#include "temporary.hpp"
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::TemporaryDirectory;

class OneName : public ::testing::Test {
 protected:
  void SetUp() override { Ledger::create(path, pure_dataset()); }

  TemporaryDirectory directory;
  std::string path = directory.file("a.ledger");
  std::string other = directory.file("b.ledger");
};

TEST_F(OneName, AHardLinkIsRefused) {
  std::filesystem::create_hard_link(path, other);
  for (const std::string& name : {path, other}) {
    EXPECT_EQ(kind_of([&] { Ledger::open(name); }), ErrorKind::ledger);
    EXPECT_NE(rule_of([&] { Ledger::open(name); }).find("hard link"), std::string::npos);
    EXPECT_NE(verify_ledger(name).problem.value_or("").find("hard link"), std::string::npos);
  }
  std::filesystem::remove(other);
  Ledger::open(path).charge(request(amounts("0.1")));
}

TEST_F(OneName, AHardLinkToAnOpenLedgerIsRefused) {
  Ledger book = Ledger::open(path);
  std::filesystem::create_hard_link(path, other);
  EXPECT_NE(rule_of([&] { book.charge(request(amounts("0.1"))); }).find("hard link"),
            std::string::npos);
  std::filesystem::remove(other);
  book.charge(request(amounts("0.1")));
}

TEST_F(OneName, ASymbolicLinkIsTheSameName) {
  std::filesystem::create_symlink(path, other);
  Ledger::open(other).charge(request(amounts("0.1")));
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 1U);
}

TEST_F(OneName, AFileThatWasMovedAwayIsRefused) {
  Ledger book = Ledger::open(path);
  std::filesystem::copy_file(path, other);
  std::filesystem::rename(other, path);
  EXPECT_NE(rule_of([&] { book.charge(request(amounts("0.1"))); }).find("moved or replaced"),
            std::string::npos);
  std::filesystem::remove(path);
  EXPECT_NE(rule_of([&] { (void)book.state("visits"); }).find("moved or replaced"),
            std::string::npos);
}

TEST_F(OneName, NamesOfSqlitesOwnFilesAreRefused) {
  for (const char* const suffix : {"-journal", "-wal", "-shm"}) {
    LedgerOptions options;
    options.witness = other + suffix;
    EXPECT_EQ(kind_of([&] { Ledger::create(other, pure_dataset(), options); }), ErrorKind::ledger);
    EXPECT_EQ(kind_of([&] { Ledger::create(other + suffix, pure_dataset()); }), ErrorKind::ledger);
    EXPECT_EQ(kind_of([&] { Ledger::open(path).backup(path + suffix); }), ErrorKind::ledger);
    EXPECT_EQ(kind_of([&] { Ledger::open(path).write_witness(path + suffix); }), ErrorKind::ledger);
  }
  EXPECT_FALSE(std::filesystem::exists(other));
}

constexpr int refused = 0;
constexpr int accepted = 1;
constexpr int not_allowed = 2;
// The sanitizers look at memory through pipes of their own, and report what they could not look at.
constexpr rlim_t fewest_files = testing::address_sanitizer ? 40 : 3;
constexpr rlim_t most_files = 64;

// In a child with mounts of its own, which go when it does; however few files it may open.
int open_bind_mount(const std::string& from, const std::string& to, const std::string& ledger) {
  const pid_t child = ::fork();
  if (child == 0) {
    const bool mounted =
        (::unshare(CLONE_NEWNS) == 0 || ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
        ::mount(from.c_str(), to.c_str(), nullptr, MS_BIND, nullptr) == 0;
    if (!mounted) {
      ::_exit(not_allowed);
    }
    for (rlim_t files = fewest_files; files < most_files; ++files) {
      const rlimit limit{files, most_files};
      if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        ::_exit(not_allowed);
      }
      try {
        Ledger::open(ledger);
        ::_exit(accepted);
      } catch (const Error&) {
        continue;  // refused, as it must be
      }
    }
    const std::string said = rule_of([&] { Ledger::open(ledger); });
    ::_exit(said.find("mount the directory") != std::string::npos ? refused : accepted);
  }
  int status = -1;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(OneName, AMountOfTheFileAloneIsRefusedAndOneOfItsDirectoryIsNot) {
  const std::string inside = directory.file("inside");
  std::filesystem::create_directory(inside);
  Ledger::create(other, pure_dataset());
  const int of_the_file = open_bind_mount(path, other, other);
  if (of_the_file == not_allowed) {
    GTEST_SKIP() << "this process may not mount";
  }
  EXPECT_EQ(of_the_file, refused);
  const TemporaryDirectory elsewhere;
  EXPECT_EQ(open_bind_mount(directory.path().string(), elsewhere.path().string(),
                            elsewhere.file("a.ledger")),
            accepted);
}

}  // namespace
}  // namespace discreet

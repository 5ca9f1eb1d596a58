#include <atomic>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "temporary.hpp"
#include <sys/stat.h>

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::TemporaryDirectory;

TEST(Backup, HoldsWhatTheLedgerHolds) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  book.charge(request(amounts("0.25")));
  book.backup(directory.file("b"));
  const Verification copy = verify_ledger(directory.file("b"));
  EXPECT_EQ(copy.problem.value_or("none"), "none");
  EXPECT_EQ(copy.head, verify_ledger(directory.file("a")).head);
  EXPECT_EQ(Ledger::open(directory.file("b")).state("visits").spent.epsilon, parse_amount("0.25"));
  struct stat status{};
  ASSERT_EQ(::stat(directory.file("b").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(Backup, OverwritesNothing) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  Ledger::create(directory.file("b"), pure_dataset("9"));
  EXPECT_EQ(kind_of([&] { book.backup(directory.file("b")); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { book.backup(directory.file("a")); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { book.backup(directory.file("none/b")); }), ErrorKind::ledger);
  EXPECT_EQ(Ledger::open(directory.file("b")).state("visits").dataset.budget.epsilon, Fraction{9});
  const auto files = std::filesystem::directory_iterator{directory.path()};
  EXPECT_EQ(std::distance(begin(files), end(files)), 2);
}

TEST(Backup, IsWholeWhileOthersCharge) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  LedgerOptions patient;
  patient.patience = std::chrono::minutes{5};
  Ledger::create(path, pure_dataset("1000"));
  std::atomic<bool> done = false;
  std::vector<std::thread> others;
  for (int i = 0; i < 2; ++i) {
    others.emplace_back([&] {
      Ledger book = Ledger::open(path, patient);
      while (!done) {
        book.charge(request(amounts("0.1")));
      }
    });
  }
  Ledger book = Ledger::open(path, patient);
  std::int64_t entries = 0;
  for (int i = 0; i < 10; ++i) {
    const std::string copy = directory.file(std::to_string(i));
    book.backup(copy);
    const Verification found = verify_ledger(copy);
    EXPECT_EQ(found.problem.value_or("none"), "none");
    EXPECT_GE(found.entries, entries);
    entries = found.entries;
  }
  done = true;
  for (std::thread& other : others) {
    other.join();
  }
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

}  // namespace
}  // namespace discreet

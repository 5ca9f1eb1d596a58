// Nobody overspends together: processes and threads that charge at the same time.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "discreet/ledger/verify_ledger.hpp"
#include "temporary.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace discreet {
namespace {

using testing::amounts;
using testing::pure_dataset;
using testing::request;
using testing::TemporaryDirectory;

// Locks are what is tried here, not the disk: a file system in memory is as good and quicker.
std::filesystem::path quick_directory() {
  const std::filesystem::path memory = "/dev/shm";
  return ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

LedgerOptions patient() {
  LedgerOptions out;
  out.patience = std::chrono::minutes{5};
  return out;
}

// Tries so many charges of 1; the number that was admitted, or -1 if anything but a refusal went wrong.
int charge_often(Ledger& book, int times) {
  int admitted = 0;
  for (int i = 0; i < times; ++i) {
    try {
      book.charge(request(amounts("1")));
      ++admitted;
    } catch (const Error& error) {
      if (error.kind() != over_budget) {
        return -1;
      }
    }
  }
  return admitted;
}

TEST(Together, EightProcessesOfFiveHundredChargesNeverOverspend) {
  constexpr int processes = 8;
  constexpr int charges = 500;
  constexpr int budget = 3500;  // fewer than 8 x 500, so that some must be refused
  const TemporaryDirectory directory{quick_directory()};
  const std::string path = directory.file("a");
  {
    const Ledger book = Ledger::create(path, pure_dataset("3500"));
  }
  int admitted_of_all[2];
  ASSERT_EQ(::pipe(admitted_of_all), 0);
  for (int i = 0; i < processes; ++i) {
    if (::fork() == 0) {
      int admitted = -1;
      try {
        Ledger book = Ledger::open(path, patient());
        admitted = charge_often(book, charges);
      } catch (const std::exception&) {
        admitted = -1;
      }
      ::_exit(::write(admitted_of_all[1], &admitted, sizeof admitted) == sizeof admitted ? 0 : 1);
    }
  }
  int total = 0;
  for (int i = 0; i < processes; ++i) {
    int admitted = 0;
    ASSERT_EQ(::read(admitted_of_all[0], &admitted, sizeof admitted),
              static_cast<ssize_t>(sizeof admitted));
    EXPECT_GE(admitted, 0);
    total += admitted;
  }
  while (::wait(nullptr) > 0) {
  }
  ::close(admitted_of_all[0]);
  ::close(admitted_of_all[1]);
  EXPECT_EQ(total, budget);
  Ledger book = Ledger::open(path);
  EXPECT_EQ(book.state("visits").spent.epsilon, Fraction{budget});
  EXPECT_EQ(book.state("visits").charges, static_cast<std::uint64_t>(budget));
  EXPECT_FALSE(verify_ledger(path).problem.has_value());
}

TEST(Together, ThreadsOnOneLedgerNeverOverspend) {
  const TemporaryDirectory directory{quick_directory()};
  Ledger book = Ledger::create(directory.file("a"), pure_dataset("100"), patient());
  std::atomic<int> total = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { total += charge_often(book, 20); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(total, 100);
  EXPECT_EQ(book.state("visits").spent.epsilon, Fraction{100});
}

TEST(Together, ThreadsWithALedgerEachNeverOverspend) {
  const TemporaryDirectory directory{quick_directory()};
  const std::string path = directory.file("a");
  {
    const Ledger book = Ledger::create(path, pure_dataset("100"));
  }
  std::atomic<int> total = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      Ledger book = Ledger::open(path, patient());
      total += charge_often(book, 20);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(total, 100);
  EXPECT_FALSE(verify_ledger(path).problem.has_value());
}

}  // namespace
}  // namespace discreet

// Nobody overspends together: processes and threads that charge at the same time.
#include <atomic>
#include <fstream>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "temporary.hpp"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace discreet {
namespace {

using testing::amounts;
using testing::pure_dataset;
using testing::quick_directory;
using testing::request;
using testing::TemporaryDirectory;

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

enum class Backups { no, all_the_time };

// Copies a file again and again until it is told to stop, as a careless backup would.
class Copier {
 public:
  Copier(const std::string& path, Backups copying) {
    if (copying == Backups::all_the_time) {
      thread_ = std::thread{[this, path] {
        while (!done_) {
          std::ifstream in{path, std::ios::binary};
          const std::string bytes{std::istreambuf_iterator<char>{in}, {}};
        }
      }};
    }
  }
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;
  Copier(Copier&&) = delete;
  Copier& operator=(Copier&&) = delete;
  ~Copier() {
    done_ = true;
    if (thread_.joinable()) {
      thread_.join();
    }
  }

 private:
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

// How many charges so many processes were admitted in all; each sees none fail but for the budget.
int admitted_by_processes(const std::string& path, int processes, int charges, Backups copying) {
  int ends[2];
  require(::pipe(ends) == 0, bug, "a pipe can be made");
  for (int i = 0; i < processes; ++i) {
    if (::fork() == 0) {
      int admitted = -1;
      try {
        const Copier copier{path, copying};
        Ledger book = Ledger::open(path, patient());
        admitted = charge_often(book, charges);
      } catch (const std::exception&) {
        admitted = -1;
      }
      ::_exit(::write(ends[1], &admitted, sizeof admitted) == sizeof admitted ? 0 : 1);
    }
  }
  int total = 0;
  for (int i = 0; i < processes; ++i) {
    int admitted = -1;
    EXPECT_EQ(::read(ends[0], &admitted, sizeof admitted), static_cast<ssize_t>(sizeof admitted));
    EXPECT_GE(admitted, 0);
    total += admitted;
  }
  while (::wait(nullptr) > 0) {
  }
  ::close(ends[0]);
  ::close(ends[1]);
  return total;
}

void expect_spent(const std::string& path, int budget) {
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  EXPECT_EQ(book.state("visits").spent.epsilon, Fraction{budget});
  EXPECT_EQ(book.state("visits").charges, static_cast<std::uint64_t>(budget));
}

TEST(Together, EightProcessesOfFiveHundredChargesNeverOverspend) {
  const TemporaryDirectory directory{quick_directory()};
  const std::string path = directory.file("a");
  // Fewer than 8 x 500, so that some must be refused.
  Ledger::create(path, pure_dataset("3500"));
  EXPECT_EQ(admitted_by_processes(path, 8, 500, Backups::no), 3500);
  expect_spent(path, 3500);
}

// SQLite remembers in the process who has which lock, and a child that was forked meanwhile remembers it as well.
TEST(Together, ChildrenForkedDuringAChargeOpenTheirOwn) {
  const TemporaryDirectory directory{quick_directory()};
  const std::string path = directory.file("a");
  Ledger::create(path, pure_dataset("100000000"));
  std::atomic<bool> done{false};
  std::atomic<int> charged{0};
  std::thread other{[&] {
    Ledger book = Ledger::open(path, patient());
    while (!done) {
      book.charge(request(amounts("1")));
      ++charged;
    }
  }};
  constexpr int children = 25;
  int failed = 0;
  for (int child = 0; child < children && failed == 0; ++child) {
    const int before = charged;
    while (charged == before) {
      std::this_thread::yield();
    }
    const pid_t process = ::fork();
    if (process == 0) {
      ::alarm(60);
      LedgerOptions soon;
      soon.patience = std::chrono::seconds{20};
      ::_exit(charge_often(*std::make_unique<Ledger>(Ledger::open(path, soon)), 1) == 1 ? 0 : 1);
    }
    int status = -1;
    failed += process < 0 || ::waitpid(process, &status, 0) != process || status != 0 ? 1 : 0;
  }
  done = true;
  other.join();
  EXPECT_EQ(failed, 0);
  expect_spent(path, charged + children);
}

TEST(Together, AThreadThatCopiesTheFileDropsNobodysLock) {
  const TemporaryDirectory directory{quick_directory()};
  const std::string path = directory.file("a");
  Ledger::create(path, pure_dataset("700"));
  EXPECT_EQ(admitted_by_processes(path, 4, 200, Backups::all_the_time), 700);
  expect_spent(path, 700);
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

// Whether another process finds SQLite's RESERVED lock held.
bool is_reserved(const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 0x4000'0001;
    lock.l_len = 1;
    const int file = ::open(path.c_str(), O_RDWR);
    ::_exit(::fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? 1 : 0);
  }
  int status = -1;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

TEST(Together, AnObjectThatGoesDropsNobodysLockInAnotherThread) {
  const TemporaryDirectory directory{quick_directory()};
  const std::string path = directory.file("a");
  Ledger::create(path, pure_dataset());
  auto other = std::make_unique<Ledger>(Ledger::open(path));
  std::thread going;
  bool reserved = false;
  LedgerOptions options = patient();
  // The clock is read in the middle of a transaction.
  options.clock = [&] {
    going = std::thread{[&] { other.reset(); }};
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    reserved = is_reserved(path);
    return std::int64_t{0};
  };
  Ledger::open(path, options).charge(request(amounts("0.1")));
  going.join();
  EXPECT_TRUE(reserved);
}

}  // namespace
}  // namespace discreet

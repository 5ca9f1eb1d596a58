#include "worker_thread.hpp"

#include <atomic>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

TEST(WorkerThread, WorksThroughEveryLoadInOrder) {
  std::vector<std::uint64_t> seen;
  WorkerThread worker{[&](const Load& load) { seen.insert(seen.end(), load.begin(), load.end()); }};
  std::vector<std::uint64_t> expected;
  Load load;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    EXPECT_TRUE(load.empty());
    load.push_back(i);
    expected.push_back(i);
    worker.give(load);
  }
  worker.drain();
  EXPECT_EQ(seen, expected);
  load.push_back(10000);
  worker.give(load);
  worker.drain();
  EXPECT_EQ(seen.size(), 10001U);
}

TEST(WorkerThread, ThrowsOnWhatTheWorkThrew) {
  std::atomic<int> done = 0;
  WorkerThread worker{[&](const Load& load) {
    ++done;
    if (load.front() == 3) {
      throw std::length_error{"three"};
    }
  }};
  const auto give_all = [&] {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      Load load{i};
      worker.give(load);
    }
  };
  EXPECT_THROW(give_all(), std::length_error);
  EXPECT_THROW(worker.drain(), std::length_error);
  EXPECT_EQ(done, 4);
}

TEST(WorkerThread, EndsWithLoadsThatWait) {
  for (int round = 0; round < 100; ++round) {
    WorkerThread worker{[](const Load&) {}};
    for (std::uint64_t i = 0; i < 8; ++i) {
      Load load{i};
      worker.give(load);
    }
  }
}

}  // namespace
}  // namespace discreet::cli

#include "in_two_threads.hpp"

#include <array>
#include <atomic>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

TEST(InTwoThreads, DoesEveryPieceOnce) {
  std::array<std::atomic<int>, 50> times{};
  in_two_threads(times.size(), [&](std::size_t i) { ++times[i]; });
  for (const std::atomic<int>& one : times) {
    EXPECT_EQ(one, 1);
  }
  in_two_threads(0, [](std::size_t) { FAIL(); });
}

TEST(InTwoThreads, ThrowsWhatTheFirstFailureThrows) {
  for (int trial = 0; trial < 100; ++trial) {
    std::atomic<int> done = 0;
    try {
      in_two_threads(20, [&](std::size_t i) {
        if (i >= 5) {
          throw std::runtime_error{std::to_string(i)};
        }
        ++done;
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "5");
    }
    EXPECT_EQ(done, 5);
  }
}

TEST(InTwoThreads, ReportsOneProgressThatNeverFalls) {
  double last = 0;
  ProgressOfMany progress{4, [&](double part) {
                            EXPECT_GE(part, last);
                            last = part;
                          }};
  in_two_threads(4, [&](std::size_t i) {
    const Progress report = progress.of(i);
    for (const double part : {0.0, 0.5, 0.25, 1.0}) {
      report(part);
    }
  });
  EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace discreet::cli

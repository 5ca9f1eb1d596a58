#pragma once

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "temporary.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace discreet::testing {

/// What a run was asked for, as a hash.
inline std::string digest(char digit = 'a') { return std::string(64, digit); }

inline ChargeRequest run_request(const std::string& id = "nightly", const char* epsilon = "0.25") {
  ChargeRequest out = request(amounts(epsilon));
  out.run = RunRequest{id, digest(), 100};
  return out;
}

/// A ledger in which runs are made, and how often something was drawn.
class RunsFixture : public ::testing::Test {
 protected:
  // Draws a text that no other draw gives, and counts.
  DrawText drawing() {
    return [this](const Receipt&) { return "draw " + std::to_string(++draws); };
  }

  // Charges, and draws nothing.
  void charge_only(const ChargeRequest& asked) {
    EXPECT_THROW(
        book.run(asked, [](const Receipt&) -> std::string { throw std::runtime_error{"no bits"}; }),
        std::runtime_error);
  }

  void expect_sound(std::size_t charges, std::size_t results) {
    EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
    const LedgerContents all = Ledger::open(path).contents();
    EXPECT_EQ(all.charges.size(), charges);
    std::size_t found = 0;
    for (const RunState& run : all.runs) {
      found += run.result ? 1U : 0U;
    }
    EXPECT_EQ(found, results);
  }

  TemporaryDirectory directory{quick_directory()};
  std::string path = directory.file("a.ledger");
  Ledger book = Ledger::create(path, pure_dataset());
  std::atomic<int> draws = 0;
};

}  // namespace discreet::testing

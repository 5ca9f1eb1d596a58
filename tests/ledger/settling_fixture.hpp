#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ledger/open_ledger.hpp"
#include "ledger/run_records.hpp"
#include "runs_fixture.hpp"

namespace discreet::testing {

/// A run that was charged, and settled by somebody who was cut off before it was stored.
class SettlingFixture : public RunsFixture {
 protected:
  // As whoever was cut off before storing it.
  void settle(const std::string& text, const std::string& where) {
    detail::OpenLedger open{where, {}};
    const Charge charge = Ledger::open(where).runs().at(0).charge;
    const std::string bytes = detail::settled_result(charge, text);
    open.settlement("visits", "nightly", bytes.size())->settle(bytes);
  }
  void settle(const std::string& text) { settle(text, path); }

  void charge_and_settle() {
    charge_only(run_request());
    settle("theirs");
  }

  // What stands beside the ledger.
  std::vector<std::filesystem::path> beside() const {
    std::vector<std::filesystem::path> out;
    for (const auto& file : std::filesystem::directory_iterator{directory.path()}) {
      if (file.path() != std::filesystem::path{path}) {
        out.push_back(file.path());
      }
    }
    return out;
  }

  std::string contents() const {
    std::ifstream file{beside().at(0), std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  void replace(const std::string& bytes) const {
    std::ofstream{beside().at(0), std::ios::binary | std::ios::trunc} << bytes;
  }

  // Neither drawn nor delivered, and found by who verifies.
  void expect_refused(const char* what) {
    EXPECT_EQ(kind_of([&] { book.run(run_request(), drawing()); }), ErrorKind::ledger) << what;
    EXPECT_EQ(kind_of([&] { (void)book.stored_result("visits", *run_request().run); }),
              ErrorKind::ledger)
        << what;
    EXPECT_EQ(kind_of([&] { book.backup(directory.file("b")); }), ErrorKind::ledger) << what;
    EXPECT_NE(verify_ledger(path).problem, std::nullopt) << what;
    EXPECT_EQ(draws, 0) << what;
    EXPECT_FALSE(book.runs().at(0).result.has_value()) << what;
  }
};

}  // namespace discreet::testing

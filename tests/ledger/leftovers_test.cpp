// SQLite knows a journal by its name alone; one that was left behind undoes nothing that came later.
#include <filesystem>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "overlay_vfs.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::OverlayVfs;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::run_sql;
using testing::TemporaryDirectory;

class Leftovers : public ::testing::Test {
 protected:
  void SetUp() override {
    Ledger::create(path, pure_dataset());
    charge(3);
  }

  void charge(int times) const {
    Ledger book = Ledger::open(path);
    for (int i = 0; i < times; ++i) {
      book.charge(request(amounts("0.01")));
    }
  }

  // Charges once, and keeps a copy of the journal as a kill would have left it.
  void charge_and_keep_journal() const {
    constexpr auto anew = std::filesystem::copy_options::overwrite_existing;
    const OverlayVfs disk{[&] {
      if (std::filesystem::exists(journal)) {
        std::filesystem::copy_file(journal, kept, anew);
      }
      return SQLITE_OK;
    }};
    charge(1);
  }

  // Nothing is read or charged with what was kept in place, and nothing is lost.
  void expect_refused(const std::string& place, const std::string& rule) const {
    const std::uint64_t charges = Ledger::open(path).state("visits").charges;
    std::filesystem::copy_file(kept, place);
    EXPECT_NE(rule_of([&] { Ledger::open(path); }).find(rule), std::string::npos);
    EXPECT_NE(verify_ledger(path).problem.value_or("none").find(rule), std::string::npos);
    std::filesystem::remove(place);
    EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
    EXPECT_EQ(Ledger::open(path).state("visits").charges, charges);
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a.ledger");
  std::string journal = path + "-journal";
  std::string kept = directory.file("kept");
};

TEST_F(Leftovers, AJournalIsNotPlayedBackOverLaterCharges) {
  charge_and_keep_journal();
  charge(1);
  expect_refused(journal, "the -journal beside the ledger is of another state");
}

TEST_F(Leftovers, WhatCannotBeLookedAtIsNotTakenToBeHarmless) {
  charge_and_keep_journal();
  charge(1);
  for (const std::string& place : {journal, path + "-wal"}) {
    std::filesystem::create_symlink(kept, place);
    EXPECT_NE(rule_of([&] { Ledger::open(path); }).find("what stands beside it, cannot be read"),
              std::string::npos);
    std::filesystem::remove(place);
  }
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 5U);
}

TEST_F(Leftovers, AJournalIsNotPlayedBackOverAnOlderCopy) {
  const std::string older = directory.file("older");
  std::filesystem::copy_file(path, older);
  charge(1);
  charge_and_keep_journal();
  std::filesystem::rename(older, path);
  expect_refused(journal, "the -journal beside the ledger is of another state");
}

TEST_F(Leftovers, TheJournalOfTheLastChargeIsPlayedBack) {
  charge_and_keep_journal();
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 4U);
  std::filesystem::rename(kept, journal);
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 3U);
  EXPECT_FALSE(std::filesystem::exists(journal));
}

TEST_F(Leftovers, AnOpenLedgerLooksBeforeEachCharge) {
  charge_and_keep_journal();
  charge(1);
  Ledger book = Ledger::open(path);
  std::filesystem::copy_file(kept, journal);
  EXPECT_NE(rule_of([&] { book.charge(request(amounts("0.01"))); }).find("of another state"),
            std::string::npos);
  std::filesystem::remove(journal);
  EXPECT_EQ(book.charge(request(amounts("0.01"))).sequence, 8);
}

TEST_F(Leftovers, AWriteAheadLogIsNotPlayedBackOverLaterCharges) {
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &file), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(file, "PRAGMA journal_mode = WAL; VACUUM", nullptr, nullptr, nullptr),
            SQLITE_OK);
  std::filesystem::copy_file(path + "-wal", kept);
  sqlite3_close(file);
  charge(1);
  expect_refused(path + "-wal", "the -wal beside the ledger is of another state");
}

TEST_F(Leftovers, AFileThatKeepsAWriteAheadLogIsReadAndChargedAsBefore) {
  run_sql(path, "PRAGMA journal_mode = WAL");
  charge(1);
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 4U);
}

TEST_F(Leftovers, ANewFileIsNotMadeBesideThem) {
  charge_and_keep_journal();
  for (const char* const suffix : {"-journal", "-wal"}) {
    const std::string fresh = directory.file("fresh.ledger");
    std::filesystem::copy_file(kept, fresh + suffix);
    for (const std::string& said : {rule_of([&] { Ledger::create(fresh, pure_dataset()); }),
                                    rule_of([&] { Ledger::open(path).backup(fresh); })}) {
      EXPECT_NE(said.find("left by another ledger"), std::string::npos) << said;
    }
    EXPECT_FALSE(std::filesystem::exists(fresh));
    EXPECT_TRUE(std::filesystem::exists(fresh + suffix));
    std::filesystem::remove(fresh + suffix);
  }
}

}  // namespace
}  // namespace discreet

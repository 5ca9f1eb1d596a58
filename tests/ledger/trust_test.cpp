// What a ledger trusts: an edited, cut, replayed, swapped or foreign file is found out.
#include <fstream>
#include <functional>
#include <random>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "discreet/ledger/verify.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::run_sql;
using testing::TemporaryDirectory;

class Trust : public ::testing::Test {
 protected:
  void SetUp() override {
    Ledger book = Ledger::create(path, pure_dataset("1"));
    for (int i = 0; i < 4; ++i) {
      book.charge(request(amounts("0.1")));
    }
  }

  // Breaks the file behind the triggers' back, as somebody with a hex editor would.
  void tamper(const std::string& sql) const {
    run_sql(path,
            "DROP TRIGGER entry_is_never_changed; DROP TRIGGER entry_is_never_removed;"
            "DROP TRIGGER head_is_never_removed;" +
                sql +
                ";CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry "
                "BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;"
                "CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry "
                "BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;"
                "CREATE TRIGGER head_is_never_removed BEFORE DELETE ON head "
                "BEGIN SELECT RAISE(ABORT, 'the head is never removed'); END");
  }

  // The ledger must refuse to open, hence to charge, and verify must name the first broken link.
  void expect_broken(const std::string& problem) const {
    EXPECT_EQ(kind_of([&] { Ledger::open(path); }), ErrorKind::ledger);
    EXPECT_EQ(verify_ledger(path).problem.value_or("none"), problem);
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a.ledger");
};

TEST_F(Trust, AnUntouchedFileVerifies) {
  tamper("SELECT 1");
  const Verification found = verify_ledger(path);
  EXPECT_EQ(found.problem.value_or("none"), "none");
  EXPECT_EQ(found.entries, 6);
  EXPECT_EQ(found.head.size(), 64U);
}

TEST_F(Trust, EveryFieldOfEveryEntryIsCovered) {
  for (const char* field : {"kind", "dataset", "at", "facts", "previous", "hash"}) {
    for (int sequence = 1; sequence <= 6; ++sequence) {
      const TemporaryDirectory other;
      std::filesystem::copy_file(path, other.file("b"));
      run_sql(other.file("b"),
              "DROP TRIGGER entry_is_never_changed; UPDATE entry SET " + std::string{field} +
                  " = replace(" + field + ", substr(" + field +
                  ", 3, 1), 'x') || 'y' WHERE sequence = " + std::to_string(sequence) +
                  "; CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry "
                  "BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END");
      const std::string problem = verify_ledger(other.file("b")).problem.value_or("none");
      EXPECT_TRUE(problem.starts_with("entry " + std::to_string(sequence) + " ")) << problem;
    }
  }
}

TEST_F(Trust, AnEditedChargeIsFound) {
  tamper("UPDATE entry SET facts = replace(facts, '0.1', '0.0') WHERE sequence = 4");
  expect_broken("entry 4 was changed");
}

TEST_F(Trust, AnEditedBudgetIsFound) {
  tamper("UPDATE entry SET facts = replace(facts, 'epsilon: 1', 'epsilon: 9') WHERE sequence = 2");
  expect_broken("entry 2 was changed");
}

TEST_F(Trust, ARemovedChargeIsFound) {
  tamper("DELETE FROM entry WHERE sequence = 4");
  expect_broken("entry 4 is missing");
}

TEST_F(Trust, ARemovedEndIsFound) {
  tamper("DELETE FROM entry WHERE sequence >= 5");
  expect_broken("entry 5 is missing");
}

TEST_F(Trust, AReplayedChargeIsFound) {
  tamper(
      "INSERT INTO entry SELECT 7, kind, dataset, at, facts, previous, hash FROM entry WHERE "
      "sequence = 6");
  expect_broken("entry 7 does not follow the one before");
}

TEST_F(Trust, SwappedChargesAreFound) {
  tamper(
      "UPDATE entry SET sequence = 100 WHERE sequence = 4; UPDATE entry SET sequence = 4 WHERE "
      "sequence = 5;"
      "UPDATE entry SET sequence = 5 WHERE sequence = 100");
  expect_broken("entry 4 does not follow the one before");
}

TEST_F(Trust, AnEntryBeforeTheFirstIsFound) {
  tamper(
      "INSERT INTO entry SELECT 0, kind, dataset, at, facts, previous, hash FROM entry WHERE "
      "sequence = 6");
  EXPECT_TRUE(verify_ledger(path).problem.has_value());
}

TEST_F(Trust, ALostHeadIsFound) {
  tamper("DELETE FROM head");
  expect_broken("entry 7 is missing");
}

TEST_F(Trust, ASecondHeadIsFound) {
  tamper(
      "PRAGMA ignore_check_constraints = ON; INSERT INTO head SELECT 2, sequence - 1, hash FROM "
      "head");
  expect_broken("the ledger has more than one head");
  tamper("DELETE FROM head WHERE one = 2");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  tamper("PRAGMA ignore_check_constraints = ON; UPDATE head SET one = 3");
  expect_broken("the ledger has more than one head");
}

TEST_F(Trust, ATruncatedFileIsFound) {
  const auto size = std::filesystem::file_size(path);
  std::filesystem::resize_file(path, size - 4096);
  EXPECT_EQ(kind_of([&] { Ledger::open(path); }), ErrorKind::ledger);
  EXPECT_TRUE(verify_ledger(path).problem.has_value());
}

TEST_F(Trust, AnEditUnderAnOpenLedgerIsNotTakenIn) {
  Ledger book = Ledger::open(path);
  tamper(
      "UPDATE entry SET facts = replace(facts, '0.1', '0.0') WHERE sequence = 6;"
      "UPDATE entry SET hash = 'x' WHERE sequence = 6");
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.1"))); }), ErrorKind::ledger);
}

// The file as it was before the last charge, put back in place with other content under the same name.
void put_back(const std::string& older, const std::string& path) {
  std::ifstream in{older, std::ios::binary};
  std::ofstream{path, std::ios::binary} << in.rdbuf();
}

TEST_F(Trust, AnOpenLedgerRemembersItsOwnLastCharge) {
  Ledger book = Ledger::open(path);
  std::filesystem::copy_file(path, directory.file("older"));
  book.charge(request(amounts("0.5")));
  put_back(directory.file("older"), path);
  EXPECT_EQ(rule_of([&] { book.charge(request(amounts("0.5"))); }),
            "entry 7 is not what it was when this program read it");
  EXPECT_EQ(kind_of([&] { book.preview(request(amounts("0.1"))); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { (void)book.charges(); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { book.backup(directory.file("copy")); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.1"))); }), ErrorKind::ledger);
}

TEST_F(Trust, AnOlderCopyThatWasChargedByOthersIsRefused) {
  Ledger book = Ledger::open(path);
  std::filesystem::copy_file(path, directory.file("older"));
  book.charge(request(amounts("0.5")));
  put_back(directory.file("older"), path);
  // SQLite's counter of changes is now what it was when the open ledger last looked.
  Ledger::open(path).charge(request(amounts("0.4")));
  EXPECT_EQ(rule_of([&] { book.charge(request(amounts("0.1"))); }),
            "entry 7 is not what it was when this program read it");
}

TEST_F(Trust, NoByteCanBeChangedUnnoticedInWhatIsRead) {
  std::ifstream in{path, std::ios::binary};
  const std::string whole{std::istreambuf_iterator<char>{in}, {}};
  const std::string before = verify_ledger(path).head;
  const TemporaryDirectory other;
  std::mt19937 pick{1};  // NOLINT(cert-msc51-cpp): which bytes, always the same
  for (int i = 0; i < 300; ++i) {
    std::string changed = whole;
    changed[pick() % changed.size()] ^= static_cast<char>(1U << (pick() % 8));
    std::ofstream{other.file("b"), std::ios::binary} << changed;
    const Verification found = verify_ledger(other.file("b"));
    // Bytes that hold no entry may change; what is read then is still the same chain.
    EXPECT_TRUE(found.problem || (found.head == before && found.entries == 6));
  }
}

TEST_F(Trust, VerifyLooksAtWhatNoEntryIsReadFrom) {
  std::fstream file{path, std::ios::binary | std::ios::in | std::ios::out};
  file.seekp(36 + 3);  // how many pages of the file are free
  file.put('\7');
  file.close();
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "the ledger's file is damaged");
}

TEST_F(Trust, ForeignFilesAreNoLedgers) {
  const std::string text = directory.file("text");
  std::ofstream{text} << std::string(5000, 'x');
  EXPECT_EQ(rule_of([&] { Ledger::open(text); }), "the file is not a ledger");
  std::ofstream{directory.file("empty")} << "";
  EXPECT_EQ(rule_of([&] { Ledger::open(directory.file("empty")); }), "the file is not a ledger");
  run_sql(directory.file("foreign"), "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  EXPECT_EQ(rule_of([&] { Ledger::open(directory.file("foreign")); }), "the file is not a ledger");
  EXPECT_EQ(rule_of([&] { Ledger::open(directory.file("none")); }),
            "there is no ledger at this path");
  EXPECT_EQ(rule_of([&] { Ledger::open(directory.path().string()); }),
            "the ledger's path is not a plain file");
  EXPECT_EQ(kind_of([&] { Ledger::open(":memory:"); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { Ledger::open(""); }), ErrorKind::ledger);
}

TEST_F(Trust, TablesOfItsOwnMakeAFileForeign) {
  run_sql(path, "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM head; END");
  EXPECT_EQ(rule_of([&] { Ledger::open(path); }),
            "the ledger's tables are not as this program made them");
}

TEST_F(Trust, TheTriggersKeepAccidentsAway) {
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &file), SQLITE_OK);
  for (const char* sql : {"DELETE FROM entry", "UPDATE entry SET facts = ''", "DELETE FROM head"}) {
    EXPECT_NE(sqlite3_exec(file, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
  }
  sqlite3_close(file);
  EXPECT_FALSE(verify_ledger(path).problem.has_value());
}

}  // namespace
}  // namespace discreet

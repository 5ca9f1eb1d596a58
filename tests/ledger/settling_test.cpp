// What a run's result goes through between its draw and the ledger: nobody who reads the files beside it sees two draws.
#include "ledger/settling.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "settling_fixture.hpp"
#include <sys/stat.h>

namespace discreet {
namespace {

using testing::kind_of;
using testing::run_request;

namespace fs = std::filesystem;

class Settling : public testing::SettlingFixture {};

TEST_F(Settling, WhatIsSettledIsStoredAndNothingIsDrawn) {
  charge_and_settle();
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  const RunResult got = book.run(run_request(), drawing());
  EXPECT_EQ(got.text, "theirs");
  EXPECT_TRUE(got.receipt.replayed);
  EXPECT_EQ(Ledger::open(path).run(run_request(), drawing()).text, "theirs");
  EXPECT_EQ(draws, 0);
  EXPECT_TRUE(beside().empty());
  expect_sound(1, 1);
}

TEST_F(Settling, WhoOnlyAsksForAStoredResultGetsIt) {
  charge_and_settle();
  const auto got = book.stored_result("visits", *run_request().run);
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->text, "theirs");
  EXPECT_TRUE(beside().empty());
  expect_sound(1, 1);
}

TEST_F(Settling, ARunLeavesNothingBesideTheLedger) {
  book.run(run_request(), [&](const Receipt&) {
    EXPECT_TRUE(beside().empty()) << "what it is written to has no name yet";
    return std::string{"mine"};
  });
  EXPECT_TRUE(beside().empty());
}

TEST_F(Settling, IsReadByItsOwnerOnlyWhateverTheUmask) {
  for (const mode_t mask : {0U, 0777U}) {
    const mode_t before = ::umask(mask);
    charge_and_settle();
    ::umask(before);
    struct stat status{};
    ASSERT_EQ(::stat(beside().at(0).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode, static_cast<mode_t>(S_IFREG | 0600));
    fs::remove(beside().at(0));
  }
}

// As for who looks while another user's process stores it, or takes its file away.
TEST_F(Settling, WhatCannotBeReadIsNoMatterOnceItIsStored) {
  charge_and_settle();
  const RunState looked_at = book.runs().at(0);
  const fs::path file = beside().at(0);
  EXPECT_EQ(book.run(run_request(), drawing()).text, "theirs");
  fs::create_directory(file);
  detail::OpenLedger open{path, {}};
  EXPECT_TRUE(detail::finish_settled(open, looked_at));
  EXPECT_EQ(Ledger::open(path).run(run_request(), drawing()).text, "theirs");
  EXPECT_EQ(draws, 0);
  expect_sound(1, 1);
}

TEST_F(Settling, AnotherRequestIsRefusedBeforeItIsStored) {
  charge_and_settle();
  ChargeRequest other = run_request();
  other.run->request = testing::digest('b');
  EXPECT_EQ(kind_of([&] { book.run(other, drawing()); }), bad_parameter);
  EXPECT_EQ(beside().size(), 1U);
  expect_sound(1, 0);
}

TEST_F(Settling, ABackupAndACopyHoldIt) {
  charge_and_settle();
  book.backup(directory.file("b"));
  Ledger backup = Ledger::open(directory.file("b"));
  EXPECT_EQ(backup.run(run_request(), drawing()).text, "theirs");
  for (const fs::path& file : {fs::path{path}, fs::path{directory.file("b")}}) {
    fs::remove(file);
  }
  book = Ledger::create(path, testing::pure_dataset());
  charge_and_settle();
  book.copy_to(directory.file("c"));
  Ledger copy = Ledger::open(directory.file("c"));
  EXPECT_EQ(copy.run(run_request(), drawing()).text, "theirs");
  EXPECT_EQ(draws, 0);
}

// Whoever copies looks once more when nobody can settle anything.
TEST_F(Settling, NothingIsCopiedThatLacksIt) {
  charge_and_settle();
  detail::OpenLedger open{path, {}};
  EXPECT_EQ(kind_of([&] { open.back_up(directory.file("b")); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { open.move_to(directory.file("b")); }), ErrorKind::ledger);
  EXPECT_FALSE(fs::exists(directory.file("b")));
  EXPECT_EQ(book.run(run_request(), drawing()).text, "theirs");
}

// As where the hold was lost: what it drew gets no name.
TEST_F(Settling, NothingIsSettledForARunThatIsStored) {
  const RunResult got = book.run(run_request(), [&](const Receipt&) {
    settle("theirs");
    EXPECT_EQ(book.stored_result("visits", *run_request().run)->text, "theirs");
    return std::string{"mine"};
  });
  EXPECT_EQ(got.text, "theirs");
  EXPECT_TRUE(beside().empty());
  expect_sound(1, 1);
}

TEST_F(Settling, HasTheRoomOfItsChargeWhereLessIsAskedFor) {
  charge_only(run_request());
  ChargeRequest less = run_request();
  less.run->room = 60;
  EXPECT_EQ(book.run(less, drawing()).text, "draw 1");
  EXPECT_TRUE(beside().empty());
  expect_sound(1, 1);
}

TEST_F(Settling, NothingIsSettledBesideALedgerThatMoved) {
  EXPECT_EQ(kind_of([&] {
              book.run(run_request(), [&](const Receipt&) {
                Ledger::open(path).copy_to(directory.file("b"));
                return std::string{"mine"};
              });
            }),
            ErrorKind::ledger);
  EXPECT_EQ(beside(), std::vector{fs::path{directory.file("b")}});
  Ledger moved = Ledger::open(directory.file("b"));
  EXPECT_EQ(moved.run(run_request(), drawing()).text, "draw 1");
}

TEST_F(Settling, IsNotStoredWithoutTheWitness) {
  charge_and_settle();
  const std::string witness = directory.file("witness");
  Ledger::open(path).write_witness(witness);
  EXPECT_EQ(kind_of([&] { book.run(run_request(), drawing()); }), ErrorKind::ledger);
  LedgerOptions options;
  options.witness = witness;
  Ledger witnessed = Ledger::open(path, options);
  EXPECT_EQ(witnessed.run(run_request(), drawing()).text, "theirs");
  EXPECT_EQ(draws, 0);
}

TEST_F(Settling, StandsBesideTheFileAndNotBesideALinkToIt) {
  charge_only(run_request());
  const testing::TemporaryDirectory elsewhere{testing::quick_directory()};
  fs::create_symlink(path, elsewhere.file("link"));
  settle("theirs", elsewhere.file("link"));
  EXPECT_EQ(beside().size(), 1U);
  EXPECT_EQ(book.run(run_request(), drawing()).text, "theirs");
}

TEST_F(Settling, WhatWasLeftIsTidiedAndNothingElse) {
  book.run(run_request(), drawing());
  settle("draw 1");
  EXPECT_EQ(book.run(run_request(), drawing()).text, "draw 1");
  EXPECT_TRUE(beside().empty());
  settle("another");
  EXPECT_EQ(book.run(run_request(), drawing()).text, "draw 1") << "what is stored is delivered";
  EXPECT_EQ(beside().size(), 1U);
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST_F(Settling, IsOfOneRunWhateverTheNames) {
  LedgerOptions hasty;
  hasty.patience = std::chrono::milliseconds{0};
  detail::OpenLedger open{path, hasty};
  open.settlement("a", "b: c", 4)->settle("text");
  EXPECT_EQ(open.settled("a", "b: c"), "text");
  EXPECT_EQ(open.settled("a: b", "c"), std::nullopt);
  const auto hold = open.hold_run("a", "b: c");
  EXPECT_NE(open.hold_run("a: b", "c"), nullptr) << "nobody holds that one";
}

TEST_F(Settling, IsAsLongForEveryText) {
  charge_only(run_request());
  const Charge charge = book.runs().at(0).charge;
  std::set<std::size_t> sizes;
  for (const std::string& text :
       {std::string{}, std::string{"\n\\"}, std::string(50, '\n'), std::string(100, 'x')}) {
    const std::string bytes = detail::settled_result(charge, text);
    EXPECT_EQ(detail::text_of_settled(charge, bytes), text);
    sizes.insert(bytes.size());
  }
  EXPECT_EQ(sizes.size(), 1U);
}

}  // namespace
}  // namespace discreet

// A ledger that moves house: closed where it was, open where it is, and never both.
#include <filesystem>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "ledger/chain.hpp"
#include "ledger/moves.hpp"
#include "ledger/store.hpp"
#include "runs_fixture.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using detail::Chain;
using detail::Entry;
using detail::Record;
using detail::Store;
using testing::amounts;
using testing::kind_of;
using testing::message_of;
using testing::pure_dataset;
using testing::request;
using testing::TemporaryDirectory;

constexpr std::chrono::milliseconds moment{1000};

class Copying : public ::testing::Test {
 protected:
  Copying() {
    Ledger book = Ledger::create(old_path, pure_dataset());
    book.add_group(make_dataset_group("people", amounts("3")));
    Dataset labs = make_dataset("labs", "patient", Neighbors::add_remove, amounts("2"));
    labs.group = "people";
    book.add_dataset(labs);
    book.charge(request(amounts("0.25")));
    book.charge(request(amounts("0.5"), "labs"));
    book.lower_budget("labs", amounts("1"), "less is enough");
  }

  static std::string problem(const std::string& path) {
    return verify_ledger(path).problem.value_or("none");
  }

  // Leaves the copy as it stood before the old ledger was closed, and the old one open.
  void interrupt() {
    std::filesystem::copy_file(old_path, directory.file("before"));
    Ledger::open(old_path).copy_to(new_path);
    testing::run_sql(new_path, R"(
        DROP TRIGGER entry_is_never_removed;
        DELETE FROM entry WHERE kind = 'moved';
        UPDATE head SET (sequence, hash) = (SELECT sequence, hash FROM entry ORDER BY sequence DESC LIMIT 1);
        CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END)");
  }
  void reopen_old() { std::filesystem::rename(directory.file("before"), old_path); }

  // Appends to a ledger behind its back what continues its chain.
  static void append(const std::string& path, const Record& record) {
    const auto store = detail::open_store(path, moment);
    const auto transaction = store->begin(Store::Access::write);
    Chain chain;
    chain.extend(*transaction);
    chain.append(*transaction, record, 4'000'000'000);
    transaction->commit();
  }

  TemporaryDirectory directory;
  std::string old_path = directory.file("old");
  std::string new_path = directory.file("new");
};

TEST_F(Copying, KeepsWhatEachEntrySaysAndWhen) {
  const LedgerContents before = Ledger::open(old_path).contents();
  Ledger::open(old_path).copy_to(new_path);
  const LedgerContents after = Ledger::open(new_path).contents();
  ASSERT_EQ(after.charges.size(), before.charges.size());
  for (std::size_t i = 0; i < before.charges.size(); ++i) {
    EXPECT_EQ(after.charges[i].at, before.charges[i].at);
    EXPECT_EQ(after.charges[i].charged, before.charges[i].charged);
    EXPECT_EQ(after.charges[i].request.parameters, before.charges[i].request.parameters);
  }
  EXPECT_EQ(after.groups.at(0).spent.epsilon, parse_amount("0.5"));
  EXPECT_EQ(after.datasets.at(1).limit.amounts.epsilon, Fraction{1});
  EXPECT_EQ(after.copied->head, before.head);
  EXPECT_EQ(after.copied->entries, before.entries);
  EXPECT_FALSE(after.moved.has_value());
  EXPECT_FALSE(after.unfinished);
  EXPECT_EQ(problem(new_path), "none");
  Ledger::open(new_path).charge(request(amounts("0.75")));
  EXPECT_EQ(kind_of([&] { Ledger::open(new_path).charge(request(amounts("0.01"))); }), over_budget);
  EXPECT_EQ(problem(new_path), "none");
}

TEST_F(Copying, RunsGoAlong) {
  Ledger old = Ledger::open(old_path);
  const auto draw_of = [](const char* text) { return [=](const Receipt&) { return text; }; };
  const ChargeRequest stored = testing::run_request("stored", "0.1");
  const ChargeRequest open = testing::run_request("open", "0.1");
  old.run(stored, draw_of("old"));
  // The ledger moves while a result is drawn.
  EXPECT_EQ(kind_of([&] {
              old.run(open, [&](const Receipt&) {
                Ledger::open(old_path).copy_to(new_path);
                return "never stored";
              });
            }),
            ErrorKind::ledger);
  int draws = 0;
  EXPECT_EQ(
      kind_of([&] { old.run(open, [&](const Receipt&) { return std::to_string(++draws); }); }),
      ErrorKind::ledger);
  EXPECT_EQ(draws, 0) << "what cannot be stored is not drawn";
  EXPECT_EQ(old.run(stored, draw_of("again")).text, "old");
  Ledger book = Ledger::open(new_path);
  EXPECT_EQ(book.run(stored, draw_of("new")).text, "old");
  EXPECT_EQ(book.run(open, draw_of("new")).text, "new");
  EXPECT_TRUE(book.run(open, draw_of("newer")).receipt.replayed);
  EXPECT_EQ(book.contents().charges.size(), 4U);
  EXPECT_EQ(problem(new_path), "none");
}

TEST_F(Copying, ClosesTheOldOneWhichSaysWhereItWent) {
  Ledger opened_before = Ledger::open(old_path);
  Ledger::open(old_path).copy_to(new_path);
  const std::vector<std::function<void()>> attempts{
      [&] { opened_before.charge(request(amounts("0.01"))); },
      [&] { opened_before.preview(request(amounts("0.01"))); },
      [&] { Ledger::open(old_path).charge(request(amounts("0.01"))); },
      [&] {
        opened_before.add_dataset(
            make_dataset("more", "patient", Neighbors::replace, amounts("1")));
      },
      [&] { opened_before.add_group(make_dataset_group("more", amounts("1"))); },
      [&] { opened_before.close_dataset("visits", "enough"); },
      [&] { opened_before.lower_budget("visits", amounts("0.5"), "less"); },
      [&] { opened_before.write_witness(directory.file("witness")); },
      [&] { opened_before.copy_to(directory.file("elsewhere")); }};
  for (const auto& attempt : attempts) {
    EXPECT_EQ(kind_of(attempt), ErrorKind::ledger);
    EXPECT_NE(message_of(attempt).find("moved to " + new_path), std::string::npos);
  }
  EXPECT_EQ(problem(old_path), "none");
  EXPECT_EQ(verify_ledger(old_path).moved->to, new_path);
  EXPECT_EQ(opened_before.contents().charges.size(), 2U);
  EXPECT_FALSE(std::filesystem::exists(directory.file("elsewhere")));
  EXPECT_FALSE(std::filesystem::exists(directory.file("witness")));
  Ledger::open(old_path).copy_to(new_path);  // again, to no effect
  EXPECT_EQ(problem(new_path), "none");
}

TEST_F(Copying, OfACopyKeepsBothHistories) {
  Ledger::open(old_path).copy_to(new_path);
  Ledger::open(new_path).charge(request(amounts("0.125")));
  const std::string third = directory.file("third");
  Ledger::open(new_path).copy_to(third);
  EXPECT_EQ(problem(third), "none");
  EXPECT_EQ(problem(new_path), "none");
  EXPECT_EQ(Ledger::open(third).state("visits").spent.epsilon, parse_amount("0.375"));
  EXPECT_EQ(verify_ledger(third).copied->from, verify_ledger(new_path).moved->from);
  Ledger::open(third).charge(request(amounts("0.125")));
  EXPECT_EQ(problem(third), "none");
}

TEST_F(Copying, UnfinishedTakesNothingAndIsFinishedByRepeating) {
  interrupt();
  EXPECT_EQ(problem(new_path), "none");
  EXPECT_TRUE(verify_ledger(new_path).unfinished);
  Ledger copy = Ledger::open(new_path);
  EXPECT_EQ(kind_of([&] { copy.charge(request(amounts("0.01"))); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { copy.close_dataset("visits", "enough"); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { copy.backup(directory.file("b")); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { copy.copy_to(directory.file("b")); }), ErrorKind::ledger);
  Ledger::open(old_path).copy_to(new_path);
  copy.charge(request(amounts("0.01")));
  EXPECT_EQ(problem(new_path), "none");
}

TEST_F(Copying, GoesOnWhereTheOldOneWasChargedMeanwhile) {
  interrupt();
  reopen_old();
  Ledger book = Ledger::open(old_path);
  book.charge(request(amounts("0.0625")));
  // The file from before the copy got another last entry than the copy has seen: its closing entry was never there.
  book.copy_to(new_path);
  EXPECT_EQ(Ledger::open(new_path).state("visits").spent.epsilon, parse_amount("0.3125"));
  EXPECT_EQ(problem(new_path), "none");
}

TEST_F(Copying, NeverOverwritesNorJoinsAnotherLedger) {
  Ledger::create(new_path, pure_dataset("9"));
  EXPECT_EQ(kind_of([&] { Ledger::open(old_path).copy_to(new_path); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { Ledger::open(old_path).copy_to(directory.file("none/new")); }),
            ErrorKind::ledger);
  Ledger::open(old_path).charge(request(amounts("0.01")));
  EXPECT_FALSE(verify_ledger(old_path).moved.has_value());
  EXPECT_EQ(Ledger::open(new_path).state("visits").charges, 0U);
}

TEST_F(Copying, AnOlderCopyOfTheOldOneIsFoundOut) {
  std::filesystem::copy_file(old_path, directory.file("before"));
  Ledger::open(old_path).copy_to(new_path);
  reopen_old();
  EXPECT_NE(message_of([&] { Ledger::open(old_path).copy_to(new_path); }).find("an older copy"),
            std::string::npos);
}

TEST_F(Copying, NothingWrittenBehindItsBackVerifies) {
  const auto closing = [] { return Record{"close", "visits", {{"reason", "r"}, {"user", "u"}}}; };
  interrupt();
  append(new_path, closing());
  EXPECT_NE(message_of([&] { Ledger::open(old_path).copy_to(new_path); }), "nothing was thrown");
  EXPECT_TRUE(verify_ledger(new_path).unfinished) << "so it is never charged";
  append(old_path, closing());
  EXPECT_EQ(problem(old_path), "entry 9 was written after the ledger had moved");
}

TEST_F(Copying, TheOldWitnessSeesTheMoveAndTheNewLedgerAsksForNone) {
  LedgerOptions witnessed;
  witnessed.witness = directory.file("witness");
  Ledger::open(old_path).write_witness(*witnessed.witness);
  EXPECT_EQ(kind_of([&] { Ledger::open(old_path).copy_to(new_path); }), ErrorKind::ledger)
      << "not without the witness";
  std::filesystem::copy_file(old_path, directory.file("before"));
  Ledger::open(old_path, witnessed).copy_to(new_path);
  EXPECT_EQ(verify_ledger(old_path, witnessed).problem.value_or("none"), "none");
  Ledger::open(new_path).charge(request(amounts("0.01")));
  reopen_old();
  EXPECT_NE(verify_ledger(old_path, witnessed).problem.value_or("none"), "none");
}

TEST(ShownAddress, HasNoPassword) {
  EXPECT_EQ(shown_address("a/b:c@d?password=e"), "a/b:c@d?password=e") << "a path is a path";
  EXPECT_EQ(shown_address("postgresql://ann@db/x"), "postgresql://ann@db/x");
  EXPECT_EQ(shown_address("postgres://ann:s3cret@db:5433/x"), "postgres://ann@db:5433/x");
  EXPECT_EQ(shown_address("postgresql://ann:s3/cr@et@db/x?host=/run&password=s3cret&port=1"),
            "postgresql://ann@db/x?host=/run&port=1");
  EXPECT_EQ(shown_address("postgresql:///x?pass%77ord=s3cret&host=/run"),
            "postgresql:///x?host=/run");
  EXPECT_EQ(shown_address("postgresql://"), "postgresql://");
  EXPECT_EQ(shown_address("postgresql://ann:s3cret?x@db/x?host=/run"),
            "postgresql://ann@db/x?host=/run")
      << "libpq takes a question mark before the @ for a part of the password";
  EXPECT_EQ(shown_address("postgresql://ann:s3cret"), "postgresql://ann") << "no port";
  EXPECT_EQ(shown_address("postgresql://ann:s3cret/x"), "postgresql://ann/x");
  EXPECT_EQ(shown_address("postgresql://db:5433,other:5434/x"),
            "postgresql://db:5433,other:5434/x");
  EXPECT_EQ(shown_address("postgresql://[::1]:5433/x"), "postgresql://[::1]:5433/x");
}

}  // namespace
}  // namespace discreet

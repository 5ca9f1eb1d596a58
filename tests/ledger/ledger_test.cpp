#include "discreet/ledger/ledger.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "discreet/ledger/verify.hpp"
#include "discreet/release/account.hpp"
#include "ledger/sqlite/connection.hpp"
#include "temporary.hpp"
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::TemporaryDirectory;

TEST(Ledger, RemembersChargesAcrossOpenings) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.ledger");
  {
    Ledger book = Ledger::create(path, pure_dataset());
    const Receipt receipt = book.charge(request(amounts("0.25")));
    EXPECT_EQ(receipt.left.epsilon, parse_amount("0.75"));
    EXPECT_EQ(receipt.charged.epsilon, parse_amount("0.25"));
  }
  Ledger book = Ledger::open(path);
  const DatasetState state = book.state("visits");
  EXPECT_EQ(state.charges, 1U);
  EXPECT_EQ(state.dataset.unit, "patient");
  EXPECT_EQ(state.dataset.neighbors, Neighbors::add_remove);
  EXPECT_EQ(state.spent.epsilon, parse_amount("0.25"));
  EXPECT_EQ(state.left.epsilon, parse_amount("0.75"));
  const std::vector<Charge> charges = book.charges();
  ASSERT_EQ(charges.size(), 1U);
  EXPECT_EQ(charges[0].request.what, "top-k");
  EXPECT_EQ(charges[0].request.asked_by, "a test");
  EXPECT_EQ(charges[0].request.parameters, request({}).parameters);
  EXPECT_EQ(charges[0].request.cost, amounts("0.25"));
  EXPECT_EQ(charges[0].at.size(), 20U);
  EXPECT_FALSE(verify_ledger(path).problem.has_value());
  EXPECT_EQ(verify_ledger(path).entries, 3);
}

TEST(Ledger, FiveFifthsFillABudgetOfOne) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset("1"));
  for (int i = 0; i < 5; ++i) {
    book.charge(request(amounts("0.2")));
  }
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("1e-9"))); }), over_budget);
  EXPECT_EQ(book.state("visits").left.epsilon, Fraction{0});
}

TEST(Ledger, DrawsNothingWhenTheBudgetRefuses) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset("1"));
  int draws = 0;
  const auto draw = [&](const Receipt&) { return ++draws; };
  LedgerAccount account{book, "visits", "a test"};
  const Bill bill{"top-k", amounts("1"), {}};
  EXPECT_EQ(charged(account, bill, draw), 1);
  EXPECT_EQ(kind_of([&] { charged(account, bill, draw); }), over_budget);
  EXPECT_EQ(draws, 1);
  EXPECT_EQ(book.state("visits").charges, 1U);
}

TEST(Ledger, SaysWhatIsLeftWhenItRefuses) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset("1"));
  book.charge(request(amounts("0.9")));
  EXPECT_EQ(rule_of([&] { book.charge(request(amounts("0.2"))); }),
            "the budget does not cover this: it would cost epsilon 0.2; left is epsilon 0.1");
}

TEST(Ledger, PreviewChangesNothing) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset("1"));
  book.preview(request(amounts("1")));
  EXPECT_EQ(kind_of([&] { book.preview(request(amounts("1.1"))); }), over_budget);
  EXPECT_EQ(book.state("visits").charges, 0U);
}

TEST(Ledger, KeepsDatasetsApart) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset("1"));
  book.add_dataset(make_dataset("other", "household", Neighbors::replace, amounts("2", "1e-6")));
  book.charge(request(amounts("1")));
  book.charge(request(amounts("2"), "other"));
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("1"))); }), over_budget);
  EXPECT_EQ(kind_of([&] { book.add_dataset(pure_dataset()); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("1"), "nobody")); }), bad_parameter);
  const auto states = book.states();
  ASSERT_EQ(states.size(), 2U);
  EXPECT_EQ(states[1].dataset.name, "other");
  EXPECT_EQ(states[1].dataset.accountant, Accountant::mixed);
  EXPECT_EQ(states[1].dataset.neighbors, Neighbors::replace);
}

TEST(Ledger, IsReadableByItsOwnerOnly) {
  const TemporaryDirectory directory;
  const mode_t before = ::umask(0);
  {
    const Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  }
  ::umask(before);
  struct stat status{};
  ASSERT_EQ(::stat(directory.file("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(Ledger, IsNeverOverwritten) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  {
    const Ledger book = Ledger::create(path, pure_dataset());
  }
  EXPECT_EQ(kind_of([&] { Ledger::create(path, pure_dataset("9")); }), ErrorKind::ledger);
  EXPECT_EQ(Ledger::open(path).state("visits").dataset.budget.epsilon, Fraction{1});
  std::ofstream{directory.file("text")} << "hello";
  EXPECT_EQ(kind_of([&] { Ledger::create(directory.file("text"), pure_dataset()); }),
            ErrorKind::ledger);
  // And nothing half-made stays behind.
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator{directory.path()}) {
    files += entry.is_regular_file() ? 1U : 0U;
  }
  EXPECT_EQ(files, 2U);
}

TEST(Ledger, RefusesWhatCannotBeWrittenDown) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  ChargeRequest bad = request(amounts("0.1"));
  bad.what = "";
  EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
  bad = request(amounts("0.1"));
  bad.asked_by = "\xFF";
  EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
  bad = request(amounts("0.1"));
  bad.parameters.emplace_back("note", std::string("a\0b", 3));
  EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
  bad.parameters.back().second = std::string(70000, 'x');
  EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
  bad.parameters = {{"a: b", "c"}};
  EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
  EXPECT_EQ(book.state("visits").charges, 0U);
}

TEST(Ledger, RefusesADeltaThatNothingWouldPayFor) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(
      directory.file("a"),
      make_dataset("visits", "person", Neighbors::add_remove, amounts(nullptr, nullptr, "5")));
  Amounts cost = amounts(nullptr, "0.5", "0.01");
  EXPECT_EQ(kind_of([&] { book.charge(request(cost)); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { book.preview(request(cost)); }), bad_parameter);
  EXPECT_EQ(book.state("visits").charges, 0U);
  cost.delta = Fraction{0};
  book.charge(request(cost));
  EXPECT_EQ(book.state("visits").charges, 1U);
}

TEST(Ledger, TakesParametersWithNewlinesColonsAndBackslashes) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  ChargeRequest odd = request(amounts("0.1"));
  odd.parameters = {{"a b", "line\nline\\n"}, {"what", ""}, {"\\", ": \n: "}};
  book.charge(odd);
  EXPECT_EQ(Ledger::open(directory.file("a")).charges().at(0).request.parameters, odd.parameters);
}

TEST(Ledger, WaitsForALockAndThenSaysSo) {
  const TemporaryDirectory directory;
  LedgerOptions options;
  options.patience = std::chrono::milliseconds{50};
  Ledger book = Ledger::create(directory.file("a"), pure_dataset(), options);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(directory.file("a").c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_NE(rule_of([&] { book.charge(request(amounts("0.1"))); }).find("locked"),
            std::string::npos);
  sqlite3_close(other);
  book.charge(request(amounts("0.1")));
}

TEST(Ledger, ThatWaitsForeverWaits) {
  const TemporaryDirectory directory;
  LedgerOptions options;
  options.patience = std::chrono::milliseconds::max();
  Ledger book = Ledger::create(directory.file("a"), pure_dataset(), options);
  for (const char* const transaction : {"BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"}) {
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(directory.file("a").c_str(), &other), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(other, transaction, nullptr, nullptr, nullptr), SQLITE_OK);
    std::thread charging{[&] { EXPECT_NO_THROW(book.charge(request(amounts("0.1")))); }};
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    sqlite3_close(other);
    charging.join();
  }
  EXPECT_EQ(book.state("visits").charges, 2U);
}

TEST(Ledger, IsNotCarriedOverAFork) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  const pid_t child = ::fork();
  if (child == 0) {
    const bool refused =
        rule_of([&] { book.charge(request(amounts("0.1"))); }).find("fork") != std::string::npos;
    ::_exit(refused ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  book.charge(request(amounts("0.1")));
}

TEST(Ledger, AForkedChildDoesNotUndoTheParentsTransaction) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  const std::string journal = path + "-journal";
  Ledger::create(path, pure_dataset());
  auto connection = std::make_unique<detail::Connection>(path, std::chrono::milliseconds{100});
  detail::Transaction transaction{*connection, detail::Transaction::Mode::write};
  connection->run("CREATE TABLE scratch (x)");
  ASSERT_TRUE(std::filesystem::exists(journal));
  const pid_t child = ::fork();
  if (child == 0) {
    connection.reset();
    ::_exit(0);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(std::filesystem::exists(journal));
}

}  // namespace
}  // namespace discreet

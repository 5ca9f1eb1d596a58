// A file of every version is read, verified and charged; a newer one is refused by its number.
#include <array>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "discreet/ledger/verify.hpp"
#include "ledger/sqlite/schema.hpp"
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

using detail::Connection;
using detail::SchemaVersion;
using detail::Transaction;

std::int64_t version_of(const std::string& path) {
  Connection connection{path, std::chrono::seconds{1}};
  const Transaction transaction{connection, Transaction::Mode::read};
  return connection.integer("PRAGMA user_version");
}

std::int64_t latest() { return detail::current_schema().back().number; }

class Versions : public ::testing::Test {
 protected:
  // A copy of a file that a program of that version wrote.
  void take(const std::string& name) {
    for (const char* const ending : {".ledger", ".witness"}) {
      const auto kept = std::filesystem::path{DISCREET_LEDGER_DATA} / (name + ending);
      if (std::filesystem::exists(kept)) {
        std::filesystem::copy_file(kept, directory.file("a" + std::string{ending}));
      }
    }
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a.ledger");
};

TEST_F(Versions, OfEachThereIsAFile) {
  for (const SchemaVersion& version : detail::current_schema()) {
    const auto kept = std::filesystem::path{DISCREET_LEDGER_DATA} /
                      ("version_" + std::to_string(version.number) + ".ledger");
    ASSERT_TRUE(std::filesystem::exists(kept)) << kept;
    const TemporaryDirectory other;
    std::filesystem::copy_file(kept, other.file("a"));
    EXPECT_EQ(version_of(other.file("a")), version.number);
  }
}

TEST_F(Versions, OneIsReadVerifiedAndCharged) {
  take("version_1");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  const DatasetState state = book.state("visits-2026");
  EXPECT_EQ(state.charges, 2U);
  EXPECT_EQ(state.dataset.accountant, Accountant::mixed);
  EXPECT_EQ(state.spent.epsilon, Fraction{2});
  const std::string last = "97719b44951a2c710fa1f801249ec7b8142d396a9059989858f4b55db876197e";
  EXPECT_EQ(book.charges().at(1).hash, last);
  EXPECT_EQ(version_of(path), 1) << "reading changes nothing";
  // Its budget is spent; a release that costs nothing is a charge all the same.
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.5"), "visits-2026")); }), over_budget);
  EXPECT_EQ(version_of(path), 1) << "nor does a refusal";
  book.charge(request(amounts("0"), "visits-2026"));
  EXPECT_EQ(version_of(path), latest());
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  EXPECT_EQ(Ledger::open(path).charges().at(1).hash, last);
  EXPECT_EQ(Ledger::open(path).state("visits-2026").charges, 3U);
}

TEST_F(Versions, ACopyIsOfTheLatest) {
  take("version_1");
  const std::string copy = directory.file("copy");
  Ledger::open(path).backup(copy);
  EXPECT_EQ(version_of(path), 1) << "copying changes nothing";
  EXPECT_EQ(version_of(copy), latest());
  EXPECT_EQ(verify_ledger(copy).problem.value_or("none"), "none");
  EXPECT_EQ(verify_ledger(copy).head, verify_ledger(path).head);
}

TEST_F(Versions, OneIsReadWhereItsOwnProgramCouldNot) {
  // A name that turns the direction of writing, and an amount of 400 digits behind a zero.
  take("version_1_odd");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  EXPECT_EQ(book.charges().at(0).request.asked_by, "a\u202Eb\u009B31m");
  EXPECT_EQ(book.charges().at(1).charged.epsilon,
            parse_amount("1." + std::string(399, '1') + "e-2"));
  book.charge(request(amounts("0.5")));
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST_F(Versions, TwoIsReadVerifiedAndCharged) {
  take("version_2");
  LedgerOptions options;
  options.witness = directory.file("a.witness");
  EXPECT_EQ(verify_ledger(path, options).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path, options);
  const std::vector<Charge> charges = book.charges();
  ASSERT_EQ(charges.size(), 3U);
  EXPECT_EQ(charges[1].ordered_at, std::nullopt);
  EXPECT_EQ(charges[2].at, "2026-03-01T00:00:00Z");
  EXPECT_EQ(charges[2].ordered_at, "2036-01-01T00:00:00Z");
  EXPECT_EQ(charges[2].hash, "537e3a0e32c06311b644fa4620834b257b2a9b5d3f0eed79fd3a6f133f017035");
  EXPECT_EQ(book.state("labs-2026").dataset.accountant, Accountant::zcdp);
  EXPECT_EQ(kind_of([&] { Ledger::open(path).charge(request(amounts("0.5"), "visits-2026")); }),
            ErrorKind::ledger);
  EXPECT_EQ(version_of(path), 2);
  book.charge(request(amounts("0.5"), "visits-2026"));
  EXPECT_EQ(version_of(path), latest());
  EXPECT_EQ(verify_ledger(path, options).problem.value_or("none"), "none");
  EXPECT_EQ(Ledger::open(path, options).charges()[2].hash, charges[2].hash);
}

TEST_F(Versions, BudgetsOfOlderOnesHaveNoShareForThresholds) {
  const auto refuses_slack = [](Ledger& book, const char* dataset) {
    const Amounts cost = amounts(nullptr, nullptr, "1e-9", "1e-12");
    EXPECT_EQ(
        rule_of([&] { book.charge(request(cost, dataset)); }),
        "the budget was created without a share of delta for thresholds, and none can be given "
        "later: give a public list of items, or charge a dataset that has one");
    EXPECT_FALSE(book.state(dataset).left.slack.has_value());
  };
  take("version_1");
  Ledger one = Ledger::open(path);
  refuses_slack(one, "visits-2026");
  EXPECT_EQ(one.state("visits-2026").dataset.budget.rho, zcdp_within(2, parse_amount("1e-6")))
      << "all of delta converts, as before";
  std::filesystem::remove(path);
  take("version_2");
  LedgerOptions options;
  options.witness = directory.file("a.witness");
  Ledger two = Ledger::open(path, options);
  refuses_slack(two, "labs-2026");
  // Brought up, and still without.
  two.charge(request(amounts(nullptr, nullptr, "0.001"), "labs-2026"));
  EXPECT_EQ(version_of(path), latest());
  refuses_slack(two, "labs-2026");
}

TEST_F(Versions, ThreeIsReadVerifiedAndCharged) {
  take("version_3");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  const DatasetState visits = book.state("visits-2026");
  EXPECT_EQ(visits.dataset.budget.slack, parse_amount("2.5e-7"));
  EXPECT_EQ(visits.spent.slack, parse_amount("1e-7"));
  EXPECT_EQ(visits.left.slack, parse_amount("1.5e-7"));
  EXPECT_EQ(visits.left.epsilon, Fraction{0});
  EXPECT_FALSE(book.state("beds-2026").left.slack.has_value());
  const std::vector<Charge> charges = book.charges();
  ASSERT_EQ(charges.size(), 3U);
  EXPECT_EQ(charges[0].charged, amounts("1.5", nullptr, "0.01", "1e-7"));
  EXPECT_FALSE(charges[1].charged.slack.has_value());
  EXPECT_EQ(charges[2].hash, "c0cbc59d5868be9a3b0a268c58afc74cba5e86fef09ba7ebbcf82fa2d60382e4");
  const auto costing = [](const char* slack) {
    return request(amounts(nullptr, nullptr, "0.1", slack), "labs-2026");
  };
  EXPECT_EQ(kind_of([&] { book.charge(costing("2000001/30000000000000")); }), over_budget);
  book.charge(costing("2/30000000"));
  EXPECT_EQ(book.state("labs-2026").left.slack, Fraction{0});
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST_F(Versions, FourIsReadVerifiedAndCharged) {
  take("version_4");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  EXPECT_EQ(book.contents().charges.size(), 6U);
  EXPECT_EQ(book.contents().charges.front().user, "root");
  EXPECT_EQ(book.groups().front().datasets.size(), 2U);
  EXPECT_EQ(book.groups().front().charges, 2U);
  EXPECT_EQ(book.state("visits-2026").limit.amounts.epsilon, Fraction{2});
  EXPECT_EQ(book.state("visits-2026").dataset.budget.epsilon, Fraction{4});
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.1"), "labs")); }), over_budget);
  book.charge(request(amounts("0.1"), "visits-2026"));
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST_F(Versions, FiveIsReadVerifiedAndCharged) {
  take("version_5");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  const LedgerContents contents = book.contents();
  EXPECT_EQ(contents.copied->to, "/tmp/hospital/new.ledger");
  EXPECT_EQ(contents.copied->entries, 6);
  EXPECT_EQ(contents.charges.size(), 3U);
  EXPECT_EQ(contents.groups.front().spent.epsilon, parse_amount("0.75"));
  book.charge(request(amounts("0.25"), "labs"));
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.1"), "labs")); }), over_budget);
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST_F(Versions, SixIsReadVerifiedAndCharged) {
  take("version_6");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  const DatasetState state = book.state("visits-2026");
  EXPECT_EQ(state.dataset.accountant, Accountant::steps);
  EXPECT_EQ(state.dataset.budget.steps, Fraction{20});
  EXPECT_EQ(state.dataset.budget.step, parse_amount("0.10535876990300864"));
  EXPECT_EQ(state.spent.steps, Fraction{13});
  EXPECT_EQ(book.charges().front().request.cost.steps, Fraction{10});
  book.charge(request(amounts("0.05"), "visits-2026"));
  EXPECT_EQ(Ledger::open(path).state("visits-2026").left.steps, Fraction{6});
}

TEST_F(Versions, SevenIsReadVerifiedAndCharged) {
  take("version_7");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  Ledger book = Ledger::open(path);
  ASSERT_EQ(book.runs().size(), 2U);
  EXPECT_TRUE(book.runs()[0].result.has_value());
  EXPECT_FALSE(book.runs()[1].result.has_value());
  const RunRequest run{"2026-11-16", std::string(64, 'a'), 40};
  EXPECT_EQ(book.stored_result("visits-2026", run).value().text, "3 1 2 ");
  book.charge(request(amounts("0.1"), "visits-2026"));
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST_F(Versions, ANewerOneIsRefusedByItsNumber) {
  Ledger book = Ledger::create(path, pure_dataset());
  run_sql(path, "PRAGMA user_version = 41");
  const std::string refusal =
      "the ledger is of version 41, written by a newer program; this one reads "
      "up to version " +
      std::to_string(latest());
  EXPECT_EQ(rule_of([&] { Ledger::open(path); }), refusal);
  EXPECT_EQ(rule_of([&] { book.charge(request(amounts("0.1"))); }), refusal)
      << "also if it is open";
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), refusal);
  for (const char* const number : {"0", "-1"}) {
    run_sql(path, std::string{"PRAGMA user_version = "} + number);
    EXPECT_EQ(rule_of([&] { Ledger::open(path); }), "the file is not a ledger");
  }
}

// A version that does not exist yet: one more table.
class Next : public Versions {
 protected:
  void SetUp() override { Ledger::create(path, pure_dataset()).charge(request(amounts("0.1"))); }

  [[nodiscard]] std::vector<SchemaVersion> with(const char* from_before) const {
    const auto now = detail::current_schema();
    std::vector<SchemaVersion> out{now.begin(), now.end()};
    out.push_back({static_cast<int>(latest()) + 1, objects, from_before});
    return out;
  }

  std::vector<detail::SchemaObject> objects = [] {
    const auto now = detail::current_schema().back().objects;
    std::vector<detail::SchemaObject> out{now.begin(), now.end()};
    out.push_back({"zebra", "CREATE TABLE zebra (x TEXT) STRICT"});
    return out;
  }();
};

TEST_F(Next, BringsAnOlderFileUpInOneTransaction) {
  const auto next = with("CREATE TABLE zebra (x TEXT) STRICT");
  {
    Connection connection{path, std::chrono::seconds{1}};
    Transaction transaction{connection, Transaction::Mode::write};
    detail::require_schema(connection, next);
    detail::bring_up(connection, next);
    detail::bring_up(connection, next);
    detail::require_schema(connection, next);
    EXPECT_EQ(connection.integer("SELECT count(*) FROM entry"), 3);
    transaction.commit();
  }
  EXPECT_EQ(version_of(path), latest() + 1);
  EXPECT_NE(rule_of([&] { Ledger::open(path); }).find("newer program"), std::string::npos);
}

TEST_F(Next, LeavesTheFileAsItWasIfThatFails) {
  const auto next = with("CREATE TABLE wrong (x TEXT) STRICT");
  {
    Connection connection{path, std::chrono::seconds{1}};
    const Transaction transaction{connection, Transaction::Mode::write};
    EXPECT_EQ(kind_of([&] { detail::bring_up(connection, next); }), ErrorKind::ledger);
  }
  EXPECT_EQ(version_of(path), latest());
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 1U);
}

}  // namespace
}  // namespace discreet

// Groups on a server, where each dataset has a chain of its own.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/ledger/verify.hpp"
#include "ledger/entry.hpp"
#include "ledger/records.hpp"
#include "ledger/store.hpp"
#include "postgres_place.hpp"
#include "temporary.hpp"

namespace discreet::testing {
namespace {

class PostgresGroups : public PostgresLedger {
 protected:
  void SetUp() override {
    PostgresLedger::SetUp();
    if (IsSkipped()) {
      return;
    }
    owner.emplace(Ledger::create(address, pure_dataset()));
    owner->add_group({"people", make_budget(amounts("1"))});
    for (const char* const name : {"labs", "rays"}) {
      Dataset dataset = make_dataset(name, "patient", Neighbors::add_remove, amounts("0.75"));
      dataset.group = "people";
      owner->add_dataset(dataset);
    }
  }

  std::optional<Ledger> owner;
};

TEST_F(PostgresGroups, ADecisionIsReadBeforeTheChargesThatItFollowed) {
  Ledger before = Ledger::open(address);
  owner->charge(request(amounts("0.25"), "labs"));
  owner->lower_group("people", amounts("0.75"), "less");
  owner->charge(request(amounts("0.25"), "rays"));
  EXPECT_EQ(kind_of([&] { before.charge(request(amounts("0.26"), "labs")); }), over_budget);
  before.charge(request(amounts("0.125"), "labs"));
  EXPECT_EQ(kind_of([&] { before.lower_group("people", amounts("0.5"), "less"); }), bad_parameter);
  Ledger unaware = Ledger::open(address);
  owner->charge(request(amounts("0.0625"), "rays"));
  owner->close_group("people", "over");
  for (const char* const name : {"labs", "rays"}) {
    EXPECT_EQ(kind_of([&] { unaware.charge(request(amounts("0"), name)); }), over_budget);
  }
  const LedgerContents contents = Ledger::open(address).contents();
  EXPECT_EQ(contents.groups[0].closed->charges, 4U);
  EXPECT_EQ(contents.groups[0].left, amounts("0.0625"));
  EXPECT_FALSE(verify_ledger(address).problem);
  // A file has the entries in the order in which they were read.
  const TemporaryDirectory directory;
  unaware.copy_to(directory.file("a"));
  Ledger file = Ledger::open(directory.file("a"));
  EXPECT_EQ(file.groups()[0].closed->charges, 4U);
  EXPECT_EQ(kind_of([&] { file.charge(request(amounts("0"), "labs")); }), over_budget);
  EXPECT_FALSE(verify_ledger(directory.file("a")).problem);
}

TEST_F(PostgresGroups, WhoSeesOneDatasetKnowsWhatTheGroupDecided) {
  const std::string alice = role("alice");
  owner->grant("alice", "labs");
  Ledger hers = Ledger::open(alice);
  owner->charge(request(amounts("0.5"), "rays"));
  hers.charge(request(amounts("0.25"), "labs"));
  EXPECT_EQ(rest_of(hers.state("labs")).epsilon, (Fraction{1, 4}));
  owner->lower_group("people", amounts("0.875"), "less");
  EXPECT_EQ(rest_of(hers.state("labs")).epsilon, (Fraction{1, 8}));
  EXPECT_EQ(kind_of([&] { hers.charge(request(amounts("0.25"), "labs")); }), over_budget);
  EXPECT_EQ(kind_of([&] { hers.close_group("people", "mine"); }), ErrorKind::ledger);
  EXPECT_EQ(kind_of([&] { hers.lower_group("people", amounts("0.75"), "mine"); }),
            ErrorKind::ledger);
  owner->close_group("people", "over");
  EXPECT_EQ(kind_of([&] { hers.charge(request(amounts("0"), "labs")); }), over_budget);
  EXPECT_FALSE(verify_ledger(alice).problem);
}

TEST_F(PostgresGroups, WhoIsGrantedOneMoreDatasetDoesNotCountItTwice) {
  const std::string alice = role("alice");
  owner->grant("alice", "labs");
  owner->charge(request(amounts("0.625"), "rays"));
  Ledger hers = Ledger::open(alice);
  hers.charge(request(amounts("0.25"), "labs"));
  owner->grant("alice", "rays");
  EXPECT_EQ(hers.states().size(), 2U);
  EXPECT_EQ(hers.groups()[0].left.epsilon, (Fraction{1, 8}));
  owner->close_group("people", "over");
  EXPECT_EQ(hers.groups()[0].charges, 2U);
  owner->revoke("alice", "labs");
  EXPECT_EQ(Ledger::open(alice).groups()[0].charges, 2U);
}

TEST_F(PostgresGroups, TheServerRefusesAChargeToAClosedGroup) {
  const std::string forger = role("forger");
  owner->grant("forger", "labs");
  const auto store = detail::open_store(forger, std::chrono::seconds{9});
  Charge charge;
  charge.request = {"labs", "top-k", "me", amounts("0.25"), {}};
  charge.charged = amounts("0.25");
  charge.charged_to_group = amounts("0.25");
  charge.user = "forger";
  detail::Entry entry{
      2,
      "charge",
      "labs",
      "2099-01-31T23:59:59Z",
      detail::facts_text(detail::charge_facts(charge)),
      PlainSql{address}.run("SELECT hash FROM discreet.head WHERE dataset = 'labs'"),
      {}};
  entry.hash = detail::entry_hash(entry);
  store->begin(detail::Store::Access::write)->append(entry);  // and roll back
  owner->close_group("people", "over");
  const auto writing = store->begin(detail::Store::Access::write);
  EXPECT_EQ(kind_of([&] { writing->append(entry); }), over_budget);
}

TEST_F(PostgresGroups, SumsMayHaveMoreDigitsThanAnAmount) {
  const std::string alice = role("alice");
  owner->add_group({"all", make_budget(amounts("4", "0.001"))});
  Dataset scans = make_dataset("scans", "patient", Neighbors::add_remove, amounts("1"));
  scans.group = "all";
  owner->add_dataset(scans);
  owner->grant("alice", "scans");
  Ledger hers = Ledger::open(alice);
  // A pure epsilon that is within the budget, whatever rho somebody says that it has.
  ChargeRequest odd = request(amounts("0.125"), "scans");
  odd.cost.rho = parse_amount("1e400");
  for (int i = 0; i < 2; ++i) {
    hers.charge(odd);
  }
  hers.charge(request(amounts("1/3"), "scans"));
  EXPECT_EQ(hers.groups().back().spent.rho, owner->groups().back().spent.rho);
  EXPECT_GE(*hers.groups().back().spent.epsilon, (Fraction{7, 12}));
  EXPECT_FALSE(verify_ledger(alice).problem);
}

TEST_F(PostgresGroups, WhoSeesNoDatasetOfAClosedGroupVerifies) {
  const std::string alice = role("alice");
  owner->charge(request(amounts("0.5"), "rays"));
  owner->close_group("people", "over");
  owner->grant("alice", "visits");
  EXPECT_FALSE(verify_ledger(alice).problem);
  for (const auto& [who, groups] : {std::pair{alice, "0"}, std::pair{address, "1"}}) {
    EXPECT_EQ(PlainSql{who}.run("SELECT count(*) FROM discreet.total('people')"), groups);
  }
}

}  // namespace
}  // namespace discreet::testing

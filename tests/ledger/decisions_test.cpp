// Groups share a budget, datasets are closed and their budgets lowered: by entries that everybody verifies.
#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "ledger/chain.hpp"
#include "ledger/decision_records.hpp"
#include "ledger/store.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::TemporaryDirectory;

class Decisions : public ::testing::Test {
 protected:
  [[nodiscard]] std::string verified() const {
    return verify_ledger(path).problem.value_or("verifies");
  }

  // Appends an entry that no ledger would, with a hash that holds.
  void forge(const detail::Record& record) {
    const auto store = detail::open_store(path, std::chrono::seconds{1});
    const auto transaction = store->begin(detail::Store::Access::write);
    detail::Chain chain;
    chain.extend(*transaction);
    chain.append(*transaction, record, 2'000'000'000);
    transaction->commit();
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a");
  Ledger book = Ledger::create(path, pure_dataset());
};

TEST_F(Decisions, NothingIsChargedToAClosedDataset) {
  book.charge(request(amounts("0.25")));
  book.close_dataset("visits", "the study ended");
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.25"))); }), over_budget);
  EXPECT_EQ(kind_of([&] { book.preview(request(amounts("0.25"))); }), over_budget);
  EXPECT_EQ(book.charges().size(), 1U);
  const DatasetState state = Ledger::open(path).state("visits");
  ASSERT_TRUE(state.closed.has_value());
  EXPECT_EQ(state.closed->reason, "the study ended");
  EXPECT_EQ(state.closed->user, user_name());
  EXPECT_EQ(state.dataset.budget, amounts("1"));
  EXPECT_EQ(verified(), "verifies");
}

TEST_F(Decisions, AClosedDatasetStaysAsItIs) {
  book.close_dataset("visits", "the study ended");
  EXPECT_EQ(rule_of([&] { book.close_dataset("visits", "again"); }),
            "the dataset was closed already");
  EXPECT_EQ(rule_of([&] { book.lower_budget("visits", amounts("0.5"), "less"); }),
            "the dataset was closed already");
  EXPECT_EQ(kind_of([&] { book.add_dataset(pure_dataset()); }), bad_parameter);
}

TEST_F(Decisions, ALoweredBudgetEndsEarlierAndPromisesTheSame) {
  book.charge(request(amounts("0.25")));
  book.lower_budget("visits", amounts("0.5"), "fewer releases than planned");
  const DatasetState state = book.state("visits");
  EXPECT_EQ(state.dataset.budget, amounts("1"));
  EXPECT_EQ(state.limit.amounts, amounts("0.5"));
  EXPECT_EQ(state.left, amounts("0.25"));
  EXPECT_EQ(state.charges, 1U);
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.26"))); }), over_budget);
  book.charge(request(amounts("0.25")));
  EXPECT_EQ(verified(), "verifies");
}

TEST_F(Decisions, ABudgetIsNeverRaisedNorLoweredBelowWhatIsSpent) {
  book.charge(request(amounts("0.25")));
  EXPECT_EQ(rule_of([&] { book.lower_budget("visits", amounts("1.5"), "more"); }),
            "a budget is only ever lowered, never raised");
  EXPECT_EQ(rule_of([&] { book.lower_budget("visits", amounts("0.2"), "less"); }),
            "a budget is not lowered below what is spent");
  EXPECT_EQ(rule_of([&] { book.lower_budget("visits", amounts("1"), "same"); }),
            "the budget is lowered by nothing: say what it may spend from now on");
  book.lower_budget("visits", amounts("0.5"), "less");
  EXPECT_EQ(rule_of([&] { book.lower_budget("visits", amounts("0.75"), "back"); }),
            "a budget is only ever lowered, never raised");
  EXPECT_EQ(book.contents().decisions.size(), 1U);
}

TEST_F(Decisions, UnderMixedTheRhoFollowsTheLoweredEpsilon) {
  book.add_dataset(make_dataset("mixed", "patient", Neighbors::add_remove, amounts("4", "1e-6")));
  const Amounts before = book.state("mixed").limit.amounts;
  Amounts lesser;
  lesser.epsilon = 2;
  book.lower_budget("mixed", lesser, "less");
  const DatasetState state = book.state("mixed");
  EXPECT_EQ(state.limit.amounts.epsilon, Fraction{2});
  EXPECT_EQ(state.limit.amounts.delta, before.delta);
  EXPECT_EQ(state.limit.amounts.slack, before.slack);
  EXPECT_LT(*state.limit.amounts.rho, *before.rho);
  EXPECT_TRUE(is_zcdp_within(*state.limit.amounts.rho, 2, Fraction{*before.delta - *before.slack}));
  EXPECT_EQ(state.dataset.budget, before);
  // What is planned by the account is planned within the limit.
  LedgerAccount account{book, "mixed", "a test"};
  EXPECT_EQ(account.budget(), state.limit);
}

TEST_F(Decisions, AReasonIsSaidAndSeen) {
  for (const std::string& reason : {std::string{}, std::string{"a\nb"}, std::string(201, 'a')}) {
    EXPECT_EQ(kind_of([&] { book.close_dataset("visits", reason); }), bad_parameter);
    EXPECT_EQ(kind_of([&] { book.lower_budget("visits", amounts("0.5"), reason); }), bad_parameter);
  }
  EXPECT_EQ(kind_of([&] { book.close_dataset("nothing", "why"); }), bad_parameter);
}

TEST_F(Decisions, AChargeNamesTheUserBesideWhoAsked) {
  book.charge(request(amounts("0.25")));
  const Charge charge = Ledger::open(path).charges().front();
  EXPECT_EQ(charge.request.asked_by, "a test");
  EXPECT_EQ(charge.user, user_name());
}

class Groups : public Decisions {
 protected:
  void SetUp() override {
    book.add_group(make_dataset_group("people", amounts("1")));
    for (const char* const name : {"first", "second"}) {
      Dataset dataset = make_dataset(name, "patient", Neighbors::add_remove, amounts("0.75"));
      dataset.group = "people";
      book.add_dataset(dataset);
    }
  }
};

TEST_F(Groups, AChargeFitsItsDatasetAndItsGroup) {
  book.charge(request(amounts("0.75"), "first"));
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.26"), "second")); }), over_budget);
  EXPECT_NE(rule_of([&] { book.charge(request(amounts("0.26"), "second")); }).find("people"),
            std::string::npos);
  book.charge(request(amounts("0.25"), "second"));
  EXPECT_EQ(book.groups().front().left.epsilon, Fraction{0});
  EXPECT_EQ(book.groups().front().charges, 2U);
  EXPECT_EQ(book.charges().back().charged_to_group, amounts("0.25"));
  // A dataset without a group does not pay for it.
  book.charge(request(amounts("1")));
  EXPECT_FALSE(book.charges().back().charged_to_group.has_value());
  EXPECT_EQ(verified(), "verifies");
}

TEST_F(Groups, AChargeThatLacksTheGroupsAmountsIsRefused) {
  Dataset zcdp =
      make_dataset("rhos", "patient", Neighbors::add_remove, amounts(nullptr, nullptr, "1"));
  zcdp.group = "people";
  book.add_dataset(zcdp);
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts(nullptr, nullptr, "0.1"), "rhos")); }),
            bad_parameter);
  EXPECT_EQ(book.state("rhos").charges, 0U);
  book.charge(request(amounts("0.1"), "rhos"));
  EXPECT_EQ(book.charges().back().charged_to_group, amounts("0.1"));
}

TEST_F(Groups, DatasetsOfAGroupShareUnitAndNeighbours) {
  Dataset other = make_dataset("third", "household", Neighbors::add_remove, amounts("1"));
  other.group = "people";
  EXPECT_EQ(kind_of([&] { book.add_dataset(other); }), bad_parameter);
  other = make_dataset("third", "patient", Neighbors::replace, amounts("1"));
  other.group = "people";
  EXPECT_EQ(kind_of([&] { book.add_dataset(other); }), bad_parameter);
  other = make_dataset("third", "patient", Neighbors::add_remove, amounts("1"));
  other.group = "nobody";
  EXPECT_EQ(kind_of([&] { book.add_dataset(other); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { book.add_group(make_dataset_group("people", amounts("1"))); }),
            bad_parameter);
  EXPECT_EQ(book.groups().front().datasets, (std::vector<std::string>{"first", "second"}));
}

TEST_F(Groups, AMixedGroupIsAddedWithItsRho) {
  const DatasetGroup made = make_dataset_group("all", amounts("8", "1e-5"));
  book.add_group(made);
  EXPECT_EQ(book.groups().back().group.budget, made.budget);
  EXPECT_EQ(verified(), "verifies");
}

// What a hash alone does not catch: entries that follow the chain and say what no ledger lets happen.
TEST_F(Groups, AForgedEntryIsFound) {
  forge({"charge",
         "first",
         {{"what", "x"}, {"asked-by", "y"}, {"cost.epsilon", "0.5"}, {"charged.epsilon", "0.5"}}});
  EXPECT_NE(verified().find("is not one that this program writes"), std::string::npos)
      << verified();
}

TEST_F(Groups, AForgedChargePastTheGroupIsFound) {
  book.charge(request(amounts("0.75"), "first"));
  forge({"charge",
         "second",
         {{"what", "x"},
          {"asked-by", "y"},
          {"cost.epsilon", "0.5"},
          {"charged.epsilon", "0.5"},
          {"charged-to-group.epsilon", "0.5"}}});
  EXPECT_NE(verified().find("passes the budget of its group"), std::string::npos) << verified();
}

TEST_F(Decisions, AForgedChargeToAClosedDatasetIsFound) {
  book.close_dataset("visits", "over");
  forge({"charge",
         "visits",
         {{"what", "x"}, {"asked-by", "y"}, {"cost.epsilon", "0.5"}, {"charged.epsilon", "0.5"}}});
  EXPECT_NE(verified().find("was closed"), std::string::npos) << verified();
}

TEST_F(Decisions, AForgedRiseOfTheBudgetIsFound) {
  forge({"lower", "visits", {{"reason", "x"}, {"user", "y"}, {"budget.epsilon", "2"}}});
  EXPECT_NE(verified().find("does not lower the budget"), std::string::npos) << verified();
}

TEST_F(Decisions, AForgedClosingWithABudgetIsFound) {
  forge({"close", "visits", {{"reason", "x"}, {"user", "y"}, {"budget.epsilon", "2"}}});
  EXPECT_NE(verified().find("is not one that this program writes"), std::string::npos);
}

TEST_F(Decisions, WhatWasSpentIsToldAsIfItHadBeenFixed) {
  EXPECT_FALSE(spent_if_fixed(book.state("visits")).has_value());
  book.add_dataset(make_dataset("mixed", "patient", Neighbors::add_remove, amounts("4", "1e-6")));
  EXPECT_FALSE(spent_if_fixed(book.state("mixed")).has_value() &&
               spent_if_fixed(book.state("mixed"))->epsilon > 0);
  for (int i = 0; i < 30; ++i) {
    book.charge(request(amounts(nullptr, nullptr, "0.001"), "mixed"));
  }
  const auto fixed = spent_if_fixed(book.state("mixed"));
  ASSERT_TRUE(fixed.has_value());
  EXPECT_GT(*fixed->epsilon, Fraction{1});
  EXPECT_LT(*fixed->epsilon, Fraction{2});
  EXPECT_EQ(fixed->delta, parse_amount("1e-6"));
}

}  // namespace
}  // namespace discreet

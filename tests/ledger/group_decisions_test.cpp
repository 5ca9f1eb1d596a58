// Groups are closed and their budgets lowered, by entries whose order among those of datasets does not matter.
#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "discreet/release/words.hpp"
#include "ledger/chain.hpp"
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

class GroupDecisions : public ::testing::Test {
 protected:
  void SetUp() override {
    book.add_group(make_dataset_group("people", amounts("1")));
    for (const char* const name : {"first", "second"}) {
      Dataset dataset = make_dataset(name, "patient", Neighbors::add_remove, amounts("0.75"));
      dataset.group = "people";
      book.add_dataset(dataset);
    }
  }

  [[nodiscard]] std::string verified() const {
    return verify_ledger(path).problem.value_or("verifies");
  }

  void forge(const detail::Record& record) {
    const auto store = detail::open_store(path, std::chrono::seconds{1});
    const auto transaction = store->begin(detail::Store::Access::write);
    detail::Chain chain;
    try {
      chain.extend(*transaction);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::ledger) << "what was forged before is taken in";
    }
    chain.append(*transaction, record, 2'000'000'000);
    transaction->commit();
  }

  static detail::Record charge(const char* epsilon, const char* to_group) {
    return {"charge",
            "first",
            {{"what", "x"},
             {"asked-by", "y"},
             {"cost.epsilon", epsilon},
             {"charged.epsilon", epsilon},
             {"charged-to-group.epsilon", to_group}}};
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a");
  Ledger book = Ledger::create(path, pure_dataset());
};

TEST_F(GroupDecisions, NothingIsChargedToADatasetOfAClosedGroup) {
  book.charge(request(amounts("0.25"), "first"));
  book.close_group("people", "the study ended");
  for (const char* const name : {"first", "second"}) {
    EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.25"), name)); }), over_budget);
    EXPECT_EQ(kind_of([&] { book.preview(request(amounts("0.25"), name)); }), over_budget);
    EXPECT_TRUE(rule_of([&] {
                  book.charge(request(amounts("0.25"), name));
                }).starts_with("the group people: the group was closed on "));
    EXPECT_EQ(rest_of(book.state(name)).epsilon, Fraction{0});
  }
  book.charge(request(amounts("0.25")));
  const GroupState state = Ledger::open(path).groups().front();
  ASSERT_TRUE(state.closed.has_value());
  EXPECT_EQ(state.closed->reason, "the study ended");
  EXPECT_EQ(state.closed->user, user_name());
  EXPECT_EQ(state.closed->group, "people");
  EXPECT_EQ(state.closed->charges, 1U);
  EXPECT_EQ(book.contents().decisions.size(), 1U);
  EXPECT_EQ(verified(), "verifies");
  EXPECT_NE(ledger_text(book.contents()).find("left    nothing: its group was closed"),
            std::string::npos);
}

TEST_F(GroupDecisions, AClosedGroupStaysAsItIs) {
  book.close_group("people", "the study ended");
  EXPECT_EQ(rule_of([&] { book.close_group("people", "again"); }), "the group was closed already");
  EXPECT_EQ(rule_of([&] { book.lower_group("people", amounts("0.5"), "less"); }),
            "the group was closed already");
  Dataset third = make_dataset("third", "patient", Neighbors::add_remove, amounts("1"));
  third.group = "people";
  EXPECT_EQ(rule_of([&] { book.add_dataset(third); }),
            "the group was closed, and takes no dataset");
  EXPECT_EQ(kind_of([&] { book.close_group("nobody", "why"); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { book.lower_group("nobody", amounts("0.5"), "why"); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { book.close_group("people", ""); }), bad_parameter);
}

TEST_F(GroupDecisions, ALoweredGroupEndsEarlierAndPromisesTheSame) {
  book.charge(request(amounts("0.25"), "first"));
  EXPECT_EQ(rule_of([&] { book.lower_group("people", amounts("0.2"), "less"); }),
            "a budget is not lowered below what is spent");
  EXPECT_EQ(rule_of([&] { book.lower_group("people", amounts("1.5"), "more"); }),
            "a budget is only ever lowered, never raised");
  book.lower_group("people", amounts("0.5"), "fewer releases");
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("0.26"), "second")); }), over_budget);
  EXPECT_EQ(rest_of(book.state("second")).epsilon, (Fraction{1, 4}));
  book.charge(request(amounts("0.25"), "second"));
  const GroupState state = Ledger::open(path).groups().front();
  EXPECT_EQ(state.group.budget.amounts, amounts("1"));
  EXPECT_EQ(state.limit.amounts, amounts("0.5"));
  EXPECT_EQ(state.left, amounts("0"));
  EXPECT_EQ(state.lowered->reason, "fewer releases");
  EXPECT_EQ(verified(), "verifies");
}

// As they are read where each dataset has a chain of its own: the group's entries first.
TEST_F(GroupDecisions, ChargesFromBeforeADecisionAreReadAfterIt) {
  forge({"lower",
         "",
         {{"reason", "x"}, {"user", "y"}, {"budget.epsilon", "0.5"}, {"group", "people"}}});
  forge({"close", "", {{"reason", "x"}, {"user", "y"}, {"group", "people"}, {"charges", "1"}}});
  EXPECT_NE(verified().find("does not have the charges that it was closed with"), std::string::npos)
      << verified();
  forge(charge("0.5", "0.5"));
  EXPECT_EQ(verified(), "verifies");
  forge(charge("0", "0"));
  EXPECT_NE(verified().find("is charged to a group that was closed"), std::string::npos)
      << verified();
}

TEST_F(GroupDecisions, AForgedDecisionIsFound) {
  const std::vector<detail::Record> forged{
      {"close", "", {{"reason", "x"}, {"user", "y"}, {"group", "people"}}},
      {"close", "", {{"reason", "x"}, {"user", "y"}, {"group", "nobody"}, {"charges", "0"}}},
      {"close", "", {{"reason", "x"}, {"user", "y"}, {"group", "people"}, {"charges", "00"}}},
      {"close", "", {{"reason", "x"}, {"user", "y"}}},
      {"close", "first", {{"reason", "x"}, {"user", "y"}, {"group", "people"}, {"charges", "0"}}},
      {"close", "first", {{"reason", "x"}, {"user", "y"}, {"charges", "0"}}},
      {"lower", "", {{"reason", "x"}, {"user", "y"}, {"budget.epsilon", "0.5"}}},
      {"lower", "", {{"reason", "x"}, {"user", "y"}, {"budget.epsilon", "2"}, {"group", "people"}}},
  };
  for (const detail::Record& record : forged) {
    const std::string copy = path + ".kept";
    std::filesystem::copy_file(path, copy);
    forge(record);
    EXPECT_NE(verified().find("entry 6 "), std::string::npos) << verified();
    std::filesystem::rename(copy, path);
  }
}

TEST_F(GroupDecisions, AForgedChargeToTheGroupIsFound) {
  forge(charge("0.5", "0.25"));
  EXPECT_NE(verified().find("is charged otherwise than it costs"), std::string::npos) << verified();
}

TEST_F(GroupDecisions, AreCopiedWithTheLedger) {
  book.charge(request(amounts("0.25"), "first"));
  book.lower_group("people", amounts("0.5"), "less");
  book.charge(request(amounts("0.25"), "second"));
  book.close_group("people", "over");
  book.copy_to(directory.file("b"));
  Ledger there = Ledger::open(directory.file("b"));
  EXPECT_EQ(there.groups().front().limit.amounts, amounts("0.5"));
  EXPECT_TRUE(there.groups().front().closed.has_value());
  EXPECT_EQ(kind_of([&] { there.charge(request(amounts("0"), "first")); }), over_budget);
}

TEST_F(GroupDecisions, WhatAReleaseWouldLeaveIsTheLesserOfBoth) {
  book.charge(request(amounts("0.5"), "first"));
  EXPECT_EQ(book.state("second").left, amounts("0.75")) << "of its own";
  EXPECT_EQ(rest_of(book.state("second")), amounts("0.5"));
  EXPECT_EQ(rest_of(book.state("first")), amounts("0.25"));
  const Afterwards after = after_charge(book.state("second"), amounts("0.125"));
  EXPECT_EQ(after.charged, amounts("0.125"));
  EXPECT_EQ(after.left, amounts("0.375"));
  EXPECT_TRUE(rule_of([&] {
                (void)after_charge(book.state("second"), amounts("0.625"));
              }).starts_with("the group people: "));
  book.close_dataset("second", "over");
  EXPECT_EQ(kind_of([&] { (void)after_charge(book.state("second"), amounts("0.1")); }),
            over_budget);
  EXPECT_EQ(rest_of(book.state("second")), amounts("0"));
}

TEST_F(GroupDecisions, WhatWasSpentIsToldAsIfItHadBeenFixed) {
  // Not the delta that is taken where none was promised.
  const Amounts budget = amounts("4", "1e-5");
  book.add_group(make_dataset_group("many", budget));
  for (const char* const name : {"one", "two", "alone"}) {
    Dataset dataset = make_dataset(name, "patient", Neighbors::add_remove, budget);
    if (std::string{name} != "alone") {
      dataset.group = "many";
    }
    book.add_dataset(dataset);
  }
  EXPECT_FALSE(spent_if_fixed(book.groups()[1]).has_value()) << "nothing was charged yet";
  for (const char* const name : {"one", "two", "alone", "alone"}) {
    book.charge(request(amounts(nullptr, nullptr, "0.001"), name));
  }
  book.charge(request(amounts("0.25"), "first"));
  EXPECT_FALSE(spent_if_fixed(book.groups()[0]).has_value()) << "which adds up epsilon alone";
  const auto fixed = spent_if_fixed(book.groups()[1]);
  ASSERT_TRUE(fixed.has_value());
  EXPECT_EQ(fixed, spent_if_fixed(book.state("alone"))) << "the same charges to one dataset";
  EXPECT_LT(*spent_if_fixed(book.state("one"))->epsilon, *fixed->epsilon) << "a part of them";
  const std::string words = amounts_in_words(*fixed, Shorten::up);
  const std::string text = ledger_text(book.contents());
  const std::string group =
      text.substr(text.find("group many"), text.find("visits:") - text.find("group many"));
  EXPECT_NE(group.find(words + ", had these charges been fixed beforehand"), std::string::npos)
      << text;
  const std::string page = ledger_report(book.contents(), "a");
  const std::size_t section = page.find("Group many");
  EXPECT_LT(
      page.find(words + ", had these charges been fixed beforehand; not a guarantee", section),
      page.find("</section>", section));
}

}  // namespace
}  // namespace discreet

// One release for one charge: what is charged, drawn, stored and delivered, and what the chain takes.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ledger/open_ledger.hpp"
#include "ledger/records.hpp"
#include "ledger/run_records.hpp"
#include "runs_fixture.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::digest;
using testing::kind_of;
using testing::request;
using testing::rule_of;
using testing::run_request;

class Runs : public testing::RunsFixture {};

TEST_F(Runs, IsChargedBeforeItIsDrawnAndStoredBeforeItIsDelivered) {
  const RunResult first = book.run(run_request(), [&](const Receipt& receipt) {
    const auto there = Ledger::open(path).runs();
    EXPECT_EQ(there.size(), 1U);
    EXPECT_EQ(there.at(0).charge.hash, receipt.hash);
    EXPECT_FALSE(there.at(0).result.has_value());
    return std::string{"three\nlines\\"};
  });
  EXPECT_EQ(first.text, "three\nlines\\");
  EXPECT_FALSE(first.receipt.replayed);
  const auto there = book.runs();
  ASSERT_EQ(there.size(), 1U);
  ASSERT_TRUE(there[0].result.has_value());
  EXPECT_EQ(there[0].result->sha256, detail::text_hash(first.text));
  EXPECT_EQ(there[0].charge.request.run->id, "nightly");
  expect_sound(1, 1);
}

TEST_F(Runs, ARepeatedOneIsNeitherDrawnNorCharged) {
  const RunResult first = book.run(run_request(), drawing());
  Ledger other = Ledger::open(path);
  for (Ledger* const ledger : {&book, &other}) {
    const RunResult again = ledger->run(run_request(), drawing());
    EXPECT_TRUE(again.receipt.replayed);
    EXPECT_EQ(again.text, first.text);
    EXPECT_EQ(again.receipt.hash, first.receipt.hash);
    EXPECT_EQ(again.receipt.sequence, first.receipt.sequence);
    EXPECT_EQ(again.receipt.at, first.receipt.at);
    EXPECT_EQ(again.receipt.charged, first.receipt.charged);
    EXPECT_EQ(again.receipt.left, first.receipt.left) << "as it was left then";
    book.charge(request(amounts("0.1")));
  }
  EXPECT_EQ(draws, 1);
  expect_sound(3, 1);
}

TEST_F(Runs, WhatWasChargedAndNotStoredIsDrawnAgainUnderItsCharge) {
  charge_only(run_request("nightly", "1"));
  expect_sound(1, 0);
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts("1"))); }), over_budget);
  book.preview(run_request("nightly", "1"));
  const RunResult second = book.run(run_request("nightly", "1"), drawing());
  EXPECT_FALSE(second.receipt.replayed);
  EXPECT_EQ(second.text, "draw 1");
  EXPECT_EQ(second.receipt.hash, book.charges().at(0).hash);
  expect_sound(1, 1);
}

TEST_F(Runs, AlsoIfTheDatasetWasClosedMeanwhile) {
  charge_only(run_request());
  book.close_dataset("visits", "the study is over");
  EXPECT_EQ(book.run(run_request(), drawing()).text, "draw 1") << "it was paid before";
  EXPECT_EQ(kind_of([&] { book.run(run_request("other"), drawing()); }), over_budget);
  expect_sound(1, 1);
}

TEST_F(Runs, IsPlannedByTheLimitThatItWasChargedUnder) {
  book.add_dataset(make_dataset("mixed", "patient", Neighbors::add_remove, amounts("4", "1e-5")));
  const Budget before = book.state("mixed").limit;
  ChargeRequest asked = run_request();
  asked.dataset = "mixed";
  charge_only(asked);
  Amounts lesser;
  lesser.epsilon = 2;
  book.lower_budget("mixed", lesser, "less");
  const auto budget_of_run = [&](const char* id) {
    return LedgerAccount{book, "mixed", "me", RunRequest{id}}.budget();
  };
  EXPECT_EQ(budget_of_run("nightly"), before) << "what finishes it must be what was charged";
  EXPECT_EQ(budget_of_run("weekly"), book.state("mixed").limit);
  EXPECT_NE(budget_of_run("weekly"), before);
}

TEST_F(Runs, AllThatABillSaysIsTheRequest) {
  const Bill paid{"mine", amounts("0.25"), {{"scale", "3"}}};
  std::vector<Bill> others(3, paid);
  others[0].cost = amounts("0.125");
  others[1].parameters[0].second = "4";
  others[2].what = "yours";
  LedgerAccount account{book, "visits", "me", RunRequest{"nightly"}};
  EXPECT_EQ(account.run(paid, 100, drawing()).text, "draw 1");
  EXPECT_EQ(account.run(paid, 100, drawing()).text, "draw 1");
  for (const Bill& other : others) {
    EXPECT_EQ(kind_of([&] { account.run(other, 100, drawing()); }), bad_parameter);
  }
  expect_sound(1, 1);
}

TEST_F(Runs, ABlankAtAnEndIsNoOtherId) {
  for (const char* const id : {" ", "nightly ", " nightly"}) {
    EXPECT_EQ(rule_of([&] { book.run(run_request(id), drawing()); }),
              "the id of a run must not begin or end with a blank");
  }
  EXPECT_EQ(book.run(run_request("every night"), drawing()).text, "draw 1");
}

TEST_F(Runs, ARefusedOneLeavesNothing) {
  EXPECT_EQ(kind_of([&] { book.run(run_request("nightly", "2"), drawing()); }), over_budget);
  EXPECT_EQ(kind_of([&] { book.preview(run_request("nightly", "2")); }), over_budget);
  EXPECT_EQ(draws, 0);
  EXPECT_TRUE(book.runs().empty());
  EXPECT_EQ(book.stored_result("visits", *run_request().run), std::nullopt);
}

TEST_F(Runs, TheSameIdForAnotherRequestIsRefused) {
  const std::string refusal =
      "there is a run of that id for another request: a run is repeated as it was asked for";
  ChargeRequest other = run_request();
  other.run->request = digest('b');
  charge_only(run_request());
  const auto expect_refused = [&] {
    EXPECT_EQ(rule_of([&] { book.run(other, drawing()); }), refusal);
    EXPECT_EQ(rule_of([&] { book.preview(other); }), refusal);
    EXPECT_EQ(rule_of([&] { (void)book.stored_result("visits", *other.run); }), refusal);
    EXPECT_EQ(kind_of([&] { book.run(other, drawing()); }), bad_parameter);
  };
  expect_refused();
  EXPECT_EQ(book.run(run_request(), drawing()).text, "draw 1");
  expect_refused();
  EXPECT_EQ(draws, 1);
  expect_sound(1, 1);
}

TEST_F(Runs, NothingElseIsDrawnUnderACharge) {
  charge_only(run_request());
  std::vector<ChargeRequest> others(4, run_request());
  others[0].cost = amounts("0.5");
  others[1].parameters.back().second = "11";
  others[2].what = "select";
  others[3].run->room = 101;
  for (const ChargeRequest& other : others) {
    EXPECT_EQ(kind_of([&] { book.run(other, drawing()); }), bad_parameter);
  }
  EXPECT_EQ(draws, 0);
  ChargeRequest newer = run_request();
  newer.parameters.emplace_back("program", "discreet 9.9");
  EXPECT_EQ(book.run(newer, drawing()).text, "draw 1") << "by which program is no matter";
}

TEST_F(Runs, AnIdIsOneOfADataset) {
  book.add_dataset(make_dataset("labs", "patient", Neighbors::add_remove, amounts("1")));
  ChargeRequest labs = run_request();
  labs.dataset = "labs";
  labs.run->request = digest('b');
  EXPECT_EQ(book.run(run_request(), drawing()).text, "draw 1");
  EXPECT_EQ(book.run(labs, drawing()).text, "draw 2");
  EXPECT_EQ(book.run(run_request("weekly"), drawing()).text, "draw 3");
  EXPECT_EQ(book.run(run_request(), drawing()).text, "draw 1");
  const auto runs = book.runs();
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[1].charge.request.dataset, "labs") << "in order of their charges";
  EXPECT_EQ(runs[2].charge.request.run->id, "weekly");
}

TEST_F(Runs, RefusesWhatIsNoRun) {
  const auto is_refused = [&](const RunRequest& run) {
    ChargeRequest asked = run_request();
    asked.run = run;
    return kind_of([&] { book.run(asked, drawing()); }) == bad_parameter &&
           kind_of([&] { book.preview(asked); }) == bad_parameter;
  };
  EXPECT_TRUE(is_refused({"", digest(), 1}));
  EXPECT_TRUE(is_refused({"two\nlines", digest(), 1}));
  EXPECT_TRUE(is_refused({std::string(201, 'x'), digest(), 1}));
  EXPECT_TRUE(is_refused({"a", "", 1}));
  EXPECT_TRUE(is_refused({"a", std::string(64, 'G'), 1}));
  EXPECT_TRUE(is_refused({"a", digest(), detail::most_room + 1}));
  EXPECT_EQ(kind_of([&] { book.run(request(amounts("0.1")), drawing()); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { book.charge(run_request()); }), bad_parameter);
  EXPECT_EQ(draws, 0);
  expect_sound(0, 0);
}

TEST_F(Runs, AResultTakesTheSameRoomWhateverWasDrawn) {
  std::size_t size = 0;
  int id = 0;
  for (const std::string& text :
       {std::string{}, std::string{"\n\\"}, std::string(50, '\n'), std::string(100, 'x')}) {
    book.run(run_request(std::to_string(++id), "0.01"), [&](const Receipt&) { return text; });
    detail::OpenLedger open{path, {}};
    const detail::Entry entry = open.entry_at("visits", book.runs().back().result->sequence);
    EXPECT_EQ(size == 0 ? entry.facts.size() : size, entry.facts.size());
    size = entry.facts.size();
  }
  EXPECT_EQ(kind_of([&] {
              book.run(run_request("too long", "0.01"),
                       [](const Receipt&) { return std::string(51, '\n'); });
            }),
            bug);
  expect_sound(5, 4);
}

TEST_F(Runs, TheLongestResultIsStored) {
  ChargeRequest asked = run_request();
  asked.run->room = detail::most_room;
  const std::string text = std::string(detail::most_room - 2, 'x') + "\n";
  book.run(asked, [&](const Receipt&) { return text; });
  EXPECT_TRUE(Ledger::open(path).run(asked, drawing()).text == text);
  EXPECT_EQ(draws, 0);
  expect_sound(1, 1);
}

TEST_F(Runs, WhatCannotBeStoredIsNotDrawn) {
  charge_only(run_request());
  const std::string witness = directory.file("witness");
  Ledger::open(path).write_witness(witness);
  EXPECT_EQ(kind_of([&] { book.run(run_request(), drawing()); }), ErrorKind::ledger);
  EXPECT_EQ(draws, 0);
  LedgerOptions options;
  options.witness = witness;
  Ledger witnessed = Ledger::open(path, options);
  EXPECT_EQ(witnessed.run(run_request(), drawing()).text, "draw 1");
  expect_sound(1, 1);
}

TEST_F(Runs, TheChainTakesNoOtherResult) {
  book.charge(request(amounts("0.1")));
  book.run(run_request(), drawing());
  charge_only(run_request("open"));
  const std::vector<RunState> runs = book.runs();
  const Charge stored = runs.at(0).charge;
  const Charge open = runs.at(1).charge;
  const auto refusal = [&](const detail::Facts& facts, const char* kind = "result") {
    detail::OpenLedger ledger{path, {}};
    const std::string said =
        rule_of([&] { ledger.write([&] { return detail::Record{kind, "visits", facts}; }); });
    return said.substr(said.find("entry "));
  };
  EXPECT_EQ(refusal(detail::result_facts(stored, "b")), "entry 7 is a second result of one run");
  const std::string not_ours = "entry 7 is not one that this program writes";
  Charge changed = open;
  changed.request.run->room = 99;
  EXPECT_EQ(refusal(detail::result_facts(changed, "b")), not_ours) << "another room";
  changed = open;
  changed.request.run->id = "nobody's";
  EXPECT_EQ(refusal(detail::result_facts(changed, "b")), not_ours);
  detail::Facts facts = detail::result_facts(open, "b");
  facts[2].second = "c";
  EXPECT_EQ(refusal(facts), not_ours) << "another SHA-256";
  facts = detail::result_facts(open, "b");
  facts[3].second.back() = '!';
  EXPECT_EQ(refusal(facts), not_ours);
  EXPECT_EQ(refusal(detail::charge_facts(open), "charge"),
            "entry 7 is charged for a run that was charged before");
  expect_sound(3, 1);
}

}  // namespace
}  // namespace discreet

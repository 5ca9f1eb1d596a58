// The accountant steps on disk: its number of steps is certified again when it is read.
#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "is_read.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::is_read;
using testing::kind_of;
using testing::request;
using testing::rule_of;
using testing::TemporaryDirectory;

Amounts of_step(const char* epsilon, const char* step) {
  Amounts out = amounts(epsilon, "1e-6");
  out.step = parse_amount(step);
  return out;
}

// Ten steps.
Dataset steps_dataset(const char* name = "visits", const char* step = "0.15") {
  return make_dataset(name, "patient", Neighbors::add_remove, of_step("1", step));
}

Amounts of_steps(int count, const char* step = "0.15", const char* slack = nullptr) {
  Amounts out = amounts(nullptr, nullptr, nullptr, slack);
  out.steps = count;
  out.step = parse_amount(step);
  return out;
}

class StepsLedger : public ::testing::Test {
 protected:
  TemporaryDirectory directory;
  std::string path = directory.file("a.ledger");
};

TEST_F(StepsLedger, AddsUpStepsUntilThereAreNoMore) {
  Ledger book = Ledger::create(path, steps_dataset());
  book.charge(request(of_steps(4)));
  book.charge(request(amounts("0.075")));
  const Receipt receipt = book.charge(request(of_steps(3, "0.1", "1e-7")));
  EXPECT_EQ(receipt.charged.steps, Fraction{3});
  EXPECT_EQ(receipt.left.steps, Fraction{2});
  EXPECT_EQ(receipt.left.slack, parse_amount("1.5e-7"));
  Ledger again = Ledger::open(path);
  EXPECT_EQ(kind_of([&] { again.charge(request(of_steps(3))); }), over_budget);
  EXPECT_EQ(rule_of([&] { again.charge(request(of_steps(3))); }),
            "the budget does not cover this: it would cost 3 steps; left is 2 steps, and 1.5e-7 of "
            "delta for thresholds; too little is left of steps");
  EXPECT_EQ(kind_of([&] { again.charge(request(of_steps(1, "0.16"))); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { again.charge(request(amounts(nullptr, nullptr, "1e-6"))); }),
            bad_parameter);
  again.charge(request(of_steps(2)));
  EXPECT_EQ(kind_of([&] { again.charge(request(of_steps(1))); }), over_budget);
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST_F(StepsLedger, IsShownInItsOwnCurrency) {
  Ledger book = Ledger::create(path, steps_dataset());
  book.charge(request(of_steps(4)));
  const std::string text = ledger_text(book.contents());
  EXPECT_NE(text.find("epsilon 1, delta 1e-6 (2.5e-7 of it for thresholds): 10 steps of 0.15"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("left    6 steps, and 2.5e-7 of delta for thresholds"), std::string::npos);
  const auto fixed = spent_if_fixed(book.state("visits"));
  ASSERT_TRUE(fixed && fixed->epsilon);
  EXPECT_LE(*fixed->epsilon, parse_amount("0.6"));
  EXPECT_GT(*fixed->epsilon, parse_amount("0.4"));
  EXPECT_NE(ledger_report(book.contents(), "a").find("40.0 % of the budget spent"),
            std::string::npos);
}

TEST_F(StepsLedger, ANumberThatIsNotCertifiedIsNotRead) {
  const Dataset sound = steps_dataset();
  EXPECT_EQ(sound.budget.steps, Fraction{10});
  EXPECT_TRUE(is_read(sound));
  Dataset changed = sound;
  changed.budget.steps = 9;
  EXPECT_TRUE(is_read(changed)) << "fewer are proved as well";
  changed.budget.steps = 11;
  EXPECT_FALSE(is_read(changed));
  changed = sound;
  changed.budget.step = parse_amount("0.16");
  EXPECT_FALSE(is_read(changed));
  changed = sound;
  changed.budget.slack = parse_amount("9.999e-7");
  EXPECT_FALSE(is_read(changed)) << "what is for thresholds buys no steps";
  for (const auto& forget : {&Amounts::epsilon, &Amounts::delta, &Amounts::steps, &Amounts::step}) {
    changed = sound;
    (changed.budget.*forget).reset();
    EXPECT_FALSE(is_read(changed));
  }
  changed = sound;
  changed.budget.rho = parse_amount("0.01");
  EXPECT_FALSE(is_read(changed));
  changed = sound;
  changed.accountant = Accountant::mixed;
  EXPECT_FALSE(is_read(changed));
}

TEST_F(StepsLedger, ADatasetIsAddedAsItWasRead) {
  Ledger book = Ledger::create(path, steps_dataset());
  Dataset other = book.state("visits").dataset;
  other.name = "other";
  book.add_dataset(other);
  EXPECT_EQ(book.state("other").dataset.budget, book.state("visits").dataset.budget);
  other.name = "third";
  other.budget.steps = 11;
  EXPECT_EQ(kind_of([&] { book.add_dataset(other); }), bad_parameter);
}

TEST_F(StepsLedger, ALoweredOneHasFewerSteps) {
  Ledger book = Ledger::create(path, steps_dataset());
  book.charge(request(of_steps(4)));
  book.lower_budget("visits", amounts("0.8"), "fewer releases");
  const DatasetState state = Ledger::open(path).state("visits");
  EXPECT_LT(*state.limit.amounts.steps, 10);
  EXPECT_EQ(state.limit.amounts.step, parse_amount("0.15"));
  EXPECT_EQ(state.dataset.budget.steps, Fraction{10});
  EXPECT_EQ(kind_of([&] { book.charge(request(of_steps(6))); }), over_budget);
  EXPECT_EQ(kind_of([&] { book.lower_budget("visits", amounts("0.3"), "less"); }), bad_parameter);
  Amounts other_step;
  other_step.step = parse_amount("0.1");
  EXPECT_EQ(kind_of([&] { book.lower_budget("visits", other_step, "less"); }), bad_parameter);
}

TEST_F(StepsLedger, AGroupCountsStepsOfItsOwn) {
  Ledger book = Ledger::create(path, steps_dataset("first"));
  book.add_group(make_dataset_group("people", of_step("1", "0.15")));
  for (const char* const name : {"a", "b"}) {
    Dataset dataset = steps_dataset(name);
    dataset.group = "people";
    book.add_dataset(dataset);
  }
  Dataset rhos = make_dataset("rhos", "patient", Neighbors::add_remove, amounts("1", "1e-6"));
  rhos.group = "people";
  book.add_dataset(rhos);
  book.charge(request(of_steps(6), "a"));
  EXPECT_EQ(kind_of([&] { book.charge(request(of_steps(6), "b")); }), over_budget);
  book.charge(request(of_steps(3), "b"));
  // A cost that lacks the group's amounts is refused; a small pure one is a step anywhere.
  EXPECT_EQ(kind_of([&] { book.charge(request(amounts(nullptr, nullptr, "1e-6"), "rhos")); }),
            bad_parameter);
  book.charge(request(amounts("0.05"), "rhos"));
  EXPECT_EQ(Ledger::open(path).groups().front().left.steps, Fraction{0});
  EXPECT_EQ(kind_of([&] { book.charge(request(of_steps(1), "b")); }), over_budget);
}

}  // namespace
}  // namespace discreet

#include <gtest/gtest.h>

#include "discreet/ledger/ledger.hpp"
#include "discreet/release/quantiles.hpp"
#include "discreet/release/top_k.hpp"
#include "ledger/temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

Dataset dataset(const Amounts& budget, std::optional<Accountant> accountant = {}) {
  return make_dataset("d", "person", Neighbors::add_remove, budget, accountant);
}

// Each way is what a charge made now does, whatever was charged before.
TEST(WaysToPay, SayWhatTheLedgerThenDoes) {
  struct Case {
    Amounts budget;
    Amounts part;
    Accountant accountant;
    std::size_t ways;
  };
  const auto in_rho = [](const char* rho) { return amounts(nullptr, nullptr, rho); };
  for (const Case& one :
       {Case{amounts("1"), amounts("0.3"), Accountant::pure, 1},
        Case{in_rho("0.1"), in_rho("0.02"), Accountant::zcdp, 1},
        Case{amounts("1", "1e-6"), amounts("0.3", "1e-7"), Accountant::basic, 1},
        Case{amounts("1", "1e-6"), amounts("0.3", "1e-7"), Accountant::mixed, 2}}) {
    TopKRequest part{.k = 5, .sensitivity = 1, .monotonic = Monotonic::yes};
    part.epsilon = one.part.epsilon;
    part.delta = one.part.delta;
    part.rho = one.part.rho;
    for (std::size_t way = 0; way < one.ways; ++way) {
      const testing::TemporaryDirectory place;
      Ledger ledger = Ledger::create(place.file("a.ledger"), dataset(one.budget, one.accountant));
      LedgerAccount account{ledger, "d", "a test"};
      int made = 0;
      for (bool covered = true; covered && made < 100; ++made) {
        const DatasetState state = ledger.state("d");
        const auto ways = ways_to_pay(part, {1000}, budget_of(state.dataset), state.spent);
        ASSERT_EQ(ways.size(), one.ways);
        const WayToPay& chosen = ways[way];
        TopKRequest again = part;
        again.pay = chosen.plan.pay;
        covered = chosen.left.has_value();
        if (!covered) {
          EXPECT_EQ(kind_of([&] { (void)plan_release<TopKRelease>(again, {1000}, &account); }),
                    over_budget);
          continue;
        }
        const auto planned = plan_release<TopKRelease>(again, {1000}, &account);
        EXPECT_EQ(planned.plan().selection.law, chosen.plan.selection.law);
        EXPECT_EQ(planned.plan().selection.scale, chosen.plan.selection.scale);
        EXPECT_EQ(planned.plan().cost, chosen.plan.cost);
        const Receipt receipt = account.charge(TopKRelease::bill(planned.plan()));
        EXPECT_EQ(receipt.charged, chosen.charged);
        EXPECT_EQ(receipt.left, chosen.left);
      }
      EXPECT_GT(made, 2) << to_string(one.accountant);
      EXPECT_LT(made, 100) << to_string(one.accountant);
    }
  }
}

TEST(LedgerAccount, WritesDownWhoAskedForWhat) {
  const testing::TemporaryDirectory place;
  Ledger ledger = Ledger::create(place.file("a.ledger"), dataset(amounts("1")));
  LedgerAccount account{ledger, "d", "nightly"};
  const std::vector<double> scores{5, 9e9, 3};
  const Released<TopKRelease> released = top_k(scores, {.epsilon = 0.2, .sensitivity = 1}, account);
  EXPECT_EQ(released.output, std::vector<std::size_t>{1});
  const Charge charge = ledger.charges().back();
  EXPECT_EQ(charge.request.asked_by, "nightly");
  EXPECT_EQ(charge.request.what, "top_k");
  ASSERT_TRUE(released.receipt.has_value());
  EXPECT_EQ(charge.hash, released.receipt->hash);
  EXPECT_EQ(released.receipt->left.epsilon, parse_amount("0.8"));
}

TEST(LedgerAccount, KeepsAReleaseOfAThousandQuantilesUnderEveryAccountant) {
  std::vector<Fraction> quantiles;
  for (int i = 1; i <= 1000; ++i) {
    quantiles.push_back(parse_amount(std::to_string(i) + "/1001"));
  }
  QuantilesRequest request{.quantiles = quantiles, .grid = make_grid(-5, 5, Fraction{1, 3})};
  struct Case {
    Amounts budget;
    Accountant accountant;
  };
  for (const Case& one : {Case{amounts("1"), Accountant::pure},
                          Case{amounts(nullptr, nullptr, "1"), Accountant::zcdp},
                          Case{amounts("1", "1e-6"), Accountant::basic},
                          Case{amounts("1", "1e-6"), Accountant::mixed}}) {
    const testing::TemporaryDirectory place;
    Ledger ledger = Ledger::create(place.file("a.ledger"), dataset(one.budget, one.accountant));
    LedgerAccount account{ledger, "d", "nightly"};
    request.epsilon = one.budget.epsilon;
    request.delta = one.budget.delta;
    request.rho = one.budget.rho;
    const auto released =
        release_quantiles({MassColumn{{3}, {shares_per_unit}}}, request, {}, &account);
    EXPECT_EQ(released.output.front().size(), 1000U);
    const Charge charge = ledger.charges().back();
    EXPECT_EQ(charge.request.what, "quantile");
    ASSERT_TRUE(released.receipt.has_value());
    EXPECT_EQ(charge.hash, released.receipt->hash);
    // All of the budget, so that nothing more fits.
    EXPECT_EQ(kind_of([&] { (void)plan_release<QuantilesRelease>(request, {}, &account); }),
              over_budget);
    EXPECT_EQ(ledger.charges().size(), 1U);
  }
}

TEST(MonotonicCounts, MoveOneWayUnlessRowsAreReplaced) {
  EXPECT_EQ(monotonic_counts(Neighbors::add_remove), Monotonic::yes);
  EXPECT_EQ(monotonic_counts(Neighbors::replace), Monotonic::no);
}

}  // namespace
}  // namespace discreet

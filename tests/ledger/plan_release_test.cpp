#include "discreet/ledger/plan_release.hpp"

#include <gtest/gtest.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "discreet/ledger/release_request.hpp"
#include "discreet/ledger/ways_to_pay.hpp"
#include "ledger/temporary.hpp"

namespace discreet {
namespace {

AskedPrivacy asked(const char* epsilon, const char* delta = nullptr, const char* rho = nullptr) {
  const auto amount = [](const char* text) {
    return text == nullptr ? std::nullopt : std::optional{parse_amount(text)};
  };
  return {amount(epsilon), amount(delta), amount(rho), std::nullopt, std::nullopt};
}

Dataset dataset(const AskedPrivacy& budget, std::optional<Accountant> accountant = {}) {
  return make_dataset("d", "person", Neighbors::add_remove,
                      {budget.epsilon, budget.delta, budget.rho}, accountant);
}

const SelectionTask task{5, 1, Monotonic::yes, 1000};

TEST(PlanRelease, CostsNoMoreThanWritten) {
  for (const char* text : {"0.2", "0.1", "1/3", "1", "0.7"}) {
    const ReleasePlan plan = plan_release(task, asked(text), {});
    // k ranges over the scale, in exact rationals.
    EXPECT_LE(5 / exact_fraction(plan.scale), parse_amount(text)) << text;
    EXPECT_EQ(plan.cost.epsilon, parse_amount(text));
    EXPECT_FALSE(plan.cost.delta.has_value());
    EXPECT_TRUE(plan.cost.rho.has_value());
  }
}

TEST(PlanRelease, DoublesTheRangeWhereScoresMayMoveApart) {
  const ReleasePlan one = plan_release(task, asked("1"), {});
  const ReleasePlan two = plan_release({5, 1, Monotonic::no, 1000}, asked("1"), {});
  EXPECT_GE(two.scale, 2 * one.scale * 0.999999);
}

TEST(PlanRelease, OneReleaseFitsAFreshBudgetUnderEachAccountant) {
  struct Case {
    AskedPrivacy amount;
    std::optional<Accountant> accountant;
  };
  for (const Case& one : {Case{asked("0.7"), Accountant::pure},
                          Case{asked(nullptr, nullptr, "0.07"), Accountant::zcdp},
                          Case{asked("0.7", "1e-6"), Accountant::basic},
                          Case{asked("0.7", "1e-6"), Accountant::mixed}}) {
    const Dataset fresh = dataset(one.amount, one.accountant);
    const ReleasePlan plan = plan_release(task, one.amount, fresh);
    Filter filter{budget_of(fresh)};
    const Amounts priced = filter.price(plan.cost);
    EXPECT_TRUE(filter.admits(priced)) << to_string(fresh.accountant);
    filter.add(priced);
    EXPECT_FALSE(filter.admits(priced)) << to_string(fresh.accountant);
  }
}

TEST(PlanRelease, UnderMixedAnEpsilonAndADeltaBecomeARho) {
  const Dataset mixed = dataset(asked("1", "1e-6"));
  const ReleasePlan plan = plan_release(task, asked("0.5", "1e-6"), mixed);
  ASSERT_TRUE(plan.cost.rho.has_value());
  EXPECT_LE(zcdp_to_delta(neg_inf_double_of(plan.cost.rho.value_or(1)), 0.5), 1e-6);
  EXPECT_FALSE(plan.cost.delta.has_value());
}

AskedPrivacy paying(AskedPrivacy asked, Pay pay) {
  asked.pay = pay;
  return asked;
}

TEST(PlanRelease, UnderMixedAnEpsilonAndADeltaCanBePaidForInEpsilon) {
  const Dataset mixed = dataset(asked("1", "1e-6"));
  const ReleasePlan plan = plan_release(task, paying(asked("0.5", "1e-6"), Pay::epsilon), mixed);
  const ReleasePlan pure = plan_release(task, asked("0.5"), mixed);
  EXPECT_EQ(plan.pay, Pay::epsilon);
  EXPECT_EQ(pure.pay, std::nullopt);
  EXPECT_EQ(plan.scale, pure.scale);
  EXPECT_EQ(plan.cost, pure.cost);
  EXPECT_EQ(plan.promise, pure.promise);
  EXPECT_EQ(plan_release(task, asked("0.5", "1e-6"), mixed).pay, Pay::rho);
}

TEST(PlanRelease, RefusesAWayToPayThatIsNone) {
  const Dataset mixed = dataset(asked("1", "1e-6"));
  const AskedPrivacy both = asked("0.5", "1e-6");
  for (const Pay pay : {Pay::epsilon, Pay::rho}) {
    EXPECT_THROW(plan_release(task, paying(both, pay), {}), Error);
    EXPECT_THROW(plan_release(task, paying(both, pay), dataset(both, Accountant::basic)), Error);
    EXPECT_THROW(plan_release(task, paying(both, pay), dataset(asked(nullptr, nullptr, "1"))),
                 Error);
    AskedPrivacy scale;
    scale.scale = 10;
    EXPECT_THROW(plan_release(task, paying(scale, pay), mixed), Error);
  }
  EXPECT_THROW(plan_release(task, paying(asked("0.5"), Pay::rho), mixed), Error);
  EXPECT_THROW(plan_release(task, paying(asked(nullptr, nullptr, "0.01"), Pay::epsilon), mixed),
               Error);
  EXPECT_NO_THROW(plan_release(task, paying(asked("0.5"), Pay::epsilon), mixed));
  EXPECT_NO_THROW(plan_release(task, paying(asked(nullptr, nullptr, "0.01"), Pay::rho), mixed));
}

// Each way is what a charge made now does, whatever was charged before.
TEST(WaysToPay, SayWhatTheLedgerThenDoes) {
  struct Case {
    AskedPrivacy budget;
    Accountant accountant;
    std::size_t ways;
  };
  for (const Case& one : {Case{asked("1"), Accountant::pure, 1},
                          Case{asked(nullptr, nullptr, "0.1"), Accountant::zcdp, 1},
                          Case{asked("1", "1e-6"), Accountant::basic, 1},
                          Case{asked("1", "1e-6"), Accountant::mixed, 2}}) {
    AskedPrivacy part = one.budget;
    (part.rho ? part.rho : part.epsilon) = parse_amount(part.rho ? "0.02" : "0.3");
    if (part.delta) {
      part.delta = parse_amount("1e-7");
    }
    for (std::size_t way = 0; way < one.ways; ++way) {
      const testing::TemporaryDirectory place;
      Ledger book = Ledger::create(place.file("a.ledger"), dataset(one.budget, one.accountant));
      int made = 0;
      for (bool covered = true; covered && made < 100; ++made) {
        const auto ways = ways_to_pay(task, part, book.state("d"));
        ASSERT_EQ(ways.size(), one.ways);
        const WayToPay& chosen = ways[way];
        AskedPrivacy again = part;
        again.pay = chosen.plan.pay;
        const ReleasePlan plan = plan_release(task, again, book.state("d").dataset);
        EXPECT_EQ(plan.law, chosen.plan.law);
        EXPECT_EQ(plan.scale, chosen.plan.scale);
        EXPECT_EQ(plan.expected_error, chosen.plan.expected_error);
        EXPECT_EQ(plan.cost, chosen.plan.cost);
        const ChargeRequest request =
            release_request({"d", "top-k", "a test"}, task, Optimize::max, plan);
        covered = chosen.left.has_value();
        if (covered) {
          const Receipt receipt = book.charge(request);
          EXPECT_EQ(receipt.charge.charged, chosen.charged);
          EXPECT_EQ(receipt.left, chosen.left);
        } else {
          EXPECT_EQ(testing::kind_of([&] { book.charge(request); }), over_budget);
        }
      }
      EXPECT_GT(made, 2) << to_string(one.accountant);
      EXPECT_LT(made, 100) << to_string(one.accountant);
    }
  }
}

TEST(PlanRelease, CountsMoveByOneAndAllOneWayUnlessRowsAreReplaced) {
  EXPECT_EQ(counting_task(5, Neighbors::add_remove, 1000), task);
  EXPECT_EQ(counting_task(5, Neighbors::replace, 1000), (SelectionTask{5, 1, Monotonic::no, 1000}));
}

TEST(PlanRelease, PureDatasetsTakeNoDelta) {
  const Dataset pure = dataset(asked("1"));
  EXPECT_THROW(plan_release(task, asked("0.5", "1e-6"), pure), Error);
}

TEST(PlanRelease, AtAGivenScaleTheCostFollows) {
  AskedPrivacy scale;
  scale.scale = 10;
  const ReleasePlan plan = plan_release(task, scale, {});
  EXPECT_EQ(plan.law, Law::permute_and_flip);
  EXPECT_GE(plan.cost.epsilon.value_or(0), parse_amount("0.5"));
  EXPECT_LE(plan.cost.epsilon.value_or(1), parse_amount("0.5000000000001"));
  const Dataset zcdp = dataset(asked(nullptr, nullptr, "1"));
  EXPECT_EQ(plan_release(task, scale, zcdp).law, Law::exponential_mechanism);
  scale.law = Law::permute_and_flip;
  EXPECT_EQ(plan_release(task, scale, zcdp).law, Law::permute_and_flip);
  scale.scale = 0;
  EXPECT_THROW(plan_release(task, scale, {}), Error);
}

TEST(PlanRelease, RefusesMoreThanThereIs) {
  EXPECT_THROW(plan_release({11, 1, Monotonic::yes, 10}, asked("1"), {}), Error);
  EXPECT_THROW(plan_release({0, 1, Monotonic::yes, 10}, asked("1"), {}), Error);
  EXPECT_THROW(plan_release(task, asked("0"), {}), Error);
  EXPECT_THROW(plan_release(task, asked("1", "1"), {}), Error);
  EXPECT_THROW(plan_release(task, {}, {}), Error);
}

}  // namespace
}  // namespace discreet

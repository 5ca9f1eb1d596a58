// Slack: what a charge is close to something by, added up beside what it costs.
#include <array>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

Filter filter_with(const Amounts& budget, std::optional<Accountant> accountant = std::nullopt) {
  return Filter{make_budget(budget, accountant)};
}

bool takes(Filter& filter, const Amounts& cost) {
  const Amounts priced = filter.price(cost);
  const bool fits = filter.admits(priced);
  EXPECT_EQ(fits, filter.admits_loss(priced) && filter.admits_slack(priced));
  if (fits) {
    filter.add(priced);
  }
  return fits;
}

Amounts rho_and_slack(const char* rho, const char* slack) {
  return amounts(nullptr, nullptr, rho, slack);
}

TEST(Slack, ZcdpFillsItsShareExactly) {
  Filter zcdp = filter_with(rho_and_slack("1", "1e-6"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(takes(zcdp, rho_and_slack("0.1", "1/3000000")));
  }
  EXPECT_EQ(zcdp.spent().slack, parse_amount("1e-6"));
  EXPECT_EQ(zcdp.left().slack, Fraction{0});
  EXPECT_FALSE(takes(zcdp, rho_and_slack("0.1", "1e-400")));
  EXPECT_TRUE(takes(zcdp, rho_and_slack("0.7", nullptr))) << "what has no slack needs none";
  EXPECT_EQ(zcdp.left().rho, Fraction{0});
  EXPECT_FALSE(takes(zcdp, rho_and_slack("1e-400", nullptr)));
}

TEST(Slack, ZcdpPricesAPureEpsilonWithIts) {
  const Filter zcdp = filter_with(rho_and_slack("1", "1e-6"));
  const Amounts priced = zcdp.price(amounts("0.5", nullptr, nullptr, "1e-7"));
  EXPECT_EQ(priced.slack, parse_amount("1e-7"));
  EXPECT_EQ(priced.rho, zcdp.price(amounts("0.5")).rho);
}

TEST(Slack, MixedNeedsRoomForItWhicheverConditionHolds) {
  const Amounts budget = amounts("2", "1e-6", nullptr, "2.5e-7");
  // Past rho, within epsilon.
  Filter by_epsilon = filter_with(budget);
  EXPECT_TRUE(takes(by_epsilon, amounts("1.5", nullptr, "9", "2e-7")));
  EXPECT_FALSE(takes(by_epsilon, amounts("0.1", nullptr, "9", "1e-7")));
  EXPECT_TRUE(takes(by_epsilon, amounts("0.5", nullptr, "9", "0.5e-7")));
  EXPECT_EQ(by_epsilon.left().slack, Fraction{0});
  EXPECT_FALSE(takes(by_epsilon, amounts("1e-300")));
  // Past epsilon, within rho.
  Filter by_rho = filter_with(budget);
  EXPECT_TRUE(takes(by_rho, rho_and_slack("0.001", "2.5e-7")));
  EXPECT_FALSE(takes(by_rho, rho_and_slack("0.001", "1e-400")));
  EXPECT_TRUE(takes(by_rho, rho_and_slack("0.001", nullptr)));
}

TEST(Slack, MixedConvertsWhatIsLeftOfDelta) {
  const Budget budget = make_budget(amounts("1", "1e-6", nullptr, "2.5e-7"));
  EXPECT_EQ(budget.amounts.delta, parse_amount("1e-6"));
  EXPECT_EQ(budget.amounts.slack, parse_amount("2.5e-7"));
  const Fraction rest = parse_amount("7.5e-7");
  EXPECT_EQ(budget.amounts.rho, zcdp_within(1, rest));
  EXPECT_LT(*budget.amounts.rho, zcdp_within(1, parse_amount("1e-6")));
  // Filled to the brim it is (1, delta - slack)-private but for slack, and a hair more is refused.
  Filter full{budget};
  EXPECT_TRUE(takes(full, {{}, {}, budget.amounts.rho, budget.amounts.slack}));
  EXPECT_FALSE(takes(full, rho_and_slack("1e-400", nullptr)));
  EXPECT_LE(zcdp_to_delta(inf_double_of(*budget.amounts.rho), 1), 7.5e-7);
}

TEST(Slack, BasicCoversItAsDelta) {
  Filter basic = filter_with(amounts("1", "1e-6"), Accountant::basic);
  const Amounts priced = basic.price(amounts("0.5", "5e-7", nullptr, "2.5e-7"));
  EXPECT_EQ(priced.delta, parse_amount("7.5e-7"));
  EXPECT_FALSE(priced.slack.has_value());
  EXPECT_TRUE(takes(basic, amounts("0.5", "5e-7", nullptr, "2.5e-7")));
  EXPECT_FALSE(takes(basic, amounts("0.5", nullptr, nullptr, "2.500001e-7")));
  EXPECT_TRUE(takes(basic, amounts("0.5", nullptr, nullptr, "2.5e-7")));
  EXPECT_EQ(basic.left().delta, Fraction{0});
  EXPECT_FALSE(basic.left().slack.has_value());
}

TEST(Slack, PureHasNone) {
  Filter pure = filter_with(amounts("1"));
  EXPECT_EQ(kind_of([&] { (void)pure.price(amounts("0.5", nullptr, nullptr, "1e-9")); }),
            bad_parameter);
  EXPECT_TRUE(takes(pure, amounts("0.5", nullptr, nullptr, "0")));
  EXPECT_FALSE(pure.admits(amounts("0.1", nullptr, nullptr, "1e-9")))
      << "nor if it was priced elsewhere";
}

TEST(Slack, ABudgetWithoutAShareRefusesItWithTheReason) {
  for (const Amounts& budget :
       {amounts("1", "1e-6", nullptr, "0"), amounts(nullptr, nullptr, "1")}) {
    const Filter filter = filter_with(budget);
    EXPECT_FALSE(filter.budget().amounts.slack.has_value());
    EXPECT_FALSE(filter.left().slack.has_value());
    std::string said;
    try {
      (void)filter.price(rho_and_slack("0.001", "1e-9"));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter);
      said = error.what();
    }
    EXPECT_EQ(
        said,
        "the budget was created without a share of delta for thresholds, and none can be given "
        "later: give a public list of items, or charge a dataset that has one");
    EXPECT_FALSE(filter.admits(rho_and_slack("0.001", "1e-9")));
    EXPECT_TRUE(filter.admits(filter.price(rho_and_slack("0.001", "0"))));
  }
}

TEST(Slack, OfAMixedBudgetIsAQuarterOfDeltaUnlessSaid) {
  const Budget quarter = make_budget(amounts("1", "1e-6"));
  EXPECT_EQ(quarter, make_budget(amounts("1", "1e-6", nullptr, "2.5e-7")));
  EXPECT_EQ(quarter, make_budget(with_threshold_share(amounts("1", "1e-6"), parse_amount("0.25"))));
  const Budget none = make_budget(with_threshold_share(amounts("1", "1e-6"), 0));
  EXPECT_FALSE(none.amounts.slack.has_value());
  EXPECT_EQ(none.amounts.rho, zcdp_within(1, parse_amount("1e-6")));
  EXPECT_GT(*none.amounts.rho, *quarter.amounts.rho);
  EXPECT_LT(*none.amounts.rho, *quarter.amounts.rho * parse_amount("1.03")) << "1.3 % of noise";
  // Nothing else has a share unless it is said.
  EXPECT_FALSE(make_budget(amounts(nullptr, nullptr, "1")).amounts.slack.has_value());
  EXPECT_FALSE(make_budget(amounts("1", "1e-6"), Accountant::basic).amounts.slack.has_value());
  EXPECT_FALSE(make_budget(amounts("1")).amounts.slack.has_value());
}

TEST(Slack, AShareIsRoundedDownAndBelowOne) {
  const Amounts third = with_threshold_share(amounts("1", "1/3"), parse_amount("1/3"));
  EXPECT_EQ(third.slack, parse_amount("0.11111111111111111"));
  const auto refused = [](const Amounts& budget, const Fraction& share) {
    return kind_of([&] { (void)with_threshold_share(budget, share); }) == bad_parameter;
  };
  EXPECT_TRUE(refused(amounts("1", "1e-6"), 1));
  EXPECT_TRUE(refused(amounts("1", "1e-6"), -1));
  EXPECT_TRUE(refused(amounts("1"), parse_amount("0.1")));
  EXPECT_TRUE(refused(amounts("1", "1e-6", nullptr, "1e-7"), parse_amount("0.1")));
  EXPECT_TRUE(refused(amounts("1", "1e-400"), parse_amount("0.1"))) << "no amount is so small";
}

TEST(Slack, OfNothingCostsNothing) {
  Filter zcdp = filter_with(rho_and_slack("1", "1e-6"));
  EXPECT_FALSE(zcdp.price(rho_and_slack("0.1", "0")).slack.has_value());
  EXPECT_TRUE(takes(zcdp, rho_and_slack("0.1", "0")));
  EXPECT_EQ(zcdp.spent().slack, Fraction{0});
}

TEST(Slack, IsNoMoreThanOneAndNotNegative) {
  const Filter zcdp = filter_with(rho_and_slack("1", "1e-6"));
  EXPECT_EQ(kind_of([&] { (void)zcdp.price(rho_and_slack("0.1", "2")); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { (void)zcdp.price({{}, {}, Fraction{1}, Fraction{-1}}); }), bad_parameter);
  const Filter basic = filter_with(amounts("1", "1e-6"), Accountant::basic);
  EXPECT_EQ(kind_of([&] { (void)basic.price({Fraction{1}, {}, {}, Fraction{-1}}); }),
            bad_parameter);
}

TEST(Slack, OfABudgetIsRefusedWhereNothingAddsItUp) {
  const auto refused = [](const Amounts& budget, std::optional<Accountant> accountant) {
    return kind_of([&] { filter_with(budget, accountant); }) == bad_parameter;
  };
  EXPECT_TRUE(refused(amounts("1", nullptr, nullptr, "1e-9"), {}));
  EXPECT_TRUE(refused(amounts("1", "1e-6", nullptr, "1e-9"), Accountant::basic));
  EXPECT_TRUE(refused(amounts("1", "1e-6", nullptr, "1e-6"), {}));
  EXPECT_TRUE(refused(rho_and_slack("1", "1"), {}));
  EXPECT_TRUE(refused(amounts(nullptr, nullptr, nullptr, "1e-9"), {}));
  EXPECT_FALSE(filter_with(amounts("1", nullptr, nullptr, "0")).left().slack.has_value());
}

}  // namespace
}  // namespace discreet

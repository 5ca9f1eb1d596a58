#include "discreet/accounting/budget.hpp"

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "numbers/big_interval.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

Filter filter(const Amounts& budget, std::optional<Accountant> accountant = std::nullopt) {
  return Filter{make_budget(budget, accountant)};
}

bool take(Filter& filter, const Amounts& cost) {
  const Amounts priced = filter.price(cost);
  const bool fits = filter.admits(priced);
  if (fits) {
    filter.add(priced);
  }
  return fits;
}

TEST(Filter, PureFillsItsBudgetExactly) {
  Filter pure = filter(amounts("1"));
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(take(pure, amounts("0.2")));
  }
  EXPECT_EQ(pure.left().epsilon, Fraction{0});
  EXPECT_FALSE(take(pure, amounts("1e-300")));
  EXPECT_TRUE(take(pure, amounts("0")));
  EXPECT_EQ(pure.charges(), 6U);
}

TEST(Filter, PureKeepsWhatARefusalAskedFor) {
  Filter pure = filter(amounts("1"));
  EXPECT_TRUE(take(pure, amounts("0.75")));
  EXPECT_FALSE(take(pure, amounts("0.5")));
  EXPECT_TRUE(take(pure, amounts("0.25")));
}

TEST(Filter, ZcdpAddsRhosAndPricesPureEpsilons) {
  Filter zcdp = filter(amounts(nullptr, nullptr, "1"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(take(zcdp, amounts(nullptr, nullptr, "1/3")));
  }
  EXPECT_FALSE(take(zcdp, amounts(nullptr, nullptr, "1e-400")));
  const Amounts priced = zcdp.price(amounts("0.5"));
  EXPECT_FALSE(priced.epsilon.has_value());
  EXPECT_GE(*priced.rho, exact_fraction(pure_to_zcdp(0.5)));
  EXPECT_EQ(kind_of([&] { (void)zcdp.price(amounts("0.5", "1e-6")); }), bad_parameter);
}

TEST(Filter, APriceInRhoIsNeverBelowThatOfTheEpsilonAsWritten) {
  const Filter zcdp = filter(amounts(nullptr, nullptr, "1"));
  for (unsigned long i = 1; i < 200; ++i) {
    // No double is i/199, so the rounding of epsilon counts too.
    const Fraction epsilon{i, 199};
    const Fraction rho = *zcdp.price({epsilon, {}, {}}).rho;
    const BigInterval exact = BigInterval::of(epsilon, 300);
    const BigInterval power = exp(-exact);
    const BigInterval one = BigInterval::of(1.0, 300);
    const BigInterval least = exact * (one - power) / (one + power);  // epsilon tanh(epsilon / 2)
    EXPECT_LT(mpfr_cmp_q(least.hi.get(), rho.get_mpq_t()), 0) << epsilon;
  }
}

TEST(Filter, ZcdpPrefersTheStatedRho) {
  const Filter zcdp = filter(amounts(nullptr, nullptr, "1"));
  EXPECT_EQ(zcdp.price(amounts("0.5", nullptr, "0.01")).rho, parse_amount("0.01"));
}

TEST(Filter, BasicBoundsBothSums) {
  Filter basic = filter(amounts("1", "1e-6"), Accountant::basic);
  EXPECT_TRUE(take(basic, amounts("0.5", "1e-6")));
  EXPECT_FALSE(take(basic, amounts("0.25", "1e-9")));
  EXPECT_TRUE(take(basic, amounts("0.5")));
  EXPECT_FALSE(take(basic, amounts("0.1")));
  EXPECT_EQ(kind_of([&] { (void)basic.price(amounts(nullptr, nullptr, "1")); }), bad_parameter);
}

TEST(Filter, MixedIsTheDefaultForAnEpsilonAndADelta) {
  const Filter mixed = filter(amounts("1", "1e-6"));
  EXPECT_EQ(mixed.budget().accountant, Accountant::mixed);
  ASSERT_TRUE(mixed.budget().amounts.rho.has_value());
  const double rho = inf_double_of(*mixed.budget().amounts.rho);
  // A quarter of delta is kept for thresholds.
  EXPECT_LE(zcdp_to_delta(rho, 1), 7.5e-7);
  EXPECT_GT(zcdp_to_delta(rho * 1.001, 1), 7.5e-7);
}

TEST(Filter, MixedAdmitsByEitherCondition) {
  Filter mixed = filter(amounts("2", "1e-6"));
  // Past the rho that (2, 1e-6) allows, within epsilon.
  EXPECT_TRUE(take(mixed, amounts("1", nullptr, "0.06")));
  EXPECT_TRUE(take(mixed, amounts("1", nullptr, "0.06")));
  EXPECT_GT(*mixed.spent().rho, *mixed.budget().amounts.rho);
  EXPECT_FALSE(take(mixed, amounts("0.001", nullptr, "0.000001")));

  // Past epsilon, within rho.
  Filter many = filter(amounts("2", "1e-6"));
  for (int i = 0; i < 70; ++i) {
    EXPECT_TRUE(take(many, amounts("0.1", nullptr, "0.001")));
  }
  EXPECT_GT(*many.spent().epsilon, 2);
}

TEST(Filter, MixedForgetsEpsilonOnceAChargeHadNone) {
  Filter mixed = filter(amounts("2", "1e-6"));
  EXPECT_TRUE(take(mixed, amounts(nullptr, nullptr, "0.001")));
  EXPECT_FALSE(mixed.spent().epsilon.has_value());
  EXPECT_EQ(mixed.left().epsilon, Fraction{0});
  EXPECT_FALSE(take(mixed, amounts("1", nullptr, "1")));
  EXPECT_TRUE(take(mixed, amounts("1", nullptr, "0.001")));
}

TEST(Filter, MixedDoesNotTakeADelta) {
  const Filter mixed = filter(amounts("2", "1e-6"));
  EXPECT_EQ(kind_of([&] { (void)mixed.price(amounts("1", "1e-9")); }), bad_parameter);
  // With a rho the epsilon of an (epsilon, delta) statement does not count.
  EXPECT_FALSE(mixed.price(amounts("1", "1e-9", "0.01")).epsilon.has_value());
}

TEST(Filter, OneReleaseFitsAFreshBudgetOfItsOwnSize) {
  Filter pure = filter(amounts("0.7"));
  EXPECT_TRUE(take(pure, amounts("0.7")));
  Filter zcdp = filter(amounts(nullptr, nullptr, "0.7"));
  EXPECT_TRUE(take(zcdp, amounts(nullptr, nullptr, "0.7")));
  Filter basic = filter(amounts("0.7", "1e-9"), Accountant::basic);
  EXPECT_TRUE(take(basic, amounts("0.7", "1e-9")));
  Filter mixed = filter(amounts("0.7", "1e-9"), Accountant::mixed);
  const Fraction rho = zcdp_within(parse_amount("0.7"), parse_amount("0.75e-9"));
  EXPECT_TRUE(take(mixed, {std::nullopt, std::nullopt, rho, parse_amount("0.25e-9")}));
}

TEST(Filter, RefusesNegativeAndImpossibleCosts) {
  const Filter pure = filter(amounts("1"));
  EXPECT_EQ(kind_of([&] { (void)pure.price({Fraction{-1}, {}, {}}); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { (void)pure.price({}); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { (void)pure.price(amounts("1", "2")); }), bad_parameter);
  const Filter zcdp = filter(amounts(nullptr, nullptr, "1"));
  EXPECT_EQ(kind_of([&] { (void)zcdp.price(amounts("1e400")); }), bad_parameter);
}

TEST(MakeBudget, RefusesBudgetsThatItsAccountantCannotHold) {
  const auto kind = [](const Amounts& budget, std::optional<Accountant> accountant) {
    return kind_of([&] { filter(budget, accountant); });
  };
  EXPECT_EQ(kind(amounts("1", "1e-6"), Accountant::pure), bad_parameter);
  EXPECT_EQ(kind(amounts("1"), Accountant::mixed), bad_parameter);
  EXPECT_EQ(kind(amounts("1"), Accountant::basic), bad_parameter);
  EXPECT_EQ(kind(amounts("1"), Accountant::zcdp), bad_parameter);
  EXPECT_EQ(kind(amounts(nullptr, nullptr, "1"), Accountant::pure), bad_parameter);
  EXPECT_EQ(kind(amounts("1", nullptr, "1"), {}), bad_parameter);
  EXPECT_EQ(kind(amounts(nullptr, "0.1"), {}), bad_parameter);
  EXPECT_EQ(kind(amounts("0"), {}), bad_parameter);
  EXPECT_EQ(kind(amounts("1", "0"), {}), bad_parameter);
  EXPECT_EQ(kind(amounts("1", "1"), {}), bad_parameter);
  EXPECT_EQ(kind({}, {}), bad_parameter);
}

TEST(ZcdpWithin, IsNearlyTheGreatestThatConverts) {
  for (const char* epsilon : {"0", "0.001", "0.1", "1", "10", "100"}) {
    for (const char* delta : {"1e-300", "1e-12", "1e-6", "0.1", "0.9"}) {
      const Fraction rho = zcdp_within(parse_amount(epsilon), parse_amount(delta));
      const double low = inf_double_of(rho);
      const double bound = neg_inf_double_of(parse_amount(delta));
      EXPECT_LE(zcdp_to_delta(neg_inf_double_of(rho), neg_inf_double_of(parse_amount(epsilon))),
                bound);
      EXPECT_GT(zcdp_to_delta(low * (1 + 1e-9) + 1e-299, inf_double_of(parse_amount(epsilon))),
                bound);
    }
  }
  EXPECT_EQ(zcdp_within(1, 0), 0);
  EXPECT_EQ(kind_of([] { zcdp_within(1, 1); }), bad_parameter);
  EXPECT_EQ(kind_of([] { zcdp_within(-1, parse_amount("0.1")); }), bad_parameter);
}

}  // namespace
}  // namespace discreet

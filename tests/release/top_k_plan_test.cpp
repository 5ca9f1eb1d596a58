#include <cstddef>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using Plan = TopKRelease::Plan;

constexpr TopKRelease::Facts facts{1000};

TopKRequest asked(const char* epsilon, const char* delta = nullptr, const char* rho = nullptr) {
  const auto amount = [](const char* text) {
    return text == nullptr ? std::nullopt : std::optional<Amount>{text};
  };
  TopKRequest out{.k = 5, .sensitivity = 1, .monotonic = Monotonic::yes};
  out.epsilon = amount(epsilon);
  out.delta = amount(delta);
  out.rho = amount(rho);
  return out;
}

TopKRequest at_scale(double scale) {
  TopKRequest out = asked(nullptr);
  out.scale = scale;
  return out;
}

TopKRequest paying(TopKRequest request, Pay pay) {
  request.pay = pay;
  return request;
}

ErrorKind refusal(const TopKRequest& request, const Budget* budget = nullptr,
                  TopKRelease::Facts among = facts) {
  return kind_of([&] { (void)TopKRelease::plan(request, among, budget); });
}

TEST(TopKPlan, CostsNoMoreThanWritten) {
  for (const char* text : {"0.2", "0.1", "1/3", "1", "0.7"}) {
    const Plan plan = TopKRelease::plan(asked(text), facts);
    // k ranges over the scale, in exact rationals.
    EXPECT_LE(5 / exact_fraction(plan.selection.scale), parse_amount(text)) << text;
    EXPECT_EQ(plan.cost.epsilon, parse_amount(text));
    EXPECT_FALSE(plan.cost.delta.has_value());
    EXPECT_TRUE(plan.cost.rho.has_value());
  }
}

TEST(TopKPlan, TakesANumberForItsShortestDecimal) {
  TopKRequest number = asked(nullptr);
  number.epsilon = 0.2;
  const Plan plan = TopKRelease::plan(number, facts);
  EXPECT_EQ(plan.cost.epsilon, parse_amount("0.2"));
  EXPECT_EQ(plan.selection.scale, TopKRelease::plan(asked("0.2"), facts).selection.scale);
}

TEST(TopKPlan, DoublesTheRangeWhereScoresMayMoveApart) {
  TopKRequest apart = asked("1");
  apart.monotonic = Monotonic::no;
  const Plan one = TopKRelease::plan(asked("1"), facts);
  const Plan two = TopKRelease::plan(apart, facts);
  EXPECT_GE(two.selection.scale, 2 * one.selection.scale * 0.999999);
}

TEST(TopKPlan, OneReleaseFitsAFreshBudgetUnderEachAccountant) {
  struct Case {
    TopKRequest request;
    Amounts amounts;
    Accountant accountant;
  };
  for (const Case& one :
       {Case{asked("0.7"), amounts("0.7"), Accountant::pure},
        Case{asked(nullptr, nullptr, "0.07"), amounts(nullptr, nullptr, "0.07"), Accountant::zcdp},
        Case{asked("0.7", "1e-6"), amounts("0.7", "1e-6"), Accountant::basic},
        Case{asked("0.7", "1e-6"), amounts("0.7", "1e-6"), Accountant::mixed}}) {
    const Budget fresh = make_budget(one.amounts, one.accountant);
    const Plan plan = TopKRelease::plan(one.request, facts, &fresh);
    Filter filter{fresh};
    const Amounts priced = filter.price(plan.cost);
    EXPECT_TRUE(filter.admits(priced)) << to_string(one.accountant);
    filter.add(priced);
    EXPECT_FALSE(filter.admits(priced)) << to_string(one.accountant);
  }
}

TEST(TopKPlan, UnderMixedAnEpsilonAndADeltaBecomeARho) {
  const Budget mixed = make_budget(amounts("1", "1e-6"));
  const Plan plan = TopKRelease::plan(asked("0.5", "1e-6"), facts, &mixed);
  ASSERT_TRUE(plan.cost.rho.has_value());
  EXPECT_LE(zcdp_to_delta(neg_inf_double_of(plan.cost.rho.value_or(1)), 0.5), 1e-6);
  EXPECT_FALSE(plan.cost.delta.has_value());
}

TEST(TopKPlan, UnderMixedNoReleaseTakesMoreRhoThanWhatIsNotForThresholds) {
  const Budget split = make_budget(amounts("1", "1e-6"));
  const Fraction most = zcdp_within(1, parse_amount("7.5e-7"));
  EXPECT_EQ(TopKRelease::plan(asked("1", "1e-6"), facts, &split).cost.rho, most);
  // Slightly less epsilon would convert to more than there is.
  ASSERT_GT(zcdp_within(parse_amount("0.99"), parse_amount("1e-6")), most);
  EXPECT_EQ(TopKRelease::plan(asked("0.99", "1e-6"), facts, &split).cost.rho, most);
  const Budget whole = make_budget(amounts("1", "1e-6", nullptr, "0"));
  EXPECT_EQ(TopKRelease::plan(asked("1", "1e-6"), facts, &whole).cost.rho,
            zcdp_within(1, parse_amount("1e-6")));
}

TEST(TopKPlan, UnderMixedAnEpsilonAndADeltaCanBePaidForInEpsilon) {
  const Budget mixed = make_budget(amounts("1", "1e-6"));
  const Plan plan = TopKRelease::plan(paying(asked("0.5", "1e-6"), Pay::epsilon), facts, &mixed);
  const Plan pure = TopKRelease::plan(asked("0.5"), facts, &mixed);
  EXPECT_EQ(plan.pay, Pay::epsilon);
  EXPECT_EQ(pure.pay, std::nullopt);
  EXPECT_EQ(plan.selection.scale, pure.selection.scale);
  EXPECT_EQ(plan.cost, pure.cost);
  EXPECT_EQ(plan.promise, pure.promise);
  EXPECT_EQ(TopKRelease::plan(asked("0.5", "1e-6"), facts, &mixed).pay, Pay::rho);
}

TEST(TopKPlan, RefusesAWayToPayThatIsNone) {
  const Budget mixed = make_budget(amounts("1", "1e-6"));
  const Budget basic = make_budget(amounts("0.5", "1e-6"), Accountant::basic);
  const Budget zcdp = make_budget(amounts(nullptr, nullptr, "1"));
  const TopKRequest both = asked("0.5", "1e-6");
  for (const Pay pay : {Pay::epsilon, Pay::rho}) {
    EXPECT_EQ(refusal(paying(both, pay)), bad_parameter);
    EXPECT_EQ(refusal(paying(both, pay), &basic), bad_parameter);
    EXPECT_EQ(refusal(paying(both, pay), &zcdp), bad_parameter);
    EXPECT_EQ(refusal(paying(at_scale(10), pay), &mixed), bad_parameter);
  }
  const TopKRequest in_rho = asked(nullptr, nullptr, "0.01");
  EXPECT_EQ(refusal(paying(asked("0.5"), Pay::rho), &mixed), bad_parameter);
  EXPECT_EQ(refusal(paying(in_rho, Pay::epsilon), &mixed), bad_parameter);
  EXPECT_NO_THROW(TopKRelease::plan(paying(asked("0.5"), Pay::epsilon), facts, &mixed));
  EXPECT_NO_THROW(TopKRelease::plan(paying(in_rho, Pay::rho), facts, &mixed));
}

TEST(TopKPlan, PureBudgetsTakeNoDelta) {
  const Budget pure = make_budget(amounts("1"));
  EXPECT_EQ(refusal(asked("0.5", "1e-6"), &pure), bad_parameter);
}

TEST(TopKPlan, AtAGivenScaleTheCostFollows) {
  const Plan plan = TopKRelease::plan(at_scale(10), facts);
  EXPECT_EQ(plan.selection.law, Law::permute_and_flip);
  EXPECT_GE(plan.cost.epsilon.value_or(0), parse_amount("0.5"));
  EXPECT_LE(plan.cost.epsilon.value_or(1), parse_amount("0.5000000000001"));
  const Budget zcdp = make_budget(amounts(nullptr, nullptr, "1"));
  EXPECT_EQ(TopKRelease::plan(at_scale(10), facts, &zcdp).selection.law,
            Law::exponential_mechanism);
  TopKRequest named = at_scale(10);
  named.law = Law::permute_and_flip;
  EXPECT_EQ(TopKRelease::plan(named, facts, &zcdp).selection.law, Law::permute_and_flip);
}

TEST(TopKPlan, CertifiesNoMoreThanWasAskedForInItsOwnTerms) {
  const Plan pure = TopKRelease::plan(asked("0.7"), facts);
  EXPECT_LE(exact_fraction(std::get<PureCost>(pure.certified).epsilon), parse_amount("0.7"));
  EXPECT_GE(exact_fraction(std::get<PureCost>(pure.certified).epsilon),
            5 * exact_fraction(pure.step));
  const Plan in_rho = TopKRelease::plan(asked(nullptr, nullptr, "0.07"), facts);
  EXPECT_LE(exact_fraction(std::get<ZcdpCost>(in_rho.certified).rho), parse_amount("0.07"));
  const Plan both = TopKRelease::plan(asked("0.7", "1e-6"), facts);
  EXPECT_LE(exact_fraction(std::get<ApproximateCost>(both.certified).epsilon), parse_amount("0.7"));
  EXPECT_LE(exact_fraction(std::get<ApproximateCost>(both.certified).delta), parse_amount("1e-6"));
  const Plan no_delta = TopKRelease::plan(asked("0.5", "0"), facts);
  EXPECT_EQ(no_delta.certified, (Target{ApproximateCost{0.5, 0}}));
  EXPECT_EQ(no_delta.selection.scale, TopKRelease::plan(asked("0.5"), facts).selection.scale);
  EXPECT_EQ(TopKRelease::plan(at_scale(8), facts).certified, (Target{PureCost{0.625}}));
}

TEST(TopKPlan, RefusesWhatIsNotSaidInOneWay) {
  EXPECT_EQ(refusal(asked(nullptr)), bad_parameter);
  EXPECT_EQ(refusal(asked(nullptr, "1e-6")), bad_parameter);
  EXPECT_EQ(refusal(asked("1", nullptr, "1")), bad_parameter);
  EXPECT_EQ(refusal(asked(nullptr, "1e-6", "1")), bad_parameter);
  TopKRequest both = at_scale(1);
  both.epsilon = 1;
  EXPECT_EQ(refusal(both), bad_parameter);
  TopKRequest law = asked("1");
  law.law = Law::permute_and_flip;
  EXPECT_EQ(refusal(law), bad_parameter);
}

// The memory of plans holds one question from another.
TEST(TopKPlan, IsRememberedForTheSameQuestionOnly) {
  const TopKRequest request = asked("0.625");
  EXPECT_FALSE(TopKRelease::try_remembered(request, facts).has_value());
  const Plan plan = TopKRelease::plan(request, facts);
  const auto known = TopKRelease::try_remembered(request, facts);
  ASSERT_TRUE(known.has_value());
  EXPECT_EQ(known->scale, plan.selection.scale);
  EXPECT_EQ(known->law, plan.selection.law);
  EXPECT_EQ(known->k, 5U);
  const Budget pure = make_budget(amounts("1"));
  EXPECT_FALSE(TopKRelease::try_remembered(request, facts, &pure).has_value());
  EXPECT_FALSE(TopKRelease::try_remembered(request, {999}).has_value());
  EXPECT_FALSE(TopKRelease::try_remembered(asked("0.626"), facts).has_value());
  TopKRequest other = request;
  other.monotonic = Monotonic::no;
  EXPECT_FALSE(TopKRelease::try_remembered(other, facts).has_value());
  TopKRequest smallest = request;
  smallest.optimize = Optimize::min;
  smallest.threads = {3};
  const auto turned = TopKRelease::try_remembered(smallest, facts);
  ASSERT_TRUE(turned.has_value());
  EXPECT_EQ(turned->optimize, Optimize::min);
  EXPECT_EQ(turned->threads.count, 3U);
}

// Each of them differs from the first in one thing that a plan depends on; all are remembered side by side.
TEST(TopKPlan, IsRememberedBesideThoseThatDifferInOneThing) {
  TopKRequest first{.k = 3, .epsilon = 0.375, .sensitivity = 1};
  std::vector<TopKRequest> requests(7, first);
  requests[1].k = 4;
  requests[2].epsilon = 0.4375;
  requests[3].delta = 1e-6;
  requests[4].sensitivity = 2;
  requests[5].monotonic = Monotonic::yes;
  requests[6].epsilon = std::nullopt;
  requests[6].rho = 0.375;
  std::vector<double> scales;
  for (const TopKRequest& request : requests) {
    EXPECT_FALSE(TopKRelease::try_remembered(request, facts).has_value());
    scales.push_back(TopKRelease::plan(request, facts).selection.scale);
  }
  for (int again = 0; again < 2; ++again) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const auto known = TopKRelease::try_remembered(requests[i], facts);
      ASSERT_TRUE(known.has_value()) << i;
      EXPECT_EQ(known->scale, scales[i]) << i;
    }
  }
}

TEST(TopKPlan, IsNotRememberedForAChoiceThatACastMade) {
  TopKRequest request = at_scale(7);
  request.law = Law::exponential_mechanism;
  (void)TopKRelease::plan(request, facts);
  ASSERT_TRUE(TopKRelease::try_remembered(request, facts).has_value());
  for (int bit = 1; bit < 32; ++bit) {
    TopKRequest cast = request;
    cast.monotonic = static_cast<Monotonic>(1U << static_cast<unsigned>(bit));
    EXPECT_FALSE(TopKRelease::try_remembered(cast, facts).has_value()) << bit;
    cast.law = std::nullopt;
    EXPECT_FALSE(TopKRelease::try_remembered(cast, facts).has_value()) << bit;
    cast.monotonic = request.monotonic;
    cast.law = static_cast<Law>(1U << static_cast<unsigned>(bit));
    EXPECT_FALSE(TopKRelease::try_remembered(cast, facts).has_value()) << bit;
  }
}

TEST(TopKPlan, ABillSaysHowTheReleaseIsMade) {
  TopKRequest request = asked("0.2");
  request.optimize = Optimize::min;
  const Plan plan = TopKRelease::plan(request, facts);
  const Bill bill = TopKRelease::bill(plan);
  EXPECT_EQ(bill.what, "top_k");
  EXPECT_EQ(bill.cost, plan.cost);
  const Parameters expected{{"law", "permute-and-flip"},
                            {"scale", amount_text(shortest_amount(plan.selection.scale))},
                            {"k", "5"},
                            {"candidates", "1000"},
                            {"sensitivity", "1"},
                            {"monotonic", "yes"},
                            {"optimize", "min"},
                            {"promise", "0.2-differentially private"}};
  EXPECT_EQ(bill.parameters, expected);
}

}  // namespace
}  // namespace discreet

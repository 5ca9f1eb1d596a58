// The accountant steps: how many steps a budget has, what a release costs of them, and which of them fit.
#include <cmath>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "accounting/strategies.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

Amounts steps_budget(const char* epsilon, const char* delta, const char* slack, const char* step) {
  Amounts out = amounts(epsilon, delta, nullptr, slack);
  out.step = parse_amount(step);
  return out;
}

// What so many selections of a bounded range cost.
Amounts selections(std::uint64_t count, const Fraction& range, const char* slack = nullptr) {
  Amounts out = amounts(nullptr, nullptr, nullptr, slack);
  out.steps = exact_fraction(count);
  out.step = range;
  return out;
}

Filter small_filter() {
  return Filter{make_budget(steps_budget("1", "1e-6", "2.5e-7", "0.15"), Accountant::steps)};
}

bool takes_steps(Filter& filter, const Amounts& cost) {
  const Amounts priced = filter.price(cost);
  const bool fits = filter.admits(priced);
  if (fits) {
    filter.add(priced);
  }
  return fits;
}

TEST(Steps, AsManyAreWithinAsTheCurveCertifiesAndNotOneMore) {
  struct Case {
    const char* step;
    const char* epsilon;
    const char* delta;
  };
  for (const Case& one :
       {Case{"0.15", "1", "7.5e-7"}, Case{"1/3", "1", "1e-6"}, Case{"0.9", "1", "0.01"},
        Case{"2", "1", "0.3"}, Case{"0.05", "0.5", "1e-9"}, Case{"0.008", "1", "1e-6"}}) {
    const Fraction step = parse_amount(one.step);
    const Fraction epsilon = parse_amount(one.epsilon);
    const Fraction delta = parse_amount(one.delta);
    const std::uint64_t most = steps_within(step, epsilon, delta);
    const auto upper = [&](std::uint64_t k) {
      return bounded_range_to_delta(inf_double_of(step), k, neg_inf_double_of(epsilon));
    };
    ASSERT_GE(most, 1U) << one.step;
    EXPECT_LE(upper(most), neg_inf_double_of(delta)) << one.step << ' ' << most;
    EXPECT_GT(upper(most + 1), neg_inf_double_of(delta)) << one.step << ' ' << most;
    // No account of all such processes would allow many more.
    const std::uint64_t more = most + 1 + most / 64;
    EXPECT_GT(bounded_range_delta_bracket(step.get_d(), more, epsilon.get_d()).lower, delta.get_d())
        << one.step << ' ' << more;
    EXPECT_TRUE(is_steps_within(exact_fraction(most), step, epsilon, delta));
    EXPECT_TRUE(is_steps_within(1, step, epsilon, delta));
    EXPECT_FALSE(is_steps_within(exact_fraction(most + 1), step, epsilon, delta)) << one.step;
  }
}

TEST(Steps, ExactSumsAreWithinEpsilon) {
  EXPECT_EQ(steps_within(parse_amount("0.25"), 1, parse_amount("1e-300")), 4U);
  EXPECT_EQ(steps_within(parse_amount("1.5"), 1, parse_amount("1e-9")), 0U);
  EXPECT_EQ(steps_within(parse_amount("1e-12"), 1, parse_amount("1e-6")), most_steps);
}

// However each step was chosen in sight of those before, as many as fit keep to the budget.
TEST(Steps, AdaptiveProcessesOfAsManyKeepToTheBudget) {
  std::mt19937_64 random{11};  // NOLINT(cert-msc51-cpp): the same trees in every run
  const Fraction step = parse_amount("0.7");
  const Fraction delta = parse_amount("0.035");
  const std::uint64_t most = steps_within(step, 1, delta);
  ASSERT_EQ(most, 3U);
  for (int i = 0; i < 2000; ++i) {
    EXPECT_LE(testing::random_tree(random, 0.7, 3, 1), 0.035);
  }
  EXPECT_LE(testing::brute_curve({0.7, 0.7, 0.7}, 0, 1, 60), 0.035);
  EXPECT_GT(testing::brute_curve({0.7, 0.7, 0.7, 0.7}, 0, 1, 60), 0.035);
}

TEST(Steps, TheGreatestStepForANumberIsOneOfWhichAsManyAreWithin) {
  const Fraction delta = parse_amount("7.5e-7");
  for (const std::uint64_t count : {1U, 10U, 40U}) {
    const Fraction step = step_within(count, 1, delta);
    EXPECT_EQ(steps_within(step, 1, delta), count) << amount_text(step);
    EXPECT_EQ(checked_amount(step), step);
    EXPECT_LT(steps_within(step * Fraction{1001, 1000}, 1, delta), count);
  }
  EXPECT_EQ(kind_of([&] { (void)step_within(0, 1, delta); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { (void)step_within(most_steps + 1, 1, delta); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { (void)step_within(1, 0, delta); }), bad_parameter);
}

TEST(Steps, AForgedNumberIsNotWithin) {
  const Fraction step = parse_amount("0.15");
  const Fraction delta = parse_amount("7.5e-7");
  const auto within = [&](const Fraction& steps) { return is_steps_within(steps, step, 1, delta); };
  EXPECT_TRUE(within(10));
  EXPECT_FALSE(within(11));
  EXPECT_FALSE(within(parse_amount("9.5")));
  EXPECT_FALSE(within(0));
  EXPECT_FALSE(within(-1));
  EXPECT_FALSE(within(parse_amount("1e40")));
  EXPECT_FALSE(is_steps_within(1, 0, 1, delta));
  EXPECT_FALSE(is_steps_within(1, step, 1, 0));
}

TEST(Steps, ABudgetSaysHowManyThereAre) {
  const Budget budget = make_budget(steps_budget("1", "1e-6", "2.5e-7", "0.15"));
  EXPECT_EQ(budget.accountant, Accountant::steps);
  EXPECT_EQ(budget.amounts.steps, Fraction{10});
  EXPECT_FALSE(budget.amounts.rho);
  // A quarter is kept unless it is said.
  EXPECT_EQ(make_budget(steps_budget("1", "1e-6", nullptr, "0.15")), budget);
  const Budget all = make_budget(steps_budget("1", "1e-6", "0", "0.15"));
  EXPECT_FALSE(all.amounts.slack);
  EXPECT_GE(*all.amounts.steps, 10);
  // Of a delta that is nearly all for thresholds nearly nothing is left for steps.
  const Budget rest = make_budget(steps_budget("1", "1e-6", "9.99e-7", "0.15"));
  EXPECT_EQ(rest.amounts.steps,
            exact_fraction(steps_within(parse_amount("0.15"), 1, parse_amount("1e-9"))));
  EXPECT_LT(*rest.amounts.steps, 10);
  EXPECT_EQ(parse_accountant("steps"), Accountant::steps);
}

TEST(Steps, ABudgetIsRefusedForWhatItDoesNotHold) {
  const auto refused = [](const Amounts& budget, std::optional<Accountant> accountant) {
    return kind_of([&] { (void)make_budget(budget, accountant); }) == bad_parameter;
  };
  EXPECT_TRUE(refused(amounts("1", "1e-6"), Accountant::steps)) << "no step";
  EXPECT_TRUE(refused(steps_budget("1", nullptr, nullptr, "0.1"), Accountant::steps));
  EXPECT_TRUE(refused(steps_budget("1", "1e-6", nullptr, "0"), Accountant::steps));
  EXPECT_TRUE(refused(steps_budget("1", "1e-6", nullptr, "1.5"), Accountant::steps)) << "too large";
  EXPECT_TRUE(refused(steps_budget("1", "1e-6", "1e-6", "0.1"), Accountant::steps));
  EXPECT_TRUE(refused(steps_budget("1", "1e-6", nullptr, "0.1"), Accountant::mixed));
  Amounts counted = steps_budget("1", "1e-6", nullptr, "0.1");
  counted.steps = 3;
  EXPECT_TRUE(refused(counted, Accountant::steps)) << "it follows";
}

TEST(Steps, AreCountedOnePerItemAndNotPastTheirNumber) {
  Filter filter = small_filter();
  const Fraction step = parse_amount("0.15");
  EXPECT_EQ(filter.price(selections(4, step)).steps, Fraction{4});
  EXPECT_TRUE(takes_steps(filter, selections(4, step)));
  EXPECT_TRUE(takes_steps(filter, selections(5, step / 2))) << "less range is a step too";
  EXPECT_FALSE(takes_steps(filter, selections(2, step)));
  EXPECT_EQ(filter.left().steps, Fraction{1});
  EXPECT_FALSE(filter.left().epsilon);
  EXPECT_TRUE(takes_steps(filter, selections(1, step)));
  EXPECT_FALSE(takes_steps(filter, selections(1, step)));
  EXPECT_EQ(filter.spent().steps, Fraction{10});
  EXPECT_EQ(filter.left().steps, Fraction{0});
}

TEST(Steps, ARangeOfExactlyTheStepIsOneAndAHairMoreIsRefused) {
  const Filter filter = small_filter();
  const Fraction hair = parse_amount("1e-300");
  const Fraction step = parse_amount("0.15");
  EXPECT_EQ(filter.price(selections(3, step)).steps, Fraction{3});
  EXPECT_EQ(kind_of([&] { (void)filter.price(selections(3, step + hair)); }), bad_parameter);
  // What is epsilon-private has a range of 2 epsilon.
  EXPECT_EQ(filter.price(amounts("0.075")).steps, Fraction{1});
  EXPECT_EQ(filter.price(amounts("0.075", "0")).steps, Fraction{1});
  Amounts more;
  more.epsilon = parse_amount("0.075") + hair;
  EXPECT_EQ(kind_of([&] { (void)filter.price(more); }), bad_parameter);
  // Several selections that are small together are one step.
  Amounts together = selections(5, parse_amount("0.01"));
  together.epsilon = parse_amount("0.05");
  EXPECT_EQ(filter.price(together).steps, Fraction{1});
}

TEST(Steps, EverythingElseIsRefusedWithTheReason) {
  const Filter filter = small_filter();
  for (const Amounts& cost : {amounts(nullptr, nullptr, "0.001"), amounts("0.01", "1e-9"),
                              amounts("1"), amounts("0.5", nullptr, "0.001")}) {
    try {
      (void)filter.price(cost);
      ADD_FAILURE() << "was priced";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter);
      EXPECT_NE(std::string{error.what()}.find("the step is 0.15"), std::string::npos);
    }
  }
  Amounts odd = selections(1, 1);
  odd.steps = Fraction{3, 2};
  EXPECT_EQ(kind_of([&] { (void)filter.price(odd); }), bad_parameter);
  odd.steps = 0;
  EXPECT_EQ(kind_of([&] { (void)filter.price(odd); }), bad_parameter);
  odd.steps.reset();
  EXPECT_EQ(kind_of([&] { (void)filter.price(odd); }), bad_parameter);
}

TEST(Steps, SlackIsTakenFromItsShare) {
  Filter filter = small_filter();
  const Fraction step = parse_amount("0.15");
  EXPECT_TRUE(takes_steps(filter, selections(2, step, "2e-7")));
  EXPECT_EQ(filter.spent().slack, parse_amount("2e-7"));
  EXPECT_FALSE(takes_steps(filter, selections(2, step, "6e-8")));
  EXPECT_TRUE(takes_steps(filter, selections(2, step, "5e-8")));
  EXPECT_TRUE(takes_steps(filter, selections(2, step)));
  const Filter none{make_budget(steps_budget("1", "1e-6", "0", "0.15"))};
  EXPECT_EQ(kind_of([&] { (void)none.price(selections(1, step, "1e-9")); }), bad_parameter);
}

TEST(Steps, ALoweredBudgetKeepsItsStepAndWhatIsSpent) {
  Filter filter = small_filter();
  const Fraction step = parse_amount("0.15");
  EXPECT_TRUE(takes_steps(filter, selections(4, step)));
  const Filter lesser = filter.lowered(make_budget(steps_budget("0.8", "1e-6", "2.5e-7", "0.15")));
  EXPECT_LT(*lesser.left().steps, 6);
  EXPECT_EQ(lesser.spent().steps, Fraction{4});
  const auto refused = [&](const Budget& budget) {
    return kind_of([&] { (void)filter.lowered(budget); }) == bad_parameter;
  };
  EXPECT_TRUE(refused(make_budget(steps_budget("0.4", "1e-6", "2.5e-7", "0.15")))) << "spent";
  EXPECT_TRUE(refused(make_budget(steps_budget("0.8", "1e-6", "2.5e-7", "0.14")))) << "other step";
  EXPECT_TRUE(refused(make_budget(steps_budget("1.1", "1e-6", "2.5e-7", "0.15"))));
}

}  // namespace
}  // namespace discreet

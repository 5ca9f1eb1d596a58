// What is charged is the price of what a release costs, or the entry is none of ours.
#include "ledger/priced.hpp"

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using detail::is_price;
using testing::amounts;

Amounts in_steps(const char* steps, const char* step = nullptr) {
  Amounts out;
  out.steps = parse_amount(steps);
  if (step != nullptr) {
    out.step = parse_amount(step);
  }
  return out;
}

Amounts both(Amounts first, const Amounts& second) {
  first.steps = second.steps;
  first.step = second.step;
  return first;
}

Budget steps_budget() {
  Amounts said = amounts("1", "1e-6");
  said.step = parse_amount("0.1");
  return make_budget(said);
}

TEST(IsPrice, OfEveryAccountantIsWhatItsFilterSays) {
  const Budget zcdp = make_budget(amounts(nullptr, nullptr, "1", "0.001"));
  const Budget basic = make_budget(amounts("1", "1e-3"), Accountant::basic);
  const Budget mixed = make_budget(amounts("4", "1e-3"));
  const Budget steps = steps_budget();
  const Budget pure = make_budget(amounts("1"));
  for (const Budget& budget : {pure, zcdp, basic, mixed, steps}) {
    for (const Amounts& cost :
         {amounts("0.05"), amounts("1e-9"), amounts("1/3"), amounts("0"), amounts("30"),
          amounts("0.05", "1e-9"), amounts("0.05", "0"), amounts(nullptr, nullptr, "0.001"),
          amounts("0.05", nullptr, "0.0001"), amounts("0.05", "1e-9", "0.001", "1e-8"),
          in_steps("2", "0.1"), in_steps("2", "1/11"),
          both(amounts("0.06"), in_steps("3", "0.1"))}) {
      Amounts price;
      try {
        price = Filter{budget}.price(cost);
      } catch (const Error&) {
        EXPECT_FALSE(is_price(budget, cost, amounts("0.05")));
        continue;
      }
      EXPECT_TRUE(is_price(budget, cost, price));
      for (auto* const part :
           {&price.epsilon, &price.delta, &price.rho, &price.slack, &price.steps}) {
        const auto honest = *part;
        *part = honest ? Fraction{*honest * Fraction{1, 3}} : Fraction{1};
        EXPECT_TRUE(!is_price(budget, cost, price) || honest == Fraction{0});
        *part = honest;
      }
      price.step = Fraction{1, 10};
      EXPECT_FALSE(is_price(budget, cost, price));
    }
  }
}

TEST(IsPrice, BoundsTheRhoOfAPureEpsilonFromBelow) {
  const Budget zcdp = make_budget(amounts(nullptr, nullptr, "100"));
  for (const double epsilon : {1e-9, 0.01, 0.5, 1.0, 3.0, 10.0, 40.0}) {
    const Amounts cost{exact_fraction(epsilon), {}, {}, {}};
    const auto holds = [&](double rho) {
      return is_price(zcdp, cost, {{}, {}, exact_fraction(rho), {}});
    };
    const double least = pure_to_zcdp(epsilon);
    EXPECT_TRUE(holds(least)) << epsilon;
    EXPECT_TRUE(holds(epsilon * epsilon / 2 * (1 + 1e-15))) << "as other accounts say it";
    EXPECT_EQ(holds(least * 0.999), epsilon > 3) << epsilon;
    EXPECT_FALSE(holds(least / 3)) << epsilon;
  }
}

TEST(IsPrice, AStepIsWholeAndNotLargerThanTheBudgets) {
  const Budget steps = steps_budget();
  EXPECT_TRUE(is_price(steps, in_steps("2", "0.1"), in_steps("2")));
  EXPECT_FALSE(is_price(steps, in_steps("2", "0.2"), in_steps("2")));
  EXPECT_FALSE(is_price(steps, in_steps("1/2", "0.1"), in_steps("1/2")));
  EXPECT_FALSE(is_price(steps, in_steps("2", "0.1"), in_steps("2", "0.1")));
  EXPECT_FALSE(is_price(steps, in_steps("2", "0.1"), in_steps("1")));
  EXPECT_FALSE(is_price(steps, amounts("0.06"), in_steps("1")));
}

}  // namespace
}  // namespace discreet

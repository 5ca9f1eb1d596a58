// Releases that are close to something private, enumerated with exact fractions: what they cost one by one, one after
// the other, and through the filter.
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

using testing::amounts;

// Randomized response at odds of `ratio`, which with probability `slack` says outright whose data it has seen.
struct CloseStep {
  Fraction ratio;
  Fraction slack;
  Amounts cost;
};

// The four outcomes of a step: their probabilities for one neighbour and the other.
struct Outcome {
  Fraction one;
  Fraction other;
};

std::vector<Outcome> outcomes_of(const CloseStep& step) {
  const Fraction often = (1 - step.slack) * step.ratio / (1 + step.ratio);
  const Fraction seldom = (1 - step.slack) / (1 + step.ratio);
  return {{often, seldom}, {seldom, often}, {step.slack, 0}, {0, step.slack}};
}

Fraction above(const Fraction& difference) { return difference > 0 ? difference : Fraction{0}; }

// delta at e^epsilon = power of the process that makes these steps, whatever came out.
Fraction delta_of(const std::vector<CloseStep>& steps, const Fraction& power,
                  const Outcome& so_far = {1, 1}, std::size_t from = 0) {
  if (from == steps.size()) {
    return above(so_far.one - power * so_far.other);
  }
  Fraction sum = 0;
  for (const Outcome& next : outcomes_of(steps[from])) {
    sum += delta_of(steps, power, {so_far.one * next.one, so_far.other * next.other}, from + 1);
  }
  return sum;
}

TEST(Mixture, OneReleaseCostsItsSlackWithNoFactor) {
  for (const char* const slack : {"0", "0.001", "0.1", "0.9", "1"}) {
    const Fraction s = parse_amount(slack);
    EXPECT_EQ(delta_of({{3, s, {}}}, 3), s);
    // Below its epsilon, the curve of what it is close to comes on top: (1 - s) f + s.
    const Fraction power{3, 2};
    EXPECT_EQ(delta_of({{3, s, {}}}, power), (1 - s) * delta_of({{3, 0, {}}}, power) + s);
  }
}

TEST(Mixture, SlacksAddUp) {
  const Fraction a = parse_amount("0.05");
  const Fraction b = parse_amount("0.2");
  const Fraction both = delta_of({{2, a, {}}, {3, b, {}}}, 6);
  EXPECT_EQ(both, a + b - a * b);
  EXPECT_LE(both, a + b);
  EXPECT_GT(both, std::max(a, b));
}

// Somebody who asks for one release after the other, by what came out before, as long as the filter lets them.
class Asker {
 public:
  Asker(std::vector<CloseStep> menu, unsigned seed) : menu_(std::move(menu)), seed_(seed) {}

  // delta at e^epsilon = power of everything that the filter lets out.
  [[nodiscard]] Fraction delta(const Filter& filter, const Fraction& power, int depth,
                               const Outcome& so_far = {1, 1}, unsigned history = 1) const {
    std::mt19937 words{seed_ ^ (history * 2654435761U)};
    const CloseStep& step = menu_[words() % menu_.size()];
    const Amounts priced = filter.price(step.cost);
    if (depth == 0 || !filter.admits(priced)) {
      return above(so_far.one - power * so_far.other);
    }
    Filter after = filter;
    after.add(priced);
    Fraction sum = 0;
    unsigned branch = 0;
    for (const Outcome& next : outcomes_of(step)) {
      const Outcome reached{so_far.one * next.one, so_far.other * next.other};
      if (reached.one != 0) {
        sum += delta(after, power, depth - 1, reached, history * 4 + branch);
      }
      ++branch;
    }
    return sum;
  }

 private:
  std::vector<CloseStep> menu_;
  unsigned seed_;
};

// ln 2 < 0.6932 and ln(11/10) < 0.0954: epsilons that the steps keep to.
CloseStep strong(const char* slack) {
  return {2, parse_amount(slack), amounts("0.6932", nullptr, nullptr, slack)};
}

CloseStep weak(const char* slack) {
  return {Fraction{11, 10}, parse_amount(slack), amounts("0.0954", nullptr, nullptr, slack)};
}

TEST(Mixture, WhatTheFilterLetsOutKeepsToTheBudget) {
  // e^1.4 > 4.0551. Filled by epsilon or by rho, with slack to the brim or a hair from it.
  const Fraction power = parse_amount("4.0551");
  const Amounts budget = amounts("1.4", "0.03", nullptr, "0.02");
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Asker asker{{strong("0.01"), strong("0"), weak("0.005"), weak("0.01"), weak("0.0101")},
                      seed};
    EXPECT_LE(asker.delta(Filter{make_budget(budget)}, power, 6), parse_amount("0.03")) << seed;
    const Filter basic{make_budget(amounts("1.4", "0.02"), Accountant::basic)};
    EXPECT_LE(asker.delta(basic, power, 6), parse_amount("0.02")) << seed;
  }
}

TEST(Mixture, TheBudgetIsReached) {
  // Two strong steps with all of the slack between them come within a hundredth of it.
  const Asker asker{{strong("0.01")}, 0};
  const Filter filter{make_budget(amounts("1.3864", "0.0201", nullptr, "0.02"))};
  const Fraction reached = asker.delta(filter, 4, 6);
  EXPECT_EQ(reached, parse_amount("0.0199"));
  // One more of them would pass the budget: the filter is what keeps to it.
  EXPECT_GT(delta_of({strong("0.01"), strong("0.01"), strong("0.01")}, 4), parse_amount("0.0201"));
}

}  // namespace
}  // namespace discreet

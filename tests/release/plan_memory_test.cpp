#include "release/plan_memory.hpp"

#include <gtest/gtest.h>

namespace discreet {
namespace {
namespace plan_memory {

constexpr TopKRelease::Facts facts{10};

TopKRequest with(double epsilon) {
  TopKRequest out{.sensitivity = 1};
  out.epsilon = epsilon;
  return out;
}

TopKRelease::Plan of_step(double step) {
  TopKRelease::Plan out;
  out.step = step;
  return out;
}

// It starts anew when it is full, also where the plan that was found last is among those it forgets.
TEST(PlanMemory, FindsWhatItKeptOrNothing) {
  detail::PlanMemory memory;
  EXPECT_EQ(memory.find(with(1), facts, nullptr), nullptr);
  for (int i = 1; i <= 5000; ++i) {
    EXPECT_EQ(memory.keep(with(i), facts, nullptr, of_step(i)).step, i);
    for (const int asked : {i, i, i - 1, 1, i}) {
      const TopKRelease::Plan* const found = memory.find(with(asked), facts, nullptr);
      ASSERT_TRUE(found == nullptr || found->step == asked) << i << ' ' << asked;
      ASSERT_TRUE(found != nullptr || asked != i) << i;
    }
  }
}

TEST(PlanMemory, TellsTextsAndBudgetsApart) {
  detail::PlanMemory memory;
  TopKRequest third = with(1);
  third.epsilon = "1/3";
  TopKRequest seventh = with(1);
  seventh.epsilon = "1/7";
  memory.keep(third, facts, nullptr, of_step(3));
  EXPECT_EQ(memory.find(third, facts, nullptr)->step, 3);
  EXPECT_EQ(memory.find(seventh, facts, nullptr), nullptr);
  EXPECT_EQ(memory.find(with(0), facts, nullptr), nullptr);
  const Budget one{Accountant::pure, {Fraction{1}, {}, {}}};
  const Budget two{Accountant::pure, {Fraction{2}, {}, {}}};
  EXPECT_EQ(memory.find(third, facts, &one), nullptr);
  memory.keep(with(1), facts, &one, of_step(1));
  EXPECT_EQ(memory.find(with(1), facts, &one)->step, 1);
  EXPECT_EQ(memory.find(with(1), facts, &two), nullptr);
  EXPECT_EQ(memory.find(with(1), facts, nullptr), nullptr);
}

}  // namespace plan_memory
}  // namespace
}  // namespace discreet

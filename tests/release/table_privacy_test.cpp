// The joint law of a list and its numbers, for every pair of small neighbours.
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "mechanisms/graded_table.hpp"
#include "release/table_requests.hpp"
#include "support/limited_domain_law.hpp"

namespace discreet {
namespace {
namespace table_privacy {

using testing::Counts;

// A list, and for each noisy number on which side of the step of its likelihood ratio it fell.
using Outcome = std::pair<std::vector<std::size_t>, std::uint64_t>;
using JointLaw = std::map<Outcome, BigInterval>;

const Budget budget = make_budget(testing::amounts("2", "1/5", nullptr, "1/20"), Accountant::mixed);

TableRequest paid_in_epsilon() {
  TableRequest out = testing::with_counts(testing::asked(2));
  out.epsilon = 2;
  out.delta = "1/5";
  out.limit = 2;
  out.pay = Pay::epsilon;
  return out;
}

// Discrete Laplace noise on x and on x + 1: the ratio of the two has one value up to x and its inverse above. So the
// noisy number is as good as which side it fell on, and that is a coin.
BigInterval chance_of_side(const Fraction& scale, bool moved, bool above) {
  const BigInterval one = BigInterval::of(Fraction{1}, testing::law_precision);
  const BigInterval less = exp(BigInterval::of(Fraction{-1 / scale}, testing::law_precision));
  return (moved == above ? one : less) / (one + less);
}

// Which way one unit moves each number that gets noise: numbers that fall are mirrored.
std::vector<bool> moves(const NoisyCountsPlan& plan, const std::vector<std::size_t>& items,
                        const Counts& added) {
  std::vector<bool> out;
  for (const std::size_t item : items) {
    out.push_back(plan.way == CountWay::correlated || added[item] != 0);
  }
  if (plan.way == CountWay::correlated) {
    out.push_back(true);
  }
  return out;
}

JointLaw joint_law(const TableRelease::Plan& plan, const Counts& counts, const Counts& added,
                   bool with_unit) {
  const auto& how = std::get<LimitedDomain>(plan.list);
  const detail::GradedTable table{how.scale, how.slack, *how.limit, 1};
  Counts numbers = counts;
  for (std::size_t i = 0; with_unit && i < counts.size(); ++i) {
    numbers[i] += added[i];
  }
  JointLaw out;
  for (const auto& [items, chance] : testing::limited_domain_law(table, how, numbers)) {
    NoisyCountsRequest request = *plan.counts;
    request.items = items.size();
    const NoisyCountsPlan noise = plan_noisy_counts(request);
    const std::vector<bool> moved = moves(noise, items, added);
    for (std::uint64_t sides = 0; sides < (std::uint64_t{1} << moved.size()); ++sides) {
      BigInterval all = chance;
      bool possible = true;
      for (std::size_t i = 0; i < moved.size(); ++i) {
        const bool above = ((sides >> i) & 1U) != 0;
        if (!moved[i]) {
          possible = possible && !above;  // the same noise from both: one side is enough
          continue;
        }
        const Fraction& scale = i < items.size() ? *noise.item_scale : *noise.units_scale;
        all = all * chance_of_side(scale, with_unit, above);
      }
      if (possible) {
        out.emplace(Outcome{items, sides}, all);
      }
    }
  }
  return out;
}

TEST(TablePrivacy, ListAndNumbersTogetherKeepToTheirChargeAndReachIt) {
  const TableRelease::Plan plan = TableRelease::plan(paid_in_epsilon(), {}, &budget);
  ASSERT_TRUE(plan.counts);
  const double epsilon = plan.cost.epsilon->get_d();
  const double slack = plan.cost.slack->get_d();
  double worst = 0;
  for (const Counts& counts : testing::histograms(3, 2)) {
    for (const Counts& added : testing::one_unit_more(3, 1, 3)) {
      const JointLaw without = joint_law(plan, counts, added, false);
      const JointLaw with = joint_law(plan, counts, added, true);
      worst = std::max({worst, testing::hockey_stick(with, without, epsilon),
                        testing::hockey_stick(without, with, epsilon)});
    }
  }
  EXPECT_LE(worst, slack * (1 + 1e-9));
  EXPECT_GT(worst, slack * 0.9);
}

TEST(TablePrivacy, NumbersThatPaidForHalfAsMuchWouldNotKeepToIt) {
  TableRelease::Plan plan = TableRelease::plan(paid_in_epsilon(), {}, &budget);
  plan.counts->budget = Fraction{plan.counts->budget.exact() * 2};
  double worst = 0;
  for (const Counts& counts : testing::histograms(3, 2)) {
    for (const Counts& added : testing::one_unit_more(3, 1, 3)) {
      worst = std::max(worst, testing::hockey_stick(joint_law(plan, counts, added, true),
                                                    joint_law(plan, counts, added, false),
                                                    plan.cost.epsilon->get_d()));
    }
  }
  EXPECT_GT(worst, plan.cost.slack->get_d());
}

}  // namespace table_privacy
}  // namespace
}  // namespace discreet

// Lists of items that nobody listed: the exact laws of all small neighbours against the map, both ways round.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/mechanisms/limited_domain.hpp"
#include "mechanisms/competing_items.hpp"
#include "mechanisms/graded_table.hpp"
#include "support/limited_domain_law.hpp"

namespace discreet {
namespace {
namespace limited_domain_privacy {

using testing::Counts;
using testing::ListLaw;

constexpr std::size_t any_number = SIZE_MAX;

struct Setting {
  std::string name;
  LimitedDomain how;
  Neighbors neighbors = Neighbors::add_remove;
  std::size_t items = 3;                 ///< in the data
  std::int64_t greatest = 7;             ///< count
  std::size_t of_one_unit = any_number;  ///< items that one unit may have
};

LimitedDomain strict(std::uint64_t k, double scale, const Fraction& slack, std::uint64_t limit) {
  return {.k = k, .scale = scale, .slack = slack, .limit = limit};
}

LimitedDomain fixed(std::uint64_t k, double scale, const Fraction& slack, std::uint64_t items) {
  return {.k = k, .scale = scale, .slack = slack, .items_per_unit = items};
}

/// The largest share of what is charged that any pair of neighbours has: at epsilon = k eta, where only the slack is
/// left, and at some smaller epsilons.
struct Worst {
  double at_the_end = 0;
  double before = 0;
  std::size_t pairs = 0;
};

Worst worst_share(const Setting& at) {
  const UnitDistance metric{at.neighbors};
  const auto curve = make_limited_domain_top_k(ItemCounts{AtomDomain<std::int64_t>{}}, metric,
                                               Approximate<MaxDivergence>{}, at.how)
                         .map(1);
  const LimitedDomainCost cost = limited_domain_cost(at.how, metric);
  const std::vector<double> epsilons{0, 0.25 * cost.epsilon, 0.5 * cost.epsilon,
                                     0.75 * cost.epsilon};
  std::vector<double> charged;
  for (const double epsilon : epsilons) {
    charged.push_back(curve.delta(epsilon));
  }
  const detail::GradedTable table = detail::graded_table_for(at.how, metric);
  std::map<Counts, ListLaw> known;
  const auto law = [&](const Counts& counts) -> const ListLaw& {
    const auto found = known.find(counts);
    return found != known.end()
               ? found->second
               : known.emplace(counts, testing::limited_domain_law(table, at.how, counts))
                     .first->second;
  };
  Worst worst;
  const auto compare = [&](const Counts& x, const Counts& y) {
    const ListLaw& p = law(x);
    const ListLaw& q = law(y);
    for (const auto& [from, to] : {std::pair{&p, &q}, std::pair{&q, &p}}) {
      for (std::size_t i = 0; i < epsilons.size(); ++i) {
        worst.before =
            std::max(worst.before, testing::hockey_stick(*from, *to, epsilons[i]) / charged[i]);
      }
      worst.at_the_end =
          std::max(worst.at_the_end,
                   testing::hockey_stick(*from, *to, cost.epsilon) / curve.delta(cost.epsilon));
    }
    ++worst.pairs;
  };
  const auto more =
      testing::one_unit_more(at.items, static_cast<std::int64_t>(at.how.largest), at.of_one_unit);
  const auto sum = [](Counts x, const Counts& y) {
    std::ranges::transform(x, y, x.begin(), std::plus<>{});
    return x;
  };
  for (const Counts& x : testing::histograms(at.items, at.greatest)) {
    for (const Counts& change : more) {
      if (at.neighbors == Neighbors::add_remove) {
        compare(x, sum(x, change));
        continue;
      }
      for (const Counts& other : more) {
        if (change < other) {
          compare(sum(x, change), sum(x, other));
        }
      }
    }
  }
  return worst;
}

void expect_within(const Setting& at, double tight = 0.99) {
  const Worst worst = worst_share(at);
  EXPECT_LE(worst.at_the_end, 1 + 1e-12) << at.name;
  EXPECT_LE(worst.before, 1 + 1e-12) << at.name;
  EXPECT_GE(worst.at_the_end, tight) << at.name;
  EXPECT_GT(worst.pairs, 100U) << at.name;
}

const Fraction tenth{1, 10};
const Fraction hundredth{1, 100};

// Nothing below is wasted either: at epsilon = k eta some neighbours have nearly all of the slack.
TEST(LimitedDomainPrivacy, HoldsAndIsReachedWithAStrictCut) {
  expect_within({.name = "one of one", .how = strict(1, 1.4, tenth, 1)});
  expect_within({.name = "one of two", .how = strict(1, 2.5, hundredth, 2)});
  expect_within({.name = "two of two", .how = strict(2, 1.4, tenth, 2)});
  expect_within({.name = "two of three", .how = strict(2, 2.5, hundredth, 3), .greatest = 6});
  expect_within({.name = "four items", .how = strict(2, 1.4, tenth, 3), .items = 4, .greatest = 3});
  expect_within({.name = "three of three", .how = strict(3, 1.4, tenth, 3), .greatest = 5}, 0.9);
}

TEST(LimitedDomainPrivacy, HoldsAndIsReachedWithAFixedCut) {
  expect_within({.name = "one item each", .how = fixed(1, 1.4, tenth, 1), .of_one_unit = 1});
  expect_within(
      {.name = "k above it", .how = fixed(3, 2.5, hundredth, 1), .greatest = 4, .of_one_unit = 1});
  expect_within(
      {.name = "two items each", .how = fixed(2, 1.4, tenth, 2), .greatest = 6, .of_one_unit = 2});
  Setting floored{
      .name = "a floor", .how = fixed(2, 2.5, tenth, 2), .greatest = 6, .of_one_unit = 2};
  floored.how.floor = 2;
  expect_within(floored);
}

TEST(LimitedDomainPrivacy, HoldsWhereUnitsAreReplaced) {
  expect_within({.name = "strict",
                 .how = strict(1, 3.0, tenth, 2),
                 .neighbors = Neighbors::replace,
                 .greatest = 5},
                0.5);
  expect_within({.name = "fixed",
                 .how = fixed(2, 3.0, tenth, 2),
                 .neighbors = Neighbors::replace,
                 .greatest = 4,
                 .of_one_unit = 2},
                0.5);
}

TEST(LimitedDomainPrivacy, HoldsForSums) {
  Setting sums{.name = "strict sums", .how = strict(1, 3.0, tenth, 2), .greatest = 8};
  sums.how.largest = 3;
  expect_within(sums, 0.9);
  Setting pairs{
      .name = "fixed sums", .how = fixed(2, 3.0, tenth, 1), .greatest = 8, .of_one_unit = 1};
  pairs.how.largest = 2;
  expect_within(pairs, 0.9);
}

}  // namespace limited_domain_privacy
}  // namespace
}  // namespace discreet

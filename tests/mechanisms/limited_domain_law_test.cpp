// Lists of items that nobody listed: releases against the law, and that the order of the rows plays no part.
#include "support/limited_domain_law.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/mechanisms/limited_domain.hpp"
#include "mechanisms/competing_items.hpp"
#include "mechanisms/graded_table.hpp"
#include "support/frequency.hpp"

namespace discreet {
namespace {
namespace limited_domain_law {

using testing::Counts;
using Positions = std::vector<std::size_t>;

const UnitDistance add_remove{Neighbors::add_remove};

const LimitedDomain two_of_four{.k = 2, .scale = 1.5, .slack = Fraction{1, 10}, .limit = 4};

// By 64-bit words, where the walks over all words do not reach; frequency.hpp states the rate of false alarms. A
// shift of 0.01 of any outcome is seen.
TEST(LimitedDomainLaw, IsThatOfReleases) {
  constexpr std::size_t n = 100'000;
  const Counts counts{9, 8, 8, 3, 3, 1};
  LimitedDomain fixed = two_of_four;
  fixed.limit.reset();
  fixed.items_per_unit = 4;
  fixed.floor = 2;
  for (const LimitedDomain& how : {two_of_four, fixed}) {
    const detail::GradedTable table = detail::graded_table_for(how, add_remove);
    const auto release = make_limited_domain_top_k(ItemCounts{AtomDomain<std::int64_t>{}},
                                                   add_remove, Approximate<MaxDivergence>{}, how);
    std::map<Positions, std::size_t> seen;
    for (std::size_t i = 0; i < n; ++i) {
      ++seen[release(counts)];
    }
    testing::expect_frequencies(seen, n, testing::limited_domain_law(table, how, counts));
  }
}

TEST(LimitedDomainLaw, DoesNotDependOnTheOrderOfTheRows) {
  const Counts counts{5, 2, 4, 2, 1};
  LimitedDomain fixed = two_of_four;
  fixed.limit.reset();
  fixed.items_per_unit = 3;
  for (const LimitedDomain& how : {two_of_four, fixed}) {
    const detail::GradedTable table = detail::graded_table_for(how, add_remove);
    const auto law = testing::limited_domain_law(table, how, counts);
    Positions order{0, 1, 2, 3, 4};
    do {
      Counts moved;
      for (const std::size_t from : order) {
        moved.push_back(counts[from]);
      }
      const auto other = testing::limited_domain_law(table, how, moved);
      ASSERT_EQ(other.size(), law.size());
      for (const auto& [list, chance] : other) {
        Positions items;
        for (const std::size_t position : list) {
          items.push_back(order[position]);
        }
        const BigInterval difference = chance - law.at(items);
        ASSERT_LT(mpfr_get_d(difference.hi.get(), MPFR_RNDU), 1e-50);
        ASSERT_GT(mpfr_get_d(difference.lo.get(), MPFR_RNDD), -1e-50);
      }
    } while (std::ranges::next_permutation(order).found);
  }
}

}  // namespace limited_domain_law
}  // namespace
}  // namespace discreet

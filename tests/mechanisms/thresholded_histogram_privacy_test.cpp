// Thresholded histograms: the exact laws of neighbours against the map, both ways round.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/mechanisms/thresholded_histogram.hpp"
#include "mechanisms/threshold_rule.hpp"
#include "support/limited_domain_law.hpp"
#include "support/thresholded_law.hpp"

namespace discreet {
namespace {
namespace thresholded_privacy {

using testing::CellsLaw;
using testing::Counts;

/// What is compared: a histogram, a unit that the first has and one that the second has.
struct Units {
  Counts others;
  Counts first;
  Counts second;
};

Counts sum(Counts x, const Counts& y) {
  std::ranges::transform(x, y, x.begin(), std::plus<>{});
  return x;
}

/// The largest share of what is charged that any of the pairs has: at the epsilons given, and at the last.
struct Worst {
  double before = 0;
  double at_the_end = 0;
};

Worst worst_share(const ThresholdedHistogram& how, Neighbors neighbors,
                  const std::vector<Units>& pairs, const std::vector<double>& epsilons) {
  const UnitDistance metric{neighbors};
  const auto curve = make_thresholded_histogram(ItemCounts{AtomDomain<std::int64_t>{}}, metric,
                                                Approximate<MaxDivergence>{}, how)
                         .map(1);
  const auto rule = detail::threshold_rule(how, metric);
  std::map<Counts, CellsLaw> known;
  const auto law = [&](const Counts& counts) -> const CellsLaw& {
    const auto found = known.find(counts);
    return found != known.end()
               ? found->second
               : known.emplace(counts, testing::thresholded_law(how, rule, counts)).first->second;
  };
  Worst worst;
  for (const double epsilon : epsilons) {
    const double charged = curve.delta(epsilon);
    worst.at_the_end = 0;
    for (const auto& [others, first, second] : pairs) {
      const CellsLaw& p = law(sum(others, first));
      const CellsLaw& q = law(sum(others, second));
      worst.at_the_end = std::max({worst.at_the_end, testing::hockey_stick(p, q, epsilon) / charged,
                                   testing::hockey_stick(q, p, epsilon) / charged});
    }
    worst.before = std::max(worst.before, worst.at_the_end);
  }
  return worst;
}

std::vector<Units> pairs_of(std::size_t items, std::int64_t greatest, std::size_t of_one_unit,
                            Neighbors neighbors) {
  const auto more = testing::one_unit_more(items, 1, of_one_unit);
  std::vector<Units> out;
  for (const Counts& others : testing::histograms(items, greatest)) {
    for (const Counts& first : more) {
      if (neighbors == Neighbors::add_remove) {
        out.push_back({others, Counts(items), first});
        continue;
      }
      for (const Counts& second : more) {
        out.push_back({others, first, second});
      }
    }
  }
  return out;
}

/// A slack with hardly more than the chance for which the threshold is made, so that nothing is lost to its being an
/// integer.
Fraction just_above(const BigInterval& chance) {
  return exact_fraction(mpfr_get_d(chance.hi.get(), MPFR_RNDU));
}

Fraction laplace_slack(const Fraction& scale, std::int64_t threshold, unsigned changes) {
  return changes * just_above(testing::laplace_law(scale, threshold).at(threshold));
}

Fraction gaussian_slack(const Fraction& variance, std::int64_t threshold, unsigned items) {
  const auto law = testing::gaussian_law(variance);
  const BigInterval one = BigInterval::of(Fraction{1}, testing::law_precision);
  BigInterval below = one;
  for (auto at = law.lower_bound(threshold); at != law.end(); ++at) {
    below = below - at->second;
  }
  BigInterval none = one;
  for (unsigned i = 0; i < items; ++i) {
    none = none * below;
  }
  // The tails of the code are right but for some 1e-11.
  return just_above(one - none) * Fraction{1000001, 1000000};
}

void expect_within(const ThresholdedHistogram& how, Neighbors neighbors, std::size_t items,
                   std::uint64_t threshold, const std::vector<double>& epsilons) {
  EXPECT_EQ(thresholded_histogram_cost(how, UnitDistance{neighbors}).threshold, threshold);
  // One unit more or less, from nothing to where every item is kept for certain or nearly so.
  const auto greatest = static_cast<std::int64_t>(2 * threshold + how.floor + 1);
  const auto worst = worst_share(
      how, neighbors, pairs_of(items, greatest, how.items_per_unit, neighbors), epsilons);
  EXPECT_LE(worst.before, 1 + 1e-12);
  EXPECT_GE(worst.at_the_end, 0.9);
}

// Nothing is wasted: at the whole epsilon some neighbours have nearly all of the slack.
TEST(ThresholdedPrivacy, HoldsAndIsReachedForOneItem) {
  for (const Fraction& scale : {Fraction{3, 2}, Fraction{4}}) {
    for (const std::uint64_t threshold : {3U, 8U}) {
      for (const std::uint64_t floor : {0U, 2U}) {
        const double end = 1 / scale.get_d() * (1 + 1e-15);
        expect_within({.scale = scale,
                       .slack = laplace_slack(scale, static_cast<std::int64_t>(threshold), 1),
                       .floor = floor},
                      Neighbors::add_remove, 1, threshold, {0, 0.5 * end, end});
      }
    }
  }
}

TEST(ThresholdedPrivacy, HoldsForSeveralItemsOfOneUnit) {
  const Fraction scale{3, 2};
  expect_within({.scale = scale, .slack = laplace_slack(scale, 4, 2), .items_per_unit = 2},
                Neighbors::add_remove, 2, 4, {0, 0.7, 2 / 1.5 * (1 + 1e-15)});
}

TEST(ThresholdedPrivacy, HoldsWhereUnitsAreReplaced) {
  const Fraction scale{3, 2};
  expect_within({.scale = scale, .slack = laplace_slack(scale, 4, 2)}, Neighbors::replace, 2, 4,
                {0, 0.7, 2 / 1.5 * (1 + 1e-15)});
}

TEST(ThresholdedPrivacy, HoldsForGaussianNoise) {
  const auto made = [](const Fraction& variance, std::int64_t threshold, unsigned items) {
    return ThresholdedHistogram{.noise = CountNoise::discrete_gaussian,
                                .scale = variance,
                                .slack = gaussian_slack(variance, threshold, items),
                                .items_per_unit = items};
  };
  expect_within(made(4, 6, 1), Neighbors::add_remove, 1, 6, {0.2, 1, 2, 5});
  expect_within(made(1, 2, 2), Neighbors::add_remove, 2, 2, {0.5, 2, 8});
  expect_within(made(1, 2, 1), Neighbors::replace, 2, 2, {0.5, 2, 8});
}

}  // namespace thresholded_privacy
}  // namespace
}  // namespace discreet

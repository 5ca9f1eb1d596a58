#include "discreet/mechanisms/quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "entropy/system_bits.hpp"
#include "mechanisms/quantile_tree.hpp"
#include "support/expect_error.hpp"
#include "support/frequency.hpp"
#include "support/laws.hpp"
#include "support/quantile_cases.hpp"

namespace discreet {
namespace {
namespace quantile_measurements {

using testing::even_quantiles;
using testing::whole_grid;

QuantilePlan plan_of(int m, const Target& target, std::uint64_t cells,
                     Neighbors neighbors = Neighbors::add_remove) {
  return calibrate_quantiles(even_quantiles(m), target, neighbors, whole_grid(cells));
}

constexpr UnitDistance added{Neighbors::add_remove};
constexpr UnitDistance replaced{Neighbors::replace};

MassDomain columns_of(std::uint64_t cells, UnitMass unit = UnitMass::one) {
  return {whole_grid(cells), unit};
}

TEST(MakeQuantiles, CostsTheGreatestPathForEveryDistance) {
  for (const int m : {1, 2, 3, 9}) {
    const QuantilePlan plan = plan_of(m, PureCost{1}, 101);
    const auto pure = make_quantiles(columns_of(101), added, MaxDivergence{}, plan);
    EXPECT_EQ(pure.map(0), 0);
    EXPECT_LE(pure.map(1), 1);
    EXPECT_NEAR(pure.map(1), 1, 1e-12);
    EXPECT_NEAR(pure.map(7), 7, 1e-11);
    EXPECT_TRUE(pure.check(1, 1));
    EXPECT_FALSE(pure.check(1, 0.999));
    EXPECT_FALSE(pure.check(2, 1.999));
    // Other neighbours than it was planned for cost what they cost: at the root 2 / scale, below twice as much.
    const auto other = make_quantiles(columns_of(101), replaced, MaxDivergence{}, plan);
    const QuantileNode& root = plan.nodes.front();
    const double root_step = 2 / root.scale;
    EXPECT_NEAR(other.map(1), root_step + 2 * (1 - root.step), 1e-12);
  }
}

TEST(MakeQuantiles, CostsTheRhoOfTheWholeDistanceAndNotTheDistanceTimesRho) {
  const QuantilePlan plan = plan_of(3, ZcdpCost{0.1}, 101);
  const auto zcdp = make_quantiles(columns_of(101), added, ZeroConcentratedDivergence{}, plan);
  EXPECT_EQ(zcdp.map(0), 0);
  EXPECT_LE(zcdp.map(1), 0.1);
  EXPECT_NEAR(zcdp.map(1), 0.1, 1e-9);
  for (const std::uint64_t units : {1U, 2U, 3U, 10U}) {
    double sum = 0;
    for (const QuantileNode& node : {plan.nodes[0], plan.nodes[1]}) {
      sum += bounded_range_to_zcdp(static_cast<double>(units) * node.step);
    }
    EXPECT_NEAR(zcdp.map(units), sum, 1e-12 * sum);
  }
  EXPECT_GT(zcdp.map(3), 6 * zcdp.map(1));
}

TEST(MakeQuantiles, ChargesPermuteAndFlipItsOwnRho) {
  const QuantilePlan plan = plan_of(1, PureCost{0.5}, 101);
  ASSERT_EQ(plan.law, Law::permute_and_flip);
  const auto zcdp = make_quantiles(columns_of(101), added, ZeroConcentratedDivergence{}, plan);
  EXPECT_NEAR(zcdp.map(1), permute_and_flip_to_zcdp(0.5), 1e-12);
  EXPECT_NEAR(zcdp.map(4), permute_and_flip_to_zcdp(2), 1e-12);
  EXPECT_GT(zcdp.map(1), 3 * bounded_range_to_zcdp(0.5));
  const auto curve = make_quantiles(columns_of(101), added, Approximate<MaxDivergence>{}, plan);
  EXPECT_NEAR(curve.map(1).delta(0.2), permute_and_flip_to_delta(0.5, 1, 0.2), 1e-12);
}

TEST(MakeQuantiles, HasTheCurveOfItsLevels) {
  const QuantilePlan plan = plan_of(9, ApproximateCost{1, 1e-6}, 101);
  const auto curve = make_quantiles(columns_of(101), added, Approximate<MaxDivergence>{}, plan);
  EXPECT_TRUE(curve.check(1, {1, 1e-6}));
  EXPECT_FALSE(curve.check(1, {1, 0.9e-6}));
  EXPECT_EQ(curve.map(0).delta(0), 0);
  double step = 0;
  for (const QuantileNode& node : plan.nodes) {
    step = std::max(step, node.step);
  }
  EXPECT_NEAR(curve.map(2).delta(2) / bounded_range_to_delta(2 * step, 4, 2), 1, 1e-6);
}

TEST(MakeQuantiles, OfUnequalStepsTheCurveHasTheGreatest) {
  const std::vector<Fraction> quantiles{{1, 10}, {1, 2}, {3, 5}, {9, 10}};
  const auto plan =
      calibrate_quantiles(quantiles, PureCost{1}, Neighbors::add_remove, whole_grid(101));
  double greatest = 0;
  for (const QuantileNode& node : plan.nodes) {
    greatest = std::max(greatest, node.step);
  }
  ASSERT_GT(greatest, 1.5 * plan.nodes.front().step);
  const auto curve = make_quantiles(columns_of(101), added, Approximate<MaxDivergence>{}, plan);
  EXPECT_NEAR(curve.map(1).delta(0.5) / bounded_range_to_delta(greatest, plan.levels, 0.5), 1,
              1e-6);
}

TEST(MakeQuantiles, FindsTheMedianOfManyZeros) {
  // 60 % zeros: whoever looks for the value below which half of the mass lies, strictly, finds one.
  const MassColumn column{{0, 1, 2, 3}, {6000, 1300, 900, 1800}};
  for (const std::uint64_t cells : {5U, 1'000'001U}) {
    for (const Target& target :
         {Target{PureCost{0.5}}, Target{ZcdpCost{0.05}}, Target{ApproximateCost{0.5, 1e-6}}}) {
      const auto median =
          make_quantiles(columns_of(cells), added, MaxDivergence{}, plan_of(1, target, cells));
      const auto deciles =
          make_quantiles(columns_of(cells), added, MaxDivergence{}, plan_of(9, target, cells));
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(median(column), (std::vector<std::uint64_t>{0}));
        const auto found = deciles(column);
        // By rank, 6000 and 7300 and 8200 of 10000 are where the value changes; scales are about 8 and 40.
        EXPECT_EQ(found[4], 0U);
        EXPECT_EQ(found[6], 1U);
        EXPECT_EQ(found[8], 3U);
      }
    }
  }
}

TEST(MakeQuantiles, CountsAUnitOnceHoweverManyRowsItHas) {
  // One unit with 99 rows of 0, two with one row of 10: a random unit, then one of its rows.
  MassColumn column{{0, 10}, {99 * (shares_per_unit / 99), 2 * shares_per_unit}};
  const auto median = make_quantiles(columns_of(21, UnitMass::shared), added, MaxDivergence{},
                                     plan_of(1, PureCost{1e4}, 21));
  EXPECT_EQ(median(column), (std::vector<std::uint64_t>{10}));
  for (std::uint64_t& mass : column.masses) {
    mass *= 1000;
  }
  const auto zcdp = make_quantiles(columns_of(21, UnitMass::shared), added, MaxDivergence{},
                                   plan_of(1, ZcdpCost{1}, 21));
  EXPECT_EQ(zcdp(column), (std::vector<std::uint64_t>{10}));
}

TEST(MakeQuantiles, NeverFalls) {
  std::vector<MassColumn> columns{{}, {{3}, {5}}, {{0, 6}, {1, 1}}, {{0, 1, 2, 5}, {9, 1, 4, 2}}};
  for (const int m : {2, 3, 9, 31}) {
    for (const double epsilon : {0.01, 1.0, 100.0}) {
      const auto quantiles =
          make_quantiles(columns_of(7), added, MaxDivergence{}, plan_of(m, PureCost{epsilon}, 7));
      for (const MassColumn& column : columns) {
        for (int i = 0; i < 30; ++i) {
          const auto found = quantiles(column);
          ASSERT_EQ(found.size(), static_cast<std::size_t>(m));
          EXPECT_TRUE(std::ranges::is_sorted(found));
          EXPECT_LT(found.back(), 7U);
        }
      }
    }
  }
}

// The law of one quantile, from the formula of the score in units.
std::map<std::uint64_t, BigInterval> law_of_one(const MassColumn& column, std::uint64_t cells,
                                                const Fraction& quantile, Law law,
                                                const Fraction& scale) {
  Fraction total = 0;
  for (const std::uint64_t mass : column.masses) {
    total += exact_fraction(mass);
  }
  std::vector<Fraction> scores;
  for (std::uint64_t cell = 0; cell < cells; ++cell) {
    Fraction below = 0;
    Fraction with = 0;
    for (std::size_t i = 0; i < column.cells.size(); ++i) {
      below += column.cells[i] < cell ? exact_fraction(column.masses[i]) : Fraction{0};
      with += column.cells[i] <= cell ? exact_fraction(column.masses[i]) : Fraction{0};
    }
    const Fraction target = quantile * total;
    scores.push_back(-std::max(Fraction{below - target}, Fraction{target - with}));
  }
  const auto chances = testing::round_law(scores, scale, law);
  std::map<std::uint64_t, BigInterval> out;
  for (std::uint64_t cell = 0; cell < cells; ++cell) {
    out.emplace(cell, chances[cell]);
  }
  return out;
}

TEST(MakeQuantiles, OfOneQuantileHasTheLawOfItsScore) {
  const std::vector<std::pair<MassColumn, Fraction>> cases{
      {{{1, 3}, {2, 1}}, {1, 2}}, {{{0, 2, 3}, {1, 4, 2}}, {9, 10}}, {{}, {1, 3}}};
  constexpr std::size_t draws = 20'000;
  for (const auto& [column, quantile] : cases) {
    for (const Target& target : {Target{PureCost{1}}, Target{ZcdpCost{0.2}}}) {
      const QuantilePlan plan = calibrate_quantiles(std::vector<Fraction>{quantile}, target,
                                                    Neighbors::add_remove, whole_grid(5));
      const auto one = make_quantiles(columns_of(5), added, MaxDivergence{}, plan);
      const auto law =
          law_of_one(column, 5, quantile, plan.law, exact_fraction(plan.nodes.front().scale));
      testing::expect_draws(draws, [&] { return one(column).front(); }, law);
    }
  }
}

TEST(MakeQuantiles, DrawsAtNoLessThanThePlannedScale) {
  for (const int m : {1, 2, 3, 9, 99}) {
    for (const double epsilon : {0.1, 1.0 / 3, 3.0}) {
      for (const QuantileNode& node : plan_of(m, PureCost{epsilon}, 101).nodes) {
        for (const std::uint64_t weight : {std::uint64_t{1}, shares_per_unit}) {
          const Fraction in_gaps = exact_fraction(detail::scale_in_gaps(node, 1U << 20U, weight));
          const Fraction planned =
              exact_fraction(node.scale) * node.relative.get_den() * exact_fraction(weight << 20U);
          EXPECT_GE(in_gaps, planned);
          EXPECT_LE(in_gaps, planned * (1 + exact_fraction(0x1p-52)));
        }
      }
    }
  }
}

TEST(MakeQuantiles, RefusesColumnsOutsideTheDomainBeforeAnyBit) {
  const auto quartiles =
      make_quantiles(columns_of(5), added, MaxDivergence{}, plan_of(3, PureCost{1}, 5));
  const std::uint64_t before = thread_bits().tally().words;
  for (const MassColumn& column :
       {MassColumn{{0, 1}, {1}}, MassColumn{{5}, {1}}, MassColumn{{1, 1}, {1, 1}},
        MassColumn{{2, 1}, {1, 1}}, MassColumn{{1}, {0}}}) {
    expect_error(outside_domain, [&] { (void)quartiles(column); });
    EXPECT_FALSE(quartiles.input_domain().member(column));
  }
  EXPECT_EQ(thread_bits().tally().words, before);
  EXPECT_TRUE(quartiles.input_domain().member({{0, 4}, {1, 1}}));
}

TEST(MakeQuantiles, RefusesPlansThatItCannotProve) {
  const QuantilePlan good = plan_of(3, PureCost{1}, 101);
  const auto refused = [](const QuantilePlan& plan, const char* why, std::uint64_t cells = 101) {
    try {
      (void)make_quantiles(columns_of(cells), added, MaxDivergence{}, plan);
      ADD_FAILURE() << "nothing was thrown for " << why;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter) << why;
    }
  };
  const auto with = [&](const auto& change) {
    QuantilePlan out = good;
    change(out);
    return out;
  };
  refused(QuantilePlan{}, "an empty plan");
  refused(good, "another grid", 102);
  for (const double scale : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    refused(with([&](auto& plan) { plan.nodes[1].scale = scale; }), "a scale");
  }
  refused(with([](auto& plan) { plan.nodes.pop_back(); }), "a node too few");
  refused(with([](auto& plan) { plan.levels = 1; }), "a level too few");
  refused(with([](auto& plan) { plan.nodes[1].upper_end.reset(); }), "a child that sees all");
  refused(with([](auto& plan) { plan.nodes[0].left.reset(); }), "a path that is left out");
  refused(with([](auto& plan) { std::swap(plan.nodes[1], plan.nodes[2]); }), "another order");
  refused(with([](auto& plan) { plan.nodes[0].relative = Fraction{1, 3}; }), "another quantile");
  refused(with([](auto& plan) { plan.law = Law::permute_and_flip; }), "a law for one quantile");
  refused(with([](auto& plan) { plan.law = static_cast<Law>(7); }), "no law");
  refused(with([](auto& plan) { plan.quantiles[0] = 0; }), "quantiles");
  QuantilePlan wide = plan_of(1, ZcdpCost{1}, 10'000'001);
  wide.law = Law::permute_and_flip;
  refused(wide, "too many cells for permute-and-flip", 10'000'001);
}

}  // namespace quantile_measurements
}  // namespace
}  // namespace discreet

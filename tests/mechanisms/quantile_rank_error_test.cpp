#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/accuracy.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "support/quantile_cases.hpp"

namespace discreet {
namespace {
namespace quantile_rank_errors {

using testing::even_quantiles;
using testing::whole_grid;

QuantilePlan pure_plan(int m, double epsilon, std::uint64_t cells) {
  return calibrate_quantiles(even_quantiles(m), PureCost{epsilon}, Neighbors::add_remove,
                             whole_grid(cells));
}

// The bound as it is written in the proof, in doubles.
double by_the_formula(const QuantilePlan& plan, double beta, double units) {
  constexpr double places = 1 << 20;
  const double b = beta / static_cast<double>(plan.nodes.size());
  const auto cells = static_cast<double>(plan.cells);
  std::vector<double> errors;
  double most = 0;
  for (const QuantileNode& node : plan.nodes) {
    double own = 0;
    if (!node.left && !node.right) {
      own = node.scale * std::log((cells - 1) * (1 - b) / b);
    } else {
      const double x = units / (places * node.scale);
      const double all = cells * places + 1;
      const double ln_weights = -x + std::log(-std::expm1(-x * all)) - std::log(-std::expm1(-x));
      own = node.scale * (std::log(all) - ln_weights - std::log(b));
    }
    const double relative = node.relative.get_d();
    own += (1 - relative) * (node.lower_end ? errors[*node.lower_end] : 0) +
           relative * (node.upper_end ? errors[*node.upper_end] : 0);
    errors.push_back(own);
    most = std::max(most, own);
  }
  return most;
}

TEST(QuantileRankError, IsWhatWasPublishedOfIt) {
  struct Row {
    std::uint64_t cells, units;
    double epsilon;
    std::vector<double>
        bounds;  // of 1, 3, 9 and 99 quantiles, rounded; one is chosen by permute-and-flip
  };
  const std::vector<int> many{1, 3, 9, 99};
  for (const Row& row :
       {Row{1'000'001, 100'000, 1, {16.1, 65, 317, 1023}},
        Row{1'000'001, 100'000, 0.1, {160.8, 622, 2913, 9578}},
        Row{121, 30'000, 1, {7.1, 37, 205, 671}}, Row{1001, 10'000, 1, {9.2, 41, 216, 714}}}) {
    for (std::size_t i = 0; i < many.size(); ++i) {
      const double found = pure_plan(many[i], row.epsilon, row.cells).rank_error(0.05, row.units);
      EXPECT_NEAR(found, row.bounds[i], 0.51 + row.bounds[i] * 1e-3)
          << many[i] << " of " << row.cells;
    }
  }
}

TEST(QuantileRankError, IsAtLeastTheFormulaAndHardlyMore) {
  for (const int m : {2, 3, 9, 99}) {
    for (const double epsilon : {1e-3, 0.1, 1.0, 30.0}) {
      for (const std::uint64_t units : {1ULL, 1000ULL, 1'000'000ULL, (1ULL << 31) - 1}) {
        const QuantilePlan plan = pure_plan(m, epsilon, 1001);
        for (const double beta : {1.0, 0.05, 1e-9}) {
          const double formula = by_the_formula(plan, beta, static_cast<double>(units));
          EXPECT_GE(plan.rank_error(beta, units), formula * (1 - 1e-9));
          EXPECT_LE(plan.rank_error(beta, units), formula * (1 + 1e-9));
        }
      }
    }
  }
}

TEST(QuantileRankError, OfOneQuantileNeedsNoUnits) {
  const QuantilePlan plan = pure_plan(1, 1, 1001);
  const auto expect_just_above = [](double found, double exact) {
    EXPECT_GT(found, exact);
    EXPECT_LT(found, exact * (1 + 0x1p-48));
  };
  expect_just_above(plan.rank_error(0.05),
                    error_quantile(Law::permute_and_flip, 1001, 1, 0.05, plan.nodes.front().scale));
  EXPECT_EQ(plan.rank_error(0.05, 10), plan.rank_error(0.05));
  const auto zcdp = calibrate_quantiles(even_quantiles(1), ZcdpCost{0.1}, Neighbors::add_remove,
                                        whole_grid(1001));
  expect_just_above(zcdp.rank_error(0.05), error_quantile(Law::exponential_mechanism, 1001, 1, 0.05,
                                                          zcdp.nodes.front().scale));
}

TEST(QuantileRankError, IsFiniteAtTheEndsOfWhatCanBePlanned) {
  for (const double epsilon : {1e-280, 1e-20, 1e20, 1e300}) {
    for (const std::uint64_t units : {std::uint64_t{1}, most_units - 1}) {
      const QuantilePlan plan = pure_plan(3, epsilon, std::uint64_t{1} << 40);
      const double bound = plan.rank_error(1e-12, units);
      EXPECT_TRUE(std::isfinite(bound)) << epsilon;
      EXPECT_GE(bound, 0);
    }
  }
}

// How far q times all mass is from what lies below a cell and on it.
Fraction rank_error_of(const MassColumn& column, const Fraction& quantile, std::uint64_t cell) {
  Fraction below = 0;
  Fraction with = 0;
  Fraction all = 0;
  for (std::size_t i = 0; i < column.cells.size(); ++i) {
    const Fraction mass = exact_fraction(column.masses[i]);
    below += column.cells[i] < cell ? mass : Fraction{0};
    with += column.cells[i] <= cell ? mass : Fraction{0};
    all += mass;
  }
  const Fraction target = quantile * all;
  return std::max({Fraction{0}, Fraction{below - target}, Fraction{target - with}});
}

TEST(QuantileRankError, IsNotExceededByReleases) {
  // Exceeded by one of the 180 draws with probability at most 180 times beta, 1e-9.
  constexpr double beta = 1e-9 / 180;
  constexpr std::uint64_t units = 2000;
  MassColumn spread;
  for (std::uint64_t cell = 0; cell < 1000; ++cell) {
    spread.cells.push_back(cell);
    spread.masses.push_back(2);
  }
  const std::vector<MassColumn> columns{
      spread, {{500}, {units}}, {{0, 999}, {units / 2, units / 2}}};
  for (const int m : {1, 3, 9}) {
    const QuantilePlan plan = pure_plan(m, 0.5, 1000);
    const Fraction bound = exact_fraction(plan.rank_error(beta, units));
    const auto released =
        make_quantiles({whole_grid(1000), UnitMass::one}, UnitDistance{Neighbors::add_remove},
                       MaxDivergence{}, plan);
    for (const MassColumn& column : columns) {
      for (int i = 0; i < 20; ++i) {
        const auto cells = released(column);
        for (std::size_t at = 0; at < cells.size(); ++at) {
          EXPECT_LE(rank_error_of(column, plan.quantiles[at], cells[at]), bound);
        }
      }
    }
  }
}

TEST(QuantileRankError, RefusesWhatItCannotSay) {
  const QuantilePlan one = pure_plan(1, 1, 101);
  const QuantilePlan three = pure_plan(3, 1, 101);
  const auto refused = [](const QuantilePlan& plan, double beta,
                          std::optional<std::uint64_t> units) {
    try {
      (void)plan.rank_error(beta, units);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter);
    }
  };
  for (const double beta : {0.0, -0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    refused(one, beta, 10);
    refused(three, beta, 10);
  }
  refused(three, 0.05, std::nullopt);
  refused(three, 0.05, 0);
  refused(three, 0.05, most_units);
  refused(three, 5e-324, 10);
  refused(QuantilePlan{}, 0.05, 10);
}

}  // namespace quantile_rank_errors
}  // namespace
}  // namespace discreet

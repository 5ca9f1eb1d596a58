#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"

namespace discreet {
namespace {
namespace grid_cells {

template <class Call>
void expect_kind(ErrorKind kind, const Call& call, const char* why = "") {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown; " << why;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what() << "; " << why;
  }
}

constexpr double infinity = std::numeric_limits<double>::infinity();

// The nearest of all cells, of two the upper, by trying each.
std::uint64_t nearest_by_trying(const Grid& grid, const Fraction& value) {
  std::uint64_t best = 0;
  for (std::uint64_t cell = 1; cell < grid.cells(); ++cell) {
    if (abs(grid.value(cell) - value) <= abs(grid.value(best) - value)) {
      best = cell;
    }
  }
  return best;
}

TEST(Grid, RefusesWhatIsNone) {
  struct Row {
    const char* why;
    Fraction lower, upper, step;
  };
  const Fraction most = exact_fraction(Grid::most_cells);
  const std::vector<Row> rows{
      {"bounds that are equal", 1, 1, 1},
      {"bounds the wrong way round", 1, 0, 1},
      {"bounds the wrong way round, with a step to match", 1, 0, -1},
      {"no step", 0, 1, 0},
      {"a step downward", 0, 1, -1},
      {"a step that does not divide", 0, 1, Fraction{2, 3}},
      {"a step past the upper bound", 0, 1, 2},
      {"a step that nearly divides", 0, 1, Fraction{1, 3} + Fraction{1, 1'000'000'000}},
      {"a cell too many", 0, most, 1},
      {"far too many cells", 0, most * most, Fraction{1, 3}},
  };
  for (const Row& row : rows) {
    expect_kind(bad_parameter, [&] { (void)make_grid(row.lower, row.upper, row.step); }, row.why);
  }
  Fraction nothing;
  nothing.get_den() = 0;
  expect_kind(bad_parameter, [&] { (void)make_grid(nothing, 1, 1); });
  expect_kind(bad_parameter, [&] { (void)make_grid(0, nothing, 1); });
  expect_kind(bad_parameter, [&] { (void)make_grid(0, 1, nothing); });
}

TEST(Grid, HasAsManyCellsAsStepsAndOne) {
  EXPECT_EQ(make_grid(0, 1, 1).cells(), 2U);
  EXPECT_EQ(make_grid(-5, 5, Fraction{1, 2}).cells(), 21U);
  const Grid most = make_grid(0, exact_fraction(Grid::most_cells) - 1, 1);
  EXPECT_EQ(most.cells(), Grid::most_cells);
  EXPECT_EQ(most.value(Grid::most_cells - 1), most.upper());
  EXPECT_EQ(most.cell(most.upper()), Grid::most_cells - 1);
  EXPECT_EQ(most.cell(Fraction{most.upper() - Fraction{1, 2}}), Grid::most_cells - 1);
  expect_kind(bad_parameter, [&] { (void)most.value(Grid::most_cells); });
}

TEST(Grid, TakesFractionsThatAreNotInLowestTerms) {
  const Grid grid = make_grid(Fraction{4, 2}, Fraction{40, 10}, Fraction{2, 4});
  EXPECT_EQ(grid, make_grid(2, 4, Fraction{1, 2}));
  EXPECT_EQ(grid.cell(Fraction{14, 4}), 3U);
  Fraction nothing;
  nothing.get_den() = 0;
  expect_kind(bad_parameter, [&] { (void)grid.cell(nothing); });
}

TEST(Grid, SendsTheDoubleBelowThreeTenthsToThreeTenths) {
  const Grid tenths = make_grid(0, 1, Fraction{1, 10});
  ASSERT_LT(exact_fraction(0.3), (Fraction{3, 10}));
  EXPECT_EQ(tenths.cell(0.3), 3U);
  for (int i = 0; i <= 10; ++i) {
    EXPECT_EQ(tenths.cell(i / 10.0), static_cast<std::uint64_t>(i));
    EXPECT_EQ(tenths.cell(Fraction{i, 10}), static_cast<std::uint64_t>(i));
  }
}

TEST(Grid, RoundsHalvesUp) {
  const Grid whole = make_grid(-3, 3, 1);
  EXPECT_EQ(whole.cell(-2.5), 1U);
  EXPECT_EQ(whole.cell(-0.5), 3U);
  EXPECT_EQ(whole.cell(0.5), 4U);
  EXPECT_EQ(whole.cell(std::nextafter(0.5, 0.0)), 3U);
  EXPECT_EQ(whole.cell(std::nextafter(-0.5, -1.0)), 2U);
  EXPECT_EQ(whole.cell(Fraction{5, 2}), 6U);
}

TEST(Grid, ClampsWhatIsOutside) {
  const Grid grid = make_grid(-1, 1, Fraction{1, 4});
  for (const double low : {-infinity, -std::numeric_limits<double>::max(), -1.01, -1.0}) {
    EXPECT_EQ(grid.cell(low), 0U);
  }
  for (const double high : {infinity, std::numeric_limits<double>::max(), 1.01, 1.0}) {
    EXPECT_EQ(grid.cell(high), 8U);
  }
  EXPECT_EQ(grid.cell(Fraction{exact_fraction(std::uint64_t{1} << 63) * 16}), 8U);
  EXPECT_EQ(grid.cell(Fraction{exact_fraction(std::uint64_t{1} << 63) * -16}), 0U);
  expect_kind(bad_parameter, [&] { (void)grid.cell(std::numeric_limits<double>::quiet_NaN()); });
}

TEST(Grid, TellsZerosAndSubnormalNumbersApartByValueOnly) {
  const Grid grid = make_grid(-1, 1, 1);
  for (const double near : {0.0, -0.0, 5e-324, -5e-324, 2.2250738585072009e-308}) {
    EXPECT_EQ(grid.cell(near), 1U);
  }
  const Grid at_a_half = make_grid(Fraction{-1, 2}, Fraction{1, 2}, 1);
  EXPECT_EQ(at_a_half.cell(-0.0), 1U);
  EXPECT_EQ(at_a_half.cell(-5e-324), 0U);
  EXPECT_EQ(at_a_half.cell(5e-324), 1U);
}

TEST(Grid, FindsTheNearestCellOfAll) {
  const std::vector<Grid> grids{make_grid(0, 1, Fraction{1, 7}), make_grid(-3, 4, Fraction{1, 2}),
                                make_grid(Fraction{-1, 3}, Fraction{5, 3}, Fraction{2, 9}),
                                make_grid(Fraction{1, 10}, Fraction{13, 10}, Fraction{1, 10})};
  for (const Grid& grid : grids) {
    for (int i = -60; i <= 60; ++i) {
      const Fraction exact{i, 12};
      EXPECT_EQ(grid.cell(exact), nearest_by_trying(grid, exact));
      const double near = i / 12.0;
      EXPECT_EQ(grid.cell(near), nearest_by_trying(grid, exact_fraction(near)));
    }
    for (std::uint64_t cell = 0; cell < grid.cells(); ++cell) {
      EXPECT_EQ(grid.cell(grid.value(cell)), cell);
    }
  }
}

TEST(MassColumn, IsRefusedWhereItIsNone) {
  constexpr std::uint64_t cells = 5;
  const auto refused = [](MassColumn column, UnitMass unit = UnitMass::one) {
    expect_kind(outside_domain, [&] { detail::require_column(column, cells, unit); });
  };
  refused({{0, 1}, {1}});
  refused({{0}, {1, 1}});
  refused({{5}, {1}});
  refused({{1, 1}, {1, 1}});
  refused({{2, 1}, {1, 1}});
  refused({{1, 9, 2}, {1, 1, 1}});
  refused({{1}, {0}});
  refused({{1}, {most_units}});
  refused({{0, 1}, {most_units - 1, 1}});
  refused({{0, 1}, {~std::uint64_t{0}, 1}});
  refused({{0, 1}, {1, ~std::uint64_t{0}}});
  refused({{0}, {most_units * shares_per_unit}}, UnitMass::shared);
  expect_kind(bad_parameter, [&] { detail::require_column({}, cells, static_cast<UnitMass>(7)); });
}

TEST(MassColumn, IsTakenUpToItsBounds) {
  detail::require_column({}, 2, UnitMass::one);
  detail::require_column({{0, 4}, {1, most_units - 2}}, 5, UnitMass::one);
  detail::require_column({{0, 4}, {1, most_units * shares_per_unit - 2}}, 5, UnitMass::shared);
}

}  // namespace grid_cells
}  // namespace
}  // namespace discreet

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/cell_filter.hpp"
#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {
namespace count_cells_of {

using testing::for_each_number;
using testing::for_each_vector_target;
using testing::RandomScores;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Fraction two_to(int exponent) { return exact_fraction(std::ldexp(1.0, exponent)); }

Grid grid_of(const Fraction& lower, const Fraction& step, std::uint64_t cells) {
  return make_grid(lower, lower + step * exact_fraction(cells - 1), step);
}

/// Steps that doubles have and have not, bounds near and far, cells few and many; the last six are beyond the filter
/// or beyond its 128 bits.
std::vector<Grid> grids() {
  return {
      grid_of(0, 1, 2),
      grid_of(0, 1, 121),
      grid_of(0, 2, 501),
      grid_of(0, Fraction{1, 3}, 1000),
      grid_of(Fraction{-7, 3}, Fraction{1, 10}, 100'000),
      grid_of(-100, Fraction{1, 100}, 1'000'001),
      grid_of(0, Fraction{1, 1'000'000}, Grid::most_cells),
      grid_of(1'700'000'000, Fraction{1, 7}, std::uint64_t{1} << 33),
      grid_of(two_to(46), 1, 5000),
      grid_of(0, Fraction{3, 1 << 20}, 4096),
      grid_of(-3 * two_to(-700), two_to(-700) / 3, 999),
      grid_of(two_to(800), two_to(790) / 7, 777),
      grid_of(two_to(58), 1, 400),
      grid_of(0, two_to(-1074), 50),
      grid_of(-two_to(1000), two_to(992), 512),
      grid_of(Fraction{1, 1'000'003}, Fraction{1, 1'000'000'007}, 100'000'000),
  };
}

/// Doubles around the middles between cells, and around the cells themselves.
std::vector<double> values_near_boundaries(const Grid& grid, RandomScores& random) {
  std::vector<double> out{0.0,     -0.0,     infinity, -infinity, 5e-324,
                          -5e-324, 2.5e-308, 1.7e308,  -1.7e308,  0.5};
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t cell = i < 3   ? static_cast<std::uint64_t>(i)
                               : i < 6 ? grid.cells() - static_cast<std::uint64_t>(i - 2)
                                       : random.word() % grid.cells();
    const Fraction at = grid.lower() + grid.step() * exact_fraction(cell % grid.cells());
    for (const Fraction& where : {at, Fraction{at + grid.step() / 2}}) {
      double up = where.get_d();
      double down = up;
      for (int step = 0; step < 4; ++step) {
        out.push_back(up);
        out.push_back(down);
        up = std::nextafter(up, infinity);
        down = std::nextafter(down, -infinity);
      }
    }
  }
  return out;
}

template <Number T>
std::uint64_t exact_cell(const Grid& grid, T value) {
  if constexpr (Float<T>) {
    return detail::is_nan(value) ? grid.cells() : grid.cell(static_cast<double>(value));
  } else {
    return grid.cell(exact_fraction(value));
  }
}

template <Number T>
void expect_exact(const Grid& grid, const std::vector<T>& values) {
  const detail::CellFilter filter{grid};
  std::vector<std::uint64_t> cells(values.size());
  detail::place_cells(values.data(), values.size(), filter, cells.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(cells[i], exact_cell(grid, values[i]))
        << "value " << +values[i] << " of a grid from " << grid.lower() << " by " << grid.step();
  }
}

TEST(CountCells, AreTheExactOnesNextToEveryBoundary) {
  for_each_vector_target([] {
    RandomScores random;
    for (const Grid& grid : grids()) {
      std::vector<double> values = values_near_boundaries(grid, random);
      expect_exact(grid, values);
      values.push_back(not_a_number);
      values.insert(values.begin(), 3, not_a_number);
      expect_exact(grid, values);
      std::vector<float> floats;
      for (const double value : values) {
        floats.push_back(static_cast<float>(value));
      }
      expect_exact(grid, floats);
    }
  });
}

TEST(CountCells, AreTheExactOnesOfIntegers) {
  for_each_vector_target([] {
    RandomScores random;
    for_each_number([&]<Number T>() {
      if constexpr (Integer<T>) {
        using Limits = std::numeric_limits<T>;
        std::vector<Grid> some = grids();
        const Fraction most = exact_fraction(Limits::max());
        some.push_back(make_grid(most - 60, most + 60, 4));
        some.push_back(make_grid(-most, most, most / 50));
        some.push_back(make_grid(0, most + 1, (most + 1) / 128));
        for (const Grid& grid : some) {
          std::vector<T> values;
          for (int i = 0; i < 200; ++i) {
            values.push_back(random.any<T>());
            values.push_back(static_cast<T>(random.word()));
            values.push_back(static_cast<T>(Limits::max() - static_cast<T>(random.below(100))));
          }
          for (const double near : values_near_boundaries(grid, random)) {
            if (near >= static_cast<double>(Limits::lowest()) &&
                near < static_cast<double>(Limits::max())) {
              values.push_back(static_cast<T>(near));
            }
          }
          expect_exact(grid, values);
        }
      }
    });
  });
}

// What proofs/mechanisms/count_cells.md bounds, of the arithmetic itself: |z − (value − lower)/step| in doubles.
TEST(CountCells, RoundingsAreWithinTheMargin) {
  RandomScores random;
  Fraction largest = 0;
  for (const Grid& grid : grids()) {
    const detail::CellFilter filter{grid};
    if (filter.sure < 0) {
      continue;
    }
    const Fraction each =
        exact_fraction(grid.cells()) + 1 + Fraction{abs(grid.lower()) / grid.step()};
    const auto judge = [&](double value, const Fraction& exact) {
      const Fraction place = (exact - grid.lower()) / grid.step();
      if (place >= -1 && place <= exact_fraction(grid.cells())) {
        const double z = (value - filter.lower) * filter.inverse;
        largest = std::max(largest, Fraction{abs(exact_fraction(z) - place) / each});
      }
    };
    for (const double value : values_near_boundaries(grid, random)) {
      if (std::isfinite(value)) {
        judge(value, exact_fraction(value));
        if (std::abs(value) < 0x1p62) {
          const auto whole = static_cast<std::int64_t>(value) | 1;
          judge(static_cast<double>(whole), exact_fraction(whole));
        }
      }
    }
  }
  EXPECT_LT(largest, exact_fraction(detail::CellFilter::roundings));
  EXPECT_GT(8 * largest, exact_fraction(detail::CellFilter::roundings)) << "a needless margin";
}

TEST(CountCells, FilterIsUsedWhereDoublesTellCellsApart) {
  EXPECT_GT(detail::CellFilter{grid_of(0, 1, 1'000'001)}.sure, 0.499'999);
  EXPECT_GT(detail::CellFilter{grid_of(0, Fraction{1, 1000}, Grid::most_cells)}.sure, 0.499);
  EXPECT_LT(detail::CellFilter{grid_of(two_to(58), 1, 400)}.sure, 0.0);
  EXPECT_LT(detail::CellFilter{grid_of(0, two_to(-1074), 50)}.sure, 0.0);
}

template <Number T>
MassColumn counted_one_by_one(const std::vector<T>& values, const Grid& grid) {
  std::map<std::uint64_t, std::uint64_t> masses;
  for (const T value : values) {
    ++masses[exact_cell(grid, value)];
  }
  masses.erase(grid.cells());
  MassColumn out;
  for (const auto& [cell, mass] : masses) {
    out.cells.push_back(cell);
    out.masses.push_back(mass);
  }
  return out;
}

TEST(CountCells, CountTheSameByCountersAndBySorting) {
  RandomScores random;
  // Few values are sorted by comparisons, many by digits, and of many cells; with few cells they are counted.
  for (const std::uint64_t cells : {2U, 100U, 30'000U, 100'000U, 20'000'000U, 4'000'000'000U}) {
    const Grid grid = grid_of(-5, Fraction{1, 2}, cells);
    for (const std::size_t n : {0U, 1U, 7U, 1023U, 1025U, 6000U}) {
      std::vector<double> values;
      const double width = 0.6 * static_cast<double>(cells);
      for (std::size_t i = 0; i < n; ++i) {
        values.push_back(i % 5 == 0 ? 3.0 : i % 7 == 0 ? not_a_number : width * random.unit() - 10);
      }
      const MassColumn expected = counted_one_by_one(values, grid);
      EXPECT_EQ(count_cells(values, grid), expected) << n << " values, " << cells << " cells";
      const std::span<const double> all{values};
      const std::vector<std::span<const double>> chunks{all.first(n / 3), {}, all.subspan(n / 3)};
      EXPECT_EQ(count_cells(chunks, grid), expected) << "in chunks";
      detail::require_column(expected, grid.cells(), UnitMass::one);
    }
  }
}

TEST(CountCells, NumbersThatAreNoneAreDropped) {
  const Grid grid = make_grid(0, 10, 1);
  const std::vector<double> values{not_a_number, -infinity, infinity, 4.5, not_a_number};
  const MassColumn expected{{0, 5, 10}, {1, 1, 1}};
  EXPECT_EQ(count_cells(values, grid), expected);
  EXPECT_EQ(count_cells(std::vector<float>(20'000, std::nanf("")), grid), MassColumn{});
  EXPECT_EQ(count_cells(std::vector<double>{}, grid), MassColumn{});
}

TEST(CountCells, RefusesMoreUnitsThanAColumnMayHave) {
  const std::vector<std::int8_t> chunk(std::size_t{1} << 20);
  const std::vector<std::span<const std::int8_t>> chunks(std::size_t{1} << 11, chunk);
  try {
    (void)count_cells(chunks, make_grid(0, 10, 1));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), outside_domain) << error.what();
  }
}

}  // namespace count_cells_of
}  // namespace
}  // namespace discreet

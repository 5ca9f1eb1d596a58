#include "grid_reader.hpp"

#include <gtest/gtest.h>

#include "cli/written_number.hpp"
#include "support/fresh_random.hpp"

namespace discreet::cli {
namespace {

GridPlace place_in(const GridReader& reader, std::string_view text) {
  return reader.place(try_decimal_text(text).value());
}

// From the definition: the nearest step, of two the upper, before it is brought inside.
GridPlace defined_place(const Grid& grid, const Fraction& value) {
  const Fraction steps = (value - grid.lower()) / grid.step() + Fraction{1, 2};
  mpz_class cell;
  mpz_fdiv_q(cell.get_mpz_t(), steps.get_num_mpz_t(), steps.get_den_mpz_t());
  if (cell < 0) {
    return {0, GridPlace::Side::below};
  }
  if (Fraction{cell} >= exact_fraction(grid.cells())) {
    return {grid.cells() - 1, GridPlace::Side::above};
  }
  return {cell.get_ui(), GridPlace::Side::inside};
}

std::vector<Grid> grids_of_all_kinds() {
  const Fraction far = power_of_ten(30);
  const Fraction fine = power_of_ten(-30);
  return {make_grid(0, 1000000, 1),
          make_grid(-3, 7, Fraction{1, 10}),
          make_grid(Fraction{-1, 3}, Fraction{2, 3}, Fraction{1, 7}),
          make_grid(Fraction{1, 1000}, Fraction{3, 1000}, Fraction{1, 1000000}),
          make_grid(-far, far, far / 1000),                                  // beyond 64 bits
          make_grid(1, 1 + 1000 * fine, fine),                               // beyond 18 decimals
          make_grid(far, far + 1000, Fraction{1, 2}),                        // far from 0
          make_grid(-power_of_ten(17), power_of_ten(17), power_of_ten(6))};  // just within
}

TEST(GridReader, FindsTheNearestCellOfWhatWasWritten) {
  std::mt19937_64 words = testing::fresh_random();
  for (const Grid& grid : grids_of_all_kinds()) {
    const GridReader reader{grid};
    for (int i = 0; i < 2000; ++i) {
      const WrittenNumber number = random_number(words, i % 2 == 0 ? 6 : 40);
      EXPECT_EQ(place_in(reader, number.text), defined_place(grid, number.value)) << number.text;
      EXPECT_EQ(place_in(reader, number.text).cell, grid.cell(number.value)) << number.text;
    }
  }
}

TEST(GridReader, RoundsHalvesUpAndKnowsWhatIsJustBelow) {
  const GridReader reader{make_grid(0, 200, 1)};
  EXPECT_EQ(place_in(reader, "0.5").cell, 1U);
  EXPECT_EQ(place_in(reader, "0.49999999999999999999999999999999").cell, 0U);
  EXPECT_EQ(place_in(reader, "1e2"), place_in(reader, "100"));
  EXPECT_EQ(place_in(reader, "-0.5"), (GridPlace{0, GridPlace::Side::inside}));
  EXPECT_EQ(place_in(reader, "-0.50000000000000000000000000000001"),
            (GridPlace{0, GridPlace::Side::below}));
  EXPECT_EQ(place_in(reader, "200.49"), (GridPlace{200, GridPlace::Side::inside}));
  EXPECT_EQ(place_in(reader, "200.5"), (GridPlace{200, GridPlace::Side::above}));
}

TEST(GridReader, TakesExponentsOfABillionWithoutTheirDigits) {
  for (const Grid& grid : grids_of_all_kinds()) {
    const GridReader reader{grid};
    const std::uint64_t last = grid.cells() - 1;
    for (const char* huge : {"1e1000000000", "9.9e999999999999999999999", "0.0001e400"}) {
      EXPECT_EQ(place_in(reader, huge), (GridPlace{last, GridPlace::Side::above}));
      EXPECT_EQ(place_in(reader, std::string{"-"} + huge), (GridPlace{0, GridPlace::Side::below}));
    }
    for (const char* tiny : {"1e-1000000000", "9.9e-999999999999999999999", "123e-400"}) {
      EXPECT_EQ(place_in(reader, tiny), defined_place(grid, power_of_ten(-300)));
      EXPECT_EQ(place_in(reader, std::string{"-"} + tiny),
                defined_place(grid, -power_of_ten(-300)));
    }
  }
  // Where 0 stands between two cells, the least number below it falls to the lower.
  const GridReader reader{make_grid(Fraction{-3, 2}, Fraction{3, 2}, 1)};
  EXPECT_EQ(place_in(reader, "0").cell, 2U);
  EXPECT_EQ(place_in(reader, "1e-1000000000").cell, 2U);
  EXPECT_EQ(place_in(reader, "-1e-1000000000").cell, 1U);
}

TEST(GridReader, TakesIntegersAndFractionsAlike) {
  for (const Grid& grid : grids_of_all_kinds()) {
    const GridReader reader{grid};
    for (const std::int64_t number : {INT64_MIN, std::int64_t{-3}, std::int64_t{0}, std::int64_t{2},
                                      std::int64_t{999999}, INT64_MAX}) {
      EXPECT_EQ(reader.place(number), defined_place(grid, exact_fraction(number)));
      EXPECT_EQ(reader.place(exact_fraction(number)), defined_place(grid, exact_fraction(number)));
    }
  }
}

}  // namespace
}  // namespace discreet::cli

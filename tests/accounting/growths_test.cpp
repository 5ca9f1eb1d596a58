#include "accounting/growths.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "support/oracle.hpp"

namespace discreet::detail {
namespace {

using discreet::testing::Oracle;

TEST(Growths, AreAsCloseToTheRealNumbersAsTheirTablesTakeThemFor) {
  for (const std::int64_t count : {1, 2, 3, 4, 24, 97, 1000, 4096}) {
    for (const double all : {1e-100, 1e-30, 1e-3, 0.15, 1.0, 7.0, 300.0, 700.0}) {
      const double h = all / static_cast<double>(count) * (1 - 0x1p-50);
      const Reals real{160 + 2 * bits_from_one(all)};
      const std::vector<double> found = growths(real, real(h), count);
      ASSERT_EQ(found.size(), static_cast<std::size_t>(count) + 1);
      EXPECT_EQ(found.front(), 0);
      for (std::size_t j = 1; j < found.size(); ++j) {
        const Oracle truth = expm1(Oracle{h} * Oracle{static_cast<double>(j)});
        ASSERT_LE(Oracle{found[j]}, truth * Oracle{1 + growth_error}) << all << ' ' << j;
        ASSERT_GE(Oracle{found[j]}, truth * Oracle{1 - growth_error}) << all << ' ' << j;
      }
    }
  }
}

// Every number that a table makes of growths takes at most fifty roundings' errors, as growths.md counts them.
TEST(Growths, AreMovedOutwardByMoreThanTheirErrorsAddUpTo) {
  const Oracle unit{0x1p-53};
  const Oracle errors = Oracle{51} * unit;
  const Oracle slack{growths_outward.slack};
  EXPECT_GE(Oracle{growth_error}, Oracle{6.5} * unit);
  EXPECT_GE((Oracle{1} - errors) * (Oracle{1} + slack) * (Oracle{1} - unit), Oracle{1 + 0x1p-50});
  EXPECT_LE((Oracle{1} + errors) * (Oracle{1} - slack) * (Oracle{1} + unit), Oracle{1 - 0x1p-50});
  EXPECT_EQ(growths_outward.inf(0), 0);
  EXPECT_EQ(growths_outward.neg_inf(0), 0);
}

TEST(Growths, RefuseEnclosuresWithoutPlacesToSpare) {
  const Reals real{60};
  EXPECT_THROW((void)growths(real, real(1e-3), 10), Error);
}

}  // namespace
}  // namespace discreet::detail

#include <array>
#include <cmath>
#include <tuple>

#include <gtest/gtest.h>

#include "accounting/two_point.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::Oracle;

// The recursion rounds to nearest, at most three times on a weight: a table must leave room for it.
const Oracle room{1 + detail::two_point_slack};
const Oracle less{1 - detail::two_point_slack};

class TwoPointTables : public ::testing::TestWithParam<std::tuple<double, int>> {};

TEST_P(TwoPointTables, LeaveRoomOutwardOfEveryRealNumber) {
  const auto [eta, cells] = GetParam();
  const detail::TwoPointTables tables{eta, cells};
  const detail::TwoPointStep step{eta, cells};
  const Oracle top = exp(Oracle{eta});
  const Oracle span = top - Oracle{1};
  for (int j = 0; j <= cells; ++j) {
    const auto at = static_cast<std::size_t>(j);
    const Oracle t = Oracle{eta} * Oracle(j) / Oracle(cells);
    const Oracle stay = j == cells ? Oracle{0} : (top - exp(t)) / span;
    const Oracle leap = (exp(t) - Oracle{1}) / span;
    const Oracle bend = tanh(t / Oracle{4});
    EXPECT_GE(Oracle{tables.upper_stay[at]}, stay * room);
    EXPECT_LE(Oracle{tables.lower_stay[at]}, stay * less);
    EXPECT_GE(Oracle{tables.upper_leap[at]}, leap * room);
    EXPECT_LE(Oracle{tables.lower_leap[at]}, leap * less);
    EXPECT_GE(Oracle{tables.upper_rise[at]}, bend * top / span * room);
    EXPECT_GE(Oracle{tables.upper_fall[at]}, bend / span * room);
    EXPECT_LE(Oracle{tables.lower_fall[at]}, bend / span * less);
    const Oracle height = exp(Oracle{eta} / Oracle{2}) - exp(t / Oracle{2});
    const Oracle first =
        j == cells ? Oracle{0} : height * height / span * Oracle{detail::lattice_scale};
    EXPECT_GE(Oracle{step.first().upper[at]}, first * room);
    EXPECT_LE(Oracle{step.first().lower[at]}, first * less);
  }
}

TEST_P(TwoPointTables, AreNoFurtherOutThanTheyNeedToBe) {
  const auto [eta, cells] = GetParam();
  const detail::TwoPointTables tables{eta, cells};
  for (std::size_t j = 0; j <= static_cast<std::size_t>(cells); ++j) {
    EXPECT_LE(tables.upper_stay[j] + tables.upper_leap[j], 1 + 0x1p-46);
    EXPECT_GE(tables.lower_stay[j] + tables.lower_leap[j], 1 - 0x1p-46);
  }
}

INSTANTIATE_TEST_SUITE_P(Etas, TwoPointTables,
                         ::testing::Combine(::testing::Values(1e-100, 1e-30, 1e-3, 0.15, 1, 7, 300,
                                                              500),
                                            ::testing::Values(1, 2, 24, 1000)));

// One cell, a curve that is 0 and a tail beyond it, as where a lattice is cut: the bounds do not fall, and
// what lies between the two lattice strategies is bounded by the tail's share alone.
TEST(TwoPointRows, HoldWhereBoundsDoNotFall) {
  for (double eta = 0.01; eta < 20; eta *= 1.01) {
    detail::TwoPointRows rows{eta, 1};
    const Oracle share = tanh(Oracle{eta} / Oracle{4}) / (exp(Oracle{eta}) - Oracle{1});
    for (const double tail : {1.0, 1.0 / 3, 0.7}) {
      const std::array<double, 3> values{0, 0, tail};
      double bound = 0;
      rows.upper(values.data() + 1, &bound, 0);
      EXPECT_GE(Oracle{bound}, share * Oracle{tail}) << eta;
    }
  }
}

}  // namespace
}  // namespace discreet

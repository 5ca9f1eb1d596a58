// The table of scores of items that nobody listed: its two properties in MPFR, its size, what it refuses.
#include "mechanisms/graded_table.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "numbers/big_interval.hpp"
#include "support/expect_error.hpp"

namespace discreet {
namespace {
namespace graded_table {

using detail::GradedTable;

constexpr mpfr_prec_t precision = 256;

struct Setting {
  double scale;
  Fraction slack;
  std::uint64_t tickets;
  std::uint64_t jump;
};

const Fraction millionth{1, 1000000};

/// Some of each, from coarse to fine; those that the slack does not fit are left out.
template <class Body>
void for_settings(Body body) {
  for (const double scale : {0.125, 0.9, 1.5, 6.6, 57.9, 300.0}) {
    for (const Fraction& slack : {Fraction{1, 4}, Fraction{1, 100}, Fraction{millionth / 4},
                                  Fraction{millionth * millionth}}) {
      for (const std::uint64_t tickets : {1U, 7U, 100U}) {
        for (const std::uint64_t jump : {1U, 2U, 3U, 10U}) {
          if (-std::log1p(-slack.get_d()) * scale < 0.999) {
            body(Setting{scale, slack, tickets, jump});
          }
        }
      }
    }
  }
}

BigInterval real(const Fraction& x) { return BigInterval::of(x, precision); }

/// w(v) = e^(score / 2^16 scale), 0 for what is not above the cut.
BigInterval weight(const GradedTable& table, const Setting& at, std::int64_t v) {
  if (v <= 0) {
    return real(0);
  }
  const Fraction score = exact_fraction(table.score(static_cast<std::uint64_t>(v)));
  return exp(real(Fraction{score / (exact_fraction(at.scale) * 65536)}));
}

// T2, at every place where the table is made by the recursion and somewhat beyond; an equality of reals would never be
// decided, so the bound is compared with a part in 2^200 to spare.
TEST(GradedTable, GivesNoMoreThanAFactorAndATicketPerJump) {
  const Fraction spare = 1 + Fraction{1} / (mpz_class{1} << 200);
  std::size_t compared = 0;
  for_settings([&](const Setting& at) {
    const GradedTable table{at.scale, at.slack, at.tickets, at.jump};
    const Fraction ticket = at.slack / ((1 - at.slack) * exact_fraction(at.tickets));
    const auto last = static_cast<std::int64_t>(table.size()) + 3;
    const std::int64_t stride = 1 + last / 40;
    for (std::int64_t x = 1; x <= static_cast<std::int64_t>(at.jump); ++x) {
      const BigInterval factor = exp(real(Fraction{exact_fraction(x) / exact_fraction(at.scale)}));
      for (std::int64_t v = 1 - x; v <= last; v += v < 20 ? 1 : stride) {
        const BigInterval after = weight(table, at, v + x);
        const BigInterval bound = (factor * weight(table, at, v) + real(ticket)) * real(spare);
        ASSERT_LE(mpfr_cmp(after.hi.get(), bound.lo.get()), 0)
            << "scale " << at.scale << ", jump " << at.jump << ", from " << v << " by " << x;
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, 10'000U);
}

// T1, and that the table loses next to nothing against t (r^v - 1) / (r^J - 1).
TEST(GradedTable, NeverFallsAndIsCloseToTheWeightsItStandsFor) {
  for_settings([&](const Setting& at) {
    const GradedTable table{at.scale, at.slack, at.tickets, at.jump};
    const double ticket =
        Fraction{at.slack / (1 - at.slack)}.get_d() / static_cast<double>(at.tickets);
    const auto last = static_cast<std::uint64_t>(table.size()) + 3;
    // Each step rounds down by one unit at most; past the end there would have been a unit per e^(-1/scale).
    const double lost = (static_cast<double>(table.size()) + at.scale + 3) / 65536;
    for (std::uint64_t v = 1; v <= last; ++v) {
      ASSERT_GE(table.score(v + 1), table.score(v) + GradedTable::count);
      const double log_weight =
          at.scale * (std::log(ticket) + std::log(std::expm1(static_cast<double>(v) / at.scale)) -
                      std::log(std::expm1(static_cast<double>(at.jump) / at.scale)));
      ASSERT_NEAR(static_cast<double>(table.score(v)) / 65536, log_weight, lost)
          << at.scale << " " << v;
    }
  });
}

TEST(GradedTable, SaysFromWhereAnItemIsAsLikelyAsTheEnd) {
  for_settings([&](const Setting& at) {
    const GradedTable table{at.scale, at.slack, at.tickets, at.jump};
    const std::uint64_t even = table.even_odds();
    EXPECT_GE(table.score(even), 0);
    if (even > 1) {
      EXPECT_LT(table.score(even - 1), 0);
    }
  });
  EXPECT_EQ((GradedTable{6.6, Fraction{millionth / 4}, 100, 1}.even_odds()), 119U);
}

TEST(GradedTable, EndsAndGoesOnByWholeCounts) {
  const GradedTable table{6.6, Fraction{millionth / 4}, 100, 1};
  EXPECT_GT(table.size(), 60U);
  EXPECT_LT(table.size(), 90U);
  const std::int64_t last = table.score(table.size());
  EXPECT_EQ(table.score(table.size() + 1000), last + 1000 * GradedTable::count);
  EXPECT_LE(table.score(GradedTable::greatest_count), std::int64_t{1} << 62U);
  const GradedTable wide{1e6, Fraction{millionth / 10}, 100, 1};
  EXPECT_EQ(wide.size(), std::size_t{1} << 20U);
}

TEST(GradedTable, TakesScalesThatAreHardlyThere) {
  for (const double scale : {std::numeric_limits<double>::denorm_min(), 0x1p-500, 1e-6}) {
    for (const std::uint64_t jump : {1U, 5U}) {
      const GradedTable table{scale, Fraction{1, 2}, 1, jump};
      EXPECT_EQ(table.size(), 1U);
      EXPECT_LE(table.score(1), 0);
    }
  }
}

TEST(GradedTable, RefusesWhatIsNotProved) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double scale : {0.0, -1.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    expect_error(
        bad_parameter, [&] { return GradedTable{scale, millionth, 1, 1}.size(); },
        "the scale must be finite and above zero");
  }
  for (const Fraction& slack : {Fraction{0}, Fraction{-1, 2}, Fraction{1}, Fraction{2}}) {
    expect_error(
        bad_parameter, [&] { return GradedTable{1.0, slack, 1, 1}.size(); },
        "the slack must be above zero and below one");
  }
  // 1 / (1 - slack) <= e^(1/scale): 1 - 1/e is 0.632...
  EXPECT_NO_THROW((GradedTable{1.0, Fraction{632, 1000}, 1, 1}));
  expect_error(
      bad_parameter, [] { return GradedTable{1.0, Fraction{633, 1000}, 1, 1}.size(); },
      "the slack must not be so large");
  expect_error(
      bad_parameter,
      [] { return GradedTable{1e12, Fraction{millionth * millionth / 2}, 1000000, 1}.size(); },
      "nor the slack so small");
  expect_error(bad_parameter,
               [] { return GradedTable{1e300, Fraction{millionth * millionth}, 1, 1}.size(); });
  expect_error(
      bad_parameter, [] { return GradedTable{1.0, millionth, 1, std::uint64_t{1} << 47U}.size(); },
      "nor the slack so small");
}

}  // namespace graded_table
}  // namespace
}  // namespace discreet

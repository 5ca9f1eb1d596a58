// The curve of unequal ranges lies above every strategy in every order, also where the order is chosen on the way.
#include "accounting/range_orders.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/lattice.hpp"
#include "accounting/two_point.hpp"
#include "support/fresh_random.hpp"
#include "support/oracle.hpp"

namespace discreet::detail {
namespace {

using discreet::testing::Oracle;

// One step of range eta, at its best: the closed form, on the whole line.
Oracle last_step(double eta, const Oracle& x) {
  if (x >= Oracle{eta}) {
    return 0;
  }
  if (x <= Oracle{-eta}) {
    return Oracle{1} - exp(x);
  }
  const Oracle height = exp(Oracle{eta} / Oracle{2}) - exp(x / Oracle{2});
  return height * height / (exp(Oracle{eta}) - Oracle{1});
}

// What an adversary gets who may choose after each outcome which of the steps left comes next, and splits each range
// at one of so many places: in 320 bits, and never more than the truth.
Oracle any_order(const std::vector<double>& left, const Oracle& x, int places);

Oracle next_is(const std::vector<double>& left, std::size_t i, const Oracle& x, int places) {
  std::vector<double> rest = left;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
  const Oracle eta = left[i];
  Oracle best = 0;
  for (int j = 0; j <= places; ++j) {
    const Oracle t = eta * Oracle{static_cast<double>(j)} / Oracle{static_cast<double>(places)};
    const Oracle stay = (exp(eta) - exp(t)) / (exp(eta) - Oracle{1});
    best = max(best, stay * any_order(rest, x - t, places) +
                         (Oracle{1} - stay) * any_order(rest, x - t + eta, places));
  }
  return best;
}

Oracle any_order(const std::vector<double>& left, const Oracle& x, int places) {
  if (left.size() == 1) {
    return last_step(left.front(), x);
  }
  Oracle best = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    best = max(best, next_is(left, i, x, places));
  }
  return best;
}

double bound_at(const RangeCurve& curve, double x) {
  return chord_above({curve.h, 1, 0, curve.values}, x);
}

constexpr RangeLattice fine{7, 1e-30};

// Few cells, so that the best strategy is far from those of the lattice.
TEST(TwoPointRows, ExceedStrategiesBetweenThoseOfTheLattice) {
  for (const double eta : {0.2, 1.0, 3.0}) {
    for (const int cells : {1, 2, 3, 5, 8}) {
      TwoPointRows rows{eta, cells};
      const Oracle h = Oracle{eta} / Oracle{static_cast<double>(cells)};
      for (const double share : {0.0, 0.2, 0.55, 0.9}) {
        const Oracle x = Oracle{share * eta};
        std::vector<double> values;
        for (int j = -cells; j <= cells; ++j) {
          values.push_back(last_step(eta, x + h * Oracle{static_cast<double>(j)}).nearest() *
                           lattice_scale);
        }
        double bound = 0;
        rows.upper(values.data() + cells, &bound, 0);
        bound /= lattice_scale;
        const double exact = next_is({eta, eta}, 0, x, 240).nearest();
        EXPECT_GE(bound, exact * (1 - 1e-12)) << eta << " " << cells << " " << share;
        // What it has too much falls with the square of the cells.
        EXPECT_LE(bound, exact + 0.5 * eta / (cells * cells))
            << eta << " " << cells << " " << share;
      }
    }
  }
}

TEST(RangeOrders, OfTwoStepsAreTheirWorstOrder) {
  for (const std::vector<double>& etas : std::vector<std::vector<double>>{
           {1, 0.4}, {0.3, 0.29}, {4, 0.01}, {0.01, 0.0003}, {1, 0.5}}) {
    const RangeCurve curve = range_orders({etas, etas}, fine, {});
    const double whole = etas[0] + etas[1];
    for (int i = 0; i < 16; ++i) {
      const double x = whole * i / 16;
      const Oracle exact = any_order(etas, x, 96);
      const double bound = bound_at(curve, x);
      EXPECT_TRUE(Oracle{bound} >= exact) << etas[0] << " " << etas[1] << " at " << x;
      EXPECT_LE(bound, exact.nearest() * 1.02 + 1e-5) << etas[0] << " " << etas[1] << " at " << x;
    }
  }
}

// Which comes last makes a difference of two per cent here, and a bound for the other order would show.
TEST(RangeOrders, ReachTheOrderThatIsWorseThanTheOthers) {
  const std::vector<double> etas{1, 0.4};
  const Oracle large_last = next_is(etas, 1, 0.45, 64);
  const Oracle small_last = next_is(etas, 0, 0.45, 64);
  EXPECT_GT(large_last.nearest(), 1.02 * small_last.nearest());
  const double bound = bound_at(range_orders({etas, etas}, fine, {}), 0.45);
  EXPECT_TRUE(Oracle{bound} >= large_last);
}

TEST(RangeOrders, OfThreeStepsStayAboveOrdersThatDependOnOutcomes) {
  std::mt19937_64 random = testing::fresh_random();
  std::uniform_real_distribution<double> uniform{0.05, 1};
  for (int trial = 0; trial < 4; ++trial) {
    std::vector<double> etas{uniform(random), uniform(random), uniform(random)};
    std::sort(etas.rbegin(), etas.rend());
    const RangeCurve curve = range_orders({etas, etas}, {6, 1e-30}, {});
    const double whole = etas[0] + etas[1] + etas[2];
    for (const double share : {0.0, 0.3, 0.6, 0.9}) {
      const Oracle exact = any_order(etas, share * whole, 12);
      const double bound = bound_at(curve, share * whole);
      EXPECT_TRUE(Oracle{bound} >= exact) << share;
      EXPECT_LE(bound, exact.nearest() * 1.1 + 1e-3) << share;
    }
  }
}

// A curve at multiples of h from -zero h to zero h, in doubles. After one more step of so many cells before it: at least
// as much as from the lattice's strategies, or at most as much as from all, by (1) of two_point.md.
struct Line {
  static constexpr std::size_t zero = 1400;
  static constexpr double h = 1.0 / 256;

  Line() : values(2 * zero + 1, 0.0) { mirror(); }

  void mirror() {
    for (std::size_t j = 1; j <= zero; ++j) {
      const double x = static_cast<double>(j) * h;
      values[zero - j] = -std::expm1(-x) + std::exp(-x) * values[zero + j];
    }
  }

  [[nodiscard]] double at(std::size_t i) const { return i < values.size() ? values[i] : 0; }

  void step(std::size_t cells, bool from_above) {
    const double whole = std::exp(static_cast<double>(cells) * h);
    const double share = std::tanh(h / 4) / (whole - 1);
    Line next;
    for (std::size_t i = zero; i < values.size(); ++i) {
      for (std::size_t j = 0; j <= cells; ++j) {
        const double stay = (whole - std::exp(static_cast<double>(j) * h)) / (whole - 1);
        double excess = 0;
        for (const std::size_t k : {j, j + 1}) {
          if (from_above && k > 0 && k <= cells) {
            excess = std::max(excess, whole * (at(i - k) - at(i - k + 1)) -
                                          (at(i - k + cells) - at(i - k + cells + 1)));
          }
        }
        const double value = stay * at(i - j) + (1 - stay) * at(i - j + cells) + share * excess;
        next.values[i] = std::max(next.values[i], value);
      }
    }
    next.mirror();
    values = next.values;
  }

  std::vector<double> values;
};

// For three steps no such case is known. Here the first two of four are exchanged, by 2e-4 of delta.
TEST(RangeOrders, MayBeWorseThanThatWithTheGreatestLast) {
  Line greatest_last;
  for (const std::size_t cells : {442U, 365U, 339U, 230U}) {
    greatest_last.step(cells, true);
  }
  Line another;
  for (const std::size_t cells : {442U, 365U, 230U, 339U}) {
    another.step(cells, false);
  }
  constexpr std::size_t i = 343;
  const double worse = another.at(Line::zero + i);
  EXPECT_GT(worse, greatest_last.at(Line::zero + i) * (1 + 1e-4));
  const std::vector<double> etas{442 * Line::h, 365 * Line::h, 339 * Line::h, 230 * Line::h};
  const RangeCurve curve = range_orders({etas, etas}, {8, 1e-30}, {});
  EXPECT_GE(bound_at(curve, i * Line::h), worse * (1 - 1e-12));
}

TEST(RangeOrders, AStepBetweenTwoRangesIsBoundedByChance) {
  for (const double eta : {0.2, 0.21, 0.3, 0.45, 0.499, 0.5}) {
    const RangeCurve curve = range_orders({{eta}, {0.5, 0.2}}, fine, {});
    for (int i = 0; i < 32; ++i) {
      const double x = eta * i / 32;
      EXPECT_TRUE(Oracle{bound_at(curve, x)} >= last_step(eta, x)) << eta << " at " << x;
    }
    // No more than its share of the greater one, which it is not at worst.
    const double share = (eta - 0.2) / 0.3;
    const double mean =
        share * last_step(0.5, 0.0).nearest() + (1 - share) * last_step(0.2, 0.0).nearest();
    EXPECT_LE(bound_at(curve, 0), mean * 1.1);
    EXPECT_GE(bound_at(curve, 0), mean * (1 - 1e-12));
  }
}

TEST(RangeOrders, StepsTakenForOthersByChanceStayAboveTheirOrders) {
  const std::vector<double> etas{0.9, 0.7, 0.4};
  for (const std::vector<double>& grid : std::vector<std::vector<double>>{
           {0.9, 0.4}, {1, 0.3}, {0.9, 0.65, 0.4}, {0.95, 0.8, 0.5, 0.1}}) {
    const RangeCurve curve = range_orders({etas, grid}, {6, 1e-30}, {});
    for (const double x : {0.0, 0.5, 1.0, 1.5, 1.9}) {
      const Oracle exact = any_order(etas, x, 12);
      EXPECT_TRUE(Oracle{bound_at(curve, x)} >= exact) << grid.size() << " at " << x;
      EXPECT_LE(bound_at(curve, x), exact.nearest() * 2 + 1e-2) << grid.size() << " at " << x;
    }
  }
}

TEST(RangeOrders, CutTheCurveWhereItIsNegligibleAndNotBefore) {
  const std::vector<double> etas{0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04};
  const RangeCurve all = range_orders({etas, etas}, {5, 1e-200}, {});
  const RangeCurve cut = range_orders({etas, etas}, {5, 1e-2}, {});
  EXPECT_LT(cut.values.size(), all.values.size());
  for (std::size_t i = 0; i < cut.values.size(); ++i) {
    EXPECT_GE(cut.values[i], all.values[i] * (1 - 1e-12));
    EXPECT_LE(cut.values[i], all.values[i] + 0x1p512 * 2e-2);
  }
}

// Composed with others, what is left there would count as certain.
TEST(RangeOrders, EndWhereNoRatioReaches) {
  const std::vector<double> etas{0.0043, 0.0028, 0.0014};
  for (const int fineness : {4, 7}) {
    const RangeCurve curve = range_orders({etas, etas}, {fineness, 1e-30}, {});
    EXPECT_LE(curve.values.back(), 1e-29 * lattice_scale);
    EXPECT_GT(bound_at(curve, 0.0084), 0);
  }
}

TEST(RangeOrders, CanBeStopped) {
  const Progress stop = [](double /*part*/) { throw std::runtime_error{"stop"}; };
  EXPECT_THROW(range_orders({{1, 0.5}, {1, 0.5}}, fine, stop), std::runtime_error);
}

// Whatever weighs the same: the curve lies above every order of each list.
TEST(RangeOrders, SetsOfOneWeightStayAboveAllTheirOrders) {
  std::mt19937_64 random = testing::fresh_random();
  const std::vector<double> etas{0.9, 0.7, 0.4};
  const std::vector<double> lesser{0.8, 0.6, 0.35};
  const std::vector<double> grid{1, 0.65, 0.3};
  std::vector<std::vector<std::size_t>> kinds{
      {1, 1, 1}, {9, 4, 1}, {1, 4, 9}, {12, 7, 4}, {3, 1, 2}};
  kinds.push_back({1 + random() % 9, 1 + random() % 9, 1 + random() % 9});
  for (const std::vector<std::size_t>& weights : kinds) {
    const RangeCurve curve = range_orders({etas, grid, weights, {lesser}}, {6, 1e-30}, {});
    ASSERT_EQ(curve.more.size(), 1U);
    const RangeCurve other{curve.h, curve.more.front(), {}};
    for (const double x : {0.0, 0.5, 1.0, 1.5}) {
      EXPECT_TRUE(Oracle{bound_at(curve, x)} >= any_order(etas, x, 12))
          << weights[0] << " at " << x;
      EXPECT_TRUE(Oracle{bound_at(other, x)} >= any_order(lesser, x, 12))
          << weights[0] << " at " << x;
    }
  }
}

// Two steps of the lesser range weigh as much as one of the greater, and are the worse ones here.
TEST(RangeOrders, SetsOfOneWeightAreAsBadAsTheWorstOfThem) {
  const RangeCurve curve = range_orders({{1, 0.9}, {1, 0.9}, {2, 1}}, fine, {});
  const RangeCurve single = range_orders({{1}, {1}}, fine, {});
  const RangeCurve lesser = range_orders({{0.9, 0.9, 0.9}, {0.9}}, fine, {});
  for (const double x : {0.0, 0.5, 1.0, 1.5, 1.8}) {
    EXPECT_GE(bound_at(curve, x), bound_at(single, x) * (1 - 1e-12));
    EXPECT_TRUE(Oracle{bound_at(curve, x)} >= any_order({1, 0.9}, x, 64)) << x;
    EXPECT_GE(bound_at(curve, x), bound_at(lesser, x) * 0.99) << x;
    EXPECT_LE(bound_at(curve, x), bound_at(lesser, x) * 1.5 + 1e-3) << x;
  }
}

}  // namespace
}  // namespace discreet::detail

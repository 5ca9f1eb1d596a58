// What the recursions share: the mirror, where they are cut and how they are read.
#include "accounting/lattice.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "accounting/laplace.hpp"
#include "accounting/two_point.hpp"
#include "discreet/error.hpp"
#include "support/oracle.hpp"

namespace discreet::detail {
namespace {

using discreet::testing::Oracle;

class MirrorOf : public ::testing::TestWithParam<Outward> {};

TEST_P(MirrorOf, BoundsTheCurveBelowZeroFromBothSidesAndClosely) {
  constexpr int cells = 24;
  for (const double h : {1e-30, 1e-3, 0.1, 12.0}) {
    const Reals real{400};
    const Mirror mirror{real, real(h), cells, GetParam()};
    LatticeBounds bounds{std::vector<double>(3 * cells), std::vector<double>(3 * cells)};
    for (std::size_t j = 1; j <= cells; ++j) {
      bounds.upper[cells + j] = lattice_scale / (1 + 0.3 * static_cast<double>(j));
      bounds.lower[cells + j] = bounds.upper[cells + j] / 3;
    }
    mirror(bounds);
    for (std::size_t j = 1; j <= cells; ++j) {
      const Oracle decay = exp(-(Oracle{h} * Oracle(static_cast<double>(j))));
      const Oracle gain = (Oracle{1} - decay) * Oracle{lattice_scale};
      const Oracle upper = gain + decay * Oracle{bounds.upper[cells + j]};
      const Oracle lower = gain + decay * Oracle{bounds.lower[cells + j]};
      EXPECT_GE(Oracle{bounds.upper[cells - j]}, upper);
      EXPECT_LE(Oracle{bounds.upper[cells - j]}, upper * Oracle{1 + 0x1p-40});
      EXPECT_LE(Oracle{bounds.lower[cells - j]}, lower);
      EXPECT_GE(Oracle{bounds.lower[cells - j]}, lower * Oracle{1 - 0x1p-40});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BothSteps, MirrorOf,
                         ::testing::Values(two_point_outward,
                                           Outward{(8 * 24 + 64) * 0x1p-53, 0x1p-900}));

template <class Step>
class Recursions : public ::testing::Test {};
using BothSteps = ::testing::Types<TwoPointStep, LaplaceStep>;
TYPED_TEST_SUITE(Recursions, BothSteps);

TYPED_TEST(Recursions, CutMovesBothBoundsOutward) {
  using Recursion = LatticeRecursion<TypeParam>;
  const Bracket whole = Recursion{0.1, 40, {16, 0, 4}}.delta(0.9);
  for (const double cut : {0.95, 1.1, 1.3}) {
    const Bracket bracket = Recursion{0.1, 40, {16, 0, cut}}.delta(0.9);
    EXPECT_GE(bracket.upper, whole.upper) << cut;
    EXPECT_LE(bracket.lower, whole.lower) << cut;
  }
  const Bracket far = Recursion{0.1, 40, {16, 0, 3}}.delta(0.9);
  EXPECT_LE(far.upper, whole.upper * (1 + 1e-5));
  EXPECT_GE(far.lower, whole.lower * (1 - 1e-5));
}

// The curve of a part of the steps ends earlier, and is not computed past its own end.
TYPED_TEST(Recursions, CutsOfFewerStepsMoveBothBoundsOutwardAndHardly) {
  using Recursion = LatticeRecursion<TypeParam>;
  const Recursion whole{0.1, 200, {8, 0, 20}};
  const Recursion cut{0.1, 200, {8, 0, 12}};
  for (const double x : {0.0, 0.3, 1.0, 2.2, 3.5, 5.0}) {
    const Bracket all = whole.delta(x);
    const Bracket some = cut.delta(x);
    EXPECT_GE(some.upper, all.upper) << x;
    EXPECT_LE(some.lower, all.lower) << x;
    EXPECT_LE(some.upper, all.upper * (1 + 1e-6)) << x;
    EXPECT_GE(some.lower, all.lower * (1 - 1e-6)) << x;
  }
}

TYPED_TEST(Recursions, WhereTheyBeginDoesNotMatter) {
  using Recursion = LatticeRecursion<TypeParam>;
  const Recursion all{0.15, 10, {32, 0, 1.5}};
  const Recursion late{0.15, 10, {32, 0.9, 1.5}};
  for (const double x : {0.9, 0.95, 1.0, 1.234}) {
    EXPECT_EQ(all.delta(x), late.delta(x)) << x;
    EXPECT_EQ(all.epsilon(all.upper_delta(x)), late.epsilon(all.upper_delta(x))) << x;
  }
  EXPECT_THROW((void)late.delta(0.5), Error);
}

TYPED_TEST(Recursions, FallAlongTheCurveAndInvertIt) {
  const LatticeRecursion<TypeParam> curve{0.2, 12, {48, 0, 2.4}};
  double before = 1;
  for (double x = 0; x < 2.4; x += 0.037) {
    const double delta = curve.upper_delta(x);
    EXPECT_LE(delta, before);
    before = delta;
    EXPECT_NEAR(curve.epsilon(delta), x, 1e-9);
  }
  EXPECT_EQ((LatticeRecursion<TypeParam>{0.2, 12, {48, 0, 1.0}}.epsilon(0)),
            std::numeric_limits<double>::infinity());
}

TYPED_TEST(Recursions, RefuseWhatNoLatticeHas) {
  using Recursion = LatticeRecursion<TypeParam>;
  EXPECT_THROW(Recursion(0, 3, {8, 0, 1}), Error);
  EXPECT_THROW(Recursion(std::nan(""), 3, {8, 0, 1}), Error);
  EXPECT_THROW(Recursion(501, 3, {8, 0, 1}), Error);
  EXPECT_THROW(Recursion(1, 1, {8, 0, 1}), Error);
  EXPECT_THROW(Recursion(1, 3, {0, 0, 1}), Error);
  EXPECT_THROW(Recursion(1, 3, {65538, 0, 1}), Error);
  EXPECT_THROW(Recursion(1, 3, {8, 2, 1}), Error);
  EXPECT_THROW(Recursion(1, 3, {8, -1, 1}), Error);
  EXPECT_THROW(Recursion(1, 3, {8, 0, std::nan("")}), Error);
  EXPECT_THROW(Recursion(1, 1000000000000, {8, 0, 1}), Error);
  EXPECT_THROW(Recursion(1e-100, 3, {8, 1, 1}), Error);
}

TEST(LaplaceRecursion, NeedsBothSides) {
  for (const Sides side : {Sides::upper, Sides::lower}) {
    EXPECT_THROW((LaplaceRecursion{0.1, 20, {8, 0, 1, side}}), Error);
  }
}

TYPED_TEST(Recursions, ReportProgressAndLetItStopTheWork) {
  double last = 0;
  int reports = 0;
  const LatticeRecursion<TypeParam> curve(0.1, 20, {8, 0, 1}, [&](double done) {
    EXPECT_GT(done, last);
    last = done;
    ++reports;
  });
  EXPECT_EQ(reports, 19);
  EXPECT_EQ(last, 1);
  EXPECT_GT(curve.delta(0.5).lower, 0);
  EXPECT_THROW(LatticeRecursion<TypeParam>(0.1, 20, {8, 0, 1}, [](double) { throw 7; }), int);
}

}  // namespace
}  // namespace discreet::detail

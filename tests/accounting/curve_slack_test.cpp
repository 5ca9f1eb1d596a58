#include <limits>

#include <gtest/gtest.h>

#include "discreet/accounting/curve.hpp"
#include "support/expect_error.hpp"

namespace discreet {
namespace {
namespace curve_slack {

const PrivacyCurve plain = PrivacyCurve::of_selections(Law::exponential_mechanism, 0.1, 10);

TEST(CurveWithSlack, AddsTheSlackAndKeepsTheRestOfTheCurve) {
  constexpr double slack = 0.25;
  const PrivacyCurve curve = plain.with_slack(slack);
  for (const double epsilon : {0.0, 0.1, 0.3, 0.7}) {
    const double rest = plain.delta(epsilon);
    EXPECT_GE(curve.delta(epsilon), slack + (1 - slack) * rest);
    EXPECT_LE(curve.delta(epsilon), (slack + (1 - slack) * rest) * (1 + 1e-15));
  }
  EXPECT_EQ(curve.delta(2), slack);
  EXPECT_EQ(plain.with_slack(0).delta(0.3), plain.delta(0.3));
  EXPECT_EQ(plain.with_slack(1).delta(5), 1);
}

TEST(CurveWithSlack, AsksOfTheRestWhatTheSlackLeaves) {
  constexpr double slack = 0x1p-20;
  const PrivacyCurve curve = plain.with_slack(slack);
  EXPECT_EQ(curve.epsilon(slack / 2), std::numeric_limits<double>::infinity());
  EXPECT_EQ(curve.epsilon(slack), plain.epsilon(0));
  EXPECT_EQ(curve.epsilon(1), 0);
  for (const double delta : {0x1p-19, 0x1p-10, 0.5}) {
    const double epsilon = curve.epsilon(delta);
    EXPECT_GE(epsilon, plain.epsilon(delta));
    EXPECT_LE(epsilon, plain.epsilon(delta - slack) * (1 + 1e-12));
  }
  EXPECT_EQ(plain.with_slack(1).epsilon(0.5), std::numeric_limits<double>::infinity());
}

TEST(CurveWithSlack, RefusesWhatIsNoProbability) {
  for (const double slack : {-0.0, -1.0, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    expect_error(
        bad_parameter, [&] { return plain.with_slack(slack).delta(1); },
        "the slack must be a number from zero to one");
  }
  expect_error(
      bad_parameter, [] { return plain.with_slack(0.5).with_slack(0.5).delta(1); },
      "a curve takes one slack");
}

}  // namespace curve_slack
}  // namespace
}  // namespace discreet

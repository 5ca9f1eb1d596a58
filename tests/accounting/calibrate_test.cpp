#include "discreet/accounting/calibrate.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "accounting/calibrate.hpp"
#include "discreet/accounting/accuracy.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/accounting/curve.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "support/extremes.hpp"
#include "support/fresh_random.hpp"

namespace discreet {
namespace {

TEST(CalibrateTopK, PureTargetsGetPermuteAndFlipAndTheWholeBudget) {
  for (const std::uint64_t k : {1ULL, 3ULL, 1000000000ULL}) {
    for (const double sensitivity : {1.0, 0.1, 3e7}) {
      const TopKPlan plan =
          calibrate_top_k(k, PureCost{0.7}, sensitivity, Monotonic::no, 2000000000);
      EXPECT_EQ(plan.law, Law::permute_and_flip);
      EXPECT_LE(std::get<PureCost>(plan.cost).epsilon, 0.7);
      // The scale itself keeps to the target, in exact rationals.
      EXPECT_LE(exact_fraction(k) * exact_fraction(2 * sensitivity) / exact_fraction(plan.scale),
                exact_fraction(0.7));
      EXPECT_NEAR(plan.scale, static_cast<double>(k) * 2 * sensitivity / 0.7, plan.scale * 1e-14);
    }
  }
}

// What a plan claims, in exact rationals, or a refusal that states a rule; never a bug.
void expect_right_or_refused(std::uint64_t k, const Target& target, double sensitivity) {
  try {
    const TopKPlan plan = calibrate_top_k(k, target, sensitivity, Monotonic::yes, k + 5);
    ASSERT_TRUE(std::isfinite(plan.scale) && plan.scale > 0 && plan.step > 0);
    EXPECT_TRUE(plan.expected_error >= 0);
    EXPECT_GE(exact_fraction(plan.step) * exact_fraction(plan.scale), exact_fraction(sensitivity));
    EXPECT_LE(plan.step_bracket.lower, plan.step_bracket.upper);
    if (const auto* pure = std::get_if<PureCost>(&target)) {
      EXPECT_LE(exact_fraction(k) * exact_fraction(plan.step), exact_fraction(pure->epsilon));
    } else if (const auto* zcdp = std::get_if<ZcdpCost>(&target)) {
      const double each = plan.law == Law::exponential_mechanism
                              ? bounded_range_to_zcdp(plan.step)
                              : permute_and_flip_to_zcdp(plan.step);
      EXPECT_LE(exact_fraction(k) * exact_fraction(each), exact_fraction(zcdp->rho));
    } else {
      EXPECT_LE(std::get<ApproximateCost>(plan.cost).delta,
                std::get<ApproximateCost>(target).delta);
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), bad_parameter) << error.what();
  }
}

TEST(CalibrateTopK, StatesNoLessThanItsStepsAndNoMoreThanItsTarget) {
  std::mt19937_64 random = testing::fresh_random();
  std::uniform_real_distribution<double> target{0.01, 10};
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t k = 1 + random() % 60;
    const double most = target(random);
    const TopKPlan pure = calibrate_top_k(k, PureCost{most}, 1, Monotonic::yes, 64);
    const double epsilon = std::get<PureCost>(pure.cost).epsilon;
    EXPECT_GE(exact_fraction(epsilon), exact_fraction(k) * exact_fraction(pure.step));
    EXPECT_LE(epsilon, most);
    const TopKPlan zcdp = calibrate_top_k(k, ZcdpCost{most}, 1, Monotonic::yes, 64);
    const double each = zcdp.law == Law::exponential_mechanism
                            ? bounded_range_to_zcdp(zcdp.step)
                            : permute_and_flip_to_zcdp(zcdp.step);
    const double rho = std::get<ZcdpCost>(zcdp.cost).rho;
    EXPECT_GE(exact_fraction(rho), exact_fraction(k) * exact_fraction(each));
    EXPECT_LE(rho, most);
  }
}

// As many rows of one column have: whichever law is planned, nothing is left to choose.
TEST(CalibrateTopK, FromOneCandidateTakesTheLawWhoseAccountIsQuicker) {
  const TopKPlan plan =
      detail::calibrate_selections(2000, ApproximateCost{1, 1e-6}, 1, Monotonic::yes, 1, {});
  EXPECT_EQ(plan.law, Law::exponential_mechanism);
  EXPECT_EQ(plan.expected_error, 0);
  EXPECT_LE(std::get<ApproximateCost>(plan.cost).delta, 1e-6);
}

TEST(CalibrateTopK, ExtremeTargetsAreRightOrRefused) {
  expect_right_or_refused(7, ZcdpCost{5e-324}, 1);
  std::mt19937_64 random = testing::fresh_random();
  const auto extreme = [&](double most) {
    // Every exponent alike, the subnormal ones and the ends more often.
    switch (random() % 4) {
      case 0:
        return std::bit_cast<double>(random() % 64 + 1);
      case 1:
        return std::min(most, std::bit_cast<double>(0x7FEFFFFFFFFFFFFFU - random() % 64));
      default:
        return std::min(most, std::bit_cast<double>(random() % 0x7FF0000000000000U));
    }
  };
  const auto count = [&] {
    return random() % 3 == 0 ? random() >> (random() % 63 + 1U) : random() % 9 + 1;
  };
  for (int i = 0; i < 10; ++i) {
    const std::uint64_t k = std::max<std::uint64_t>(1, count());
    expect_right_or_refused(k, PureCost{extreme(largest)}, extreme(largest));
    expect_right_or_refused(k, ZcdpCost{extreme(largest)}, extreme(largest));
  }
  for (int i = 0; i < 3; ++i) {
    const double epsilon = random() % 5 == 0 ? 0 : extreme(largest);
    const double delta = random() % 5 == 0 ? 0 : extreme(0.999);
    expect_right_or_refused(random() % 3 + 1, ApproximateCost{epsilon, delta}, extreme(largest));
  }
}

TEST(CalibrateTopK, ZcdpTargetsGetTheTightConstant) {
  for (const std::uint64_t k : {1ULL, 10ULL, 1000000ULL}) {
    for (const double rho : {1e-9, 0.1, 30.0}) {
      const TopKPlan plan = calibrate_top_k(k, ZcdpCost{rho}, 1, Monotonic::yes, 1000000);
      EXPECT_LE(std::get<ZcdpCost>(plan.cost).rho, rho);
      EXPECT_GE(std::get<ZcdpCost>(plan.cost).rho, rho * (1 - 1e-12));
      EXPECT_EQ(plan.law, Law::exponential_mechanism);
      EXPECT_LT(plan.scale, std::sqrt(static_cast<double>(k) / (8 * rho)) * (1 + 1e-12));
      EXPECT_LE(plan.step_bracket.upper, plan.step_bracket.lower * (1 + 1e-12));
    }
  }
}

TEST(CalibrateTopK, KeepsToApproximateTargetsWithANarrowBracket) {
  for (const ApproximateCost target : {ApproximateCost{1, 1e-6}, {0.1, 1e-9}, {3, 1e-3}}) {
    for (const std::uint64_t k : {1U, 2U, 10U}) {
      for (const double sensitivity : {1.0, 0.3}) {
        const TopKPlan plan = calibrate_top_k(k, target, sensitivity, Monotonic::yes, 1000);
        const auto cost = std::get<ApproximateCost>(plan.cost);
        EXPECT_EQ(cost.epsilon, target.epsilon);
        EXPECT_LE(cost.delta, target.delta);
        EXPECT_LE(plan.step, plan.step_bracket.lower);
        EXPECT_LE(plan.step_bracket.upper, plan.step_bracket.lower * (1 + 1e-4)) << k;
        // The plan is also within the target by the functions that know nothing of plans.
        EXPECT_LE(PrivacyCurve::of_selections(plan.law, plan.step, k).delta(target.epsilon),
                  target.delta);
      }
    }
  }
}

TEST(CalibrateTopK, NothingMuchSmallerWouldDo) {
  const TopKPlan plan = calibrate_top_k(10, ApproximateCost{1, 1e-6}, 1, Monotonic::yes, 1000);
  ASSERT_EQ(plan.law, Law::exponential_mechanism);
  EXPECT_GT(bounded_range_delta_bracket(plan.step_bracket.upper, 10, 1).lower, 1e-6);
  // The routes of others: 0.118 and 0.140 per selection.
  EXPECT_GT(plan.step, 0.1533);
}

TEST(CalibrateTopK, ChoosesTheLawThatErrsLess) {
  for (const std::uint64_t n : {2ULL, 1000ULL}) {
    for (const std::uint64_t k : {1ULL, 2ULL}) {
      const ApproximateCost target{1, 1e-6};
      const TopKPlan plan = calibrate_top_k(k, target, 1, Monotonic::yes, n);
      EXPECT_EQ(plan.expected_error, expected_error(plan.law, n, plan.scale));
      if (k == 1) {
        EXPECT_EQ(plan.law, Law::permute_and_flip);
      }
    }
  }
  EXPECT_EQ(calibrate_top_k(30, ApproximateCost{1, 1e-6}, 1, Monotonic::yes, 100).law,
            Law::exponential_mechanism);
}

TEST(CalibrateTopK, MonotonicScoresNeedHalfTheScale) {
  const ApproximateCost target{1, 1e-6};
  const double half = calibrate_top_k(5, target, 1, Monotonic::yes, 50).scale;
  EXPECT_EQ(calibrate_top_k(5, target, 1, Monotonic::no, 50).scale, 2 * half);
}

TEST(CalibrateTopK, IsMonotoneInTheTarget) {
  const auto scale = [](std::uint64_t k, double epsilon, double delta) {
    return calibrate_top_k(k, ApproximateCost{epsilon, delta}, 1, Monotonic::yes, 1000).scale;
  };
  EXPECT_GT(scale(10, 0.99, 1e-6), scale(10, 1, 1e-6));
  EXPECT_GT(scale(10, 1, 0.9e-6), scale(10, 1, 1e-6));
  EXPECT_GT(scale(11, 1, 1e-6), scale(10, 1, 1e-6));
}

TEST(CalibrateTopK, RemembersAndAgreesAcrossThreads) {
  const auto plan = [] {
    return calibrate_top_k(7, ApproximateCost{0.8, 1e-7}, 1, Monotonic::yes, 100).scale;
  };
  double other = 0;
  std::thread thread{[&] { other = plan(); }};
  const double here = plan();
  thread.join();
  EXPECT_EQ(here, other);
  EXPECT_EQ(here, plan());
}

TEST(CalibrateTopK, ReportsProgressAndCanBeStopped) {
  double last = 0;
  calibrate_top_k(9, ApproximateCost{0.77, 1e-7}, 1, Monotonic::yes, 100, [&](double done) {
    EXPECT_GE(done, last);
    EXPECT_LE(done, 1);
    last = done;
  });
  EXPECT_GT(last, 0.5);
  EXPECT_THROW(calibrate_top_k(9, ApproximateCost{0.78, 1e-7}, 1, Monotonic::yes, 100,
                               [](double) { throw 7; }),
               int);
}

TEST(CalibrateTopK, CertifiesExtremeTargetsAndRefusesTheRest) {
  const auto plan = [](std::uint64_t k, const Target& target) {
    return calibrate_top_k(k, target, 1, Monotonic::yes, 2000000000);
  };
  for (const ApproximateCost target : {ApproximateCost{1, 0}, {1, 1e-300}, {0, 1e-6}, {1, 0.999}}) {
    for (const std::uint64_t k : {1ULL, 2ULL, 1000000000ULL}) {
      const TopKPlan found = plan(k, target);
      EXPECT_LE(std::get<ApproximateCost>(found.cost).delta, target.delta);
      EXPECT_GE(found.step_bracket.upper, found.step_bracket.lower);
      EXPECT_GE(found.step, target.epsilon / static_cast<double>(k) * (1 - 1e-9));
    }
  }
  EXPECT_GT(plan(1, PureCost{1e-300}).scale, 1e299);
  EXPECT_THROW(plan(1, PureCost{1e-310}), Error);  // no finite scale
  for (const double bad : {0.0, -0.0, -1.0, infinity, std::nan("")}) {
    EXPECT_THROW(plan(1, PureCost{bad}), Error);
    EXPECT_THROW(plan(1, ZcdpCost{bad}), Error);
    EXPECT_THROW(plan(1, ApproximateCost{bad, 0}), Error);
    EXPECT_THROW(calibrate_top_k(1, PureCost{1}, bad, Monotonic::yes, 1), Error);
  }
  EXPECT_THROW(plan(1, ApproximateCost{1, 1}), Error);
  EXPECT_THROW(plan(1, ApproximateCost{1, std::nan("")}), Error);
  EXPECT_THROW(plan(0, PureCost{1}), Error);
  EXPECT_THROW(calibrate_top_k(5, PureCost{1}, 1, Monotonic::yes, 4), Error);
  EXPECT_THROW(calibrate_top_k(1, PureCost{1}, 1.5e308, Monotonic::no, 4), Error);
}

TEST(CalibrateTopK, EndsOnTargetsTooSmallForADouble) {
  for (const double rho : {1e-320, std::numeric_limits<double>::denorm_min()}) {
    const TopKPlan plan = calibrate_top_k(1, ZcdpCost{rho}, 1, Monotonic::yes, 2);
    EXPECT_LE(std::get<ZcdpCost>(plan.cost).rho, rho);
  }
  for (const ApproximateCost target :
       {ApproximateCost{0, std::numeric_limits<double>::denorm_min()},
        ApproximateCost{1e-310, 1e-322}}) {
    try {
      (void)calibrate_top_k(1000, target, 1, Monotonic::yes, 2);
      FAIL() << "a target below the doubles was met";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bad_parameter);
    }
  }
}

TEST(PrivacyCurve, AnswersAsTheFunctionsItStandsFor) {
  const auto exponential = PrivacyCurve::of_selections(Law::exponential_mechanism, 0.2, 5);
  EXPECT_EQ(exponential.delta(0.5), bounded_range_to_delta(0.2, 5, 0.5));
  const auto flip = PrivacyCurve::of_selections(Law::permute_and_flip, 0.2, 5);
  EXPECT_EQ(flip.delta(0.5), permute_and_flip_to_delta(0.2, 5, 0.5));
  const auto costs = PrivacyCurve::of_costs({PureCost{0.5}, ApproximateCost{0.5, 0.125}});
  EXPECT_EQ(costs.delta(1), 0.125);
  EXPECT_EQ(costs.epsilon(0.125), 1);
  for (const auto& curve : {exponential, flip}) {
    EXPECT_LE(curve.delta(curve.epsilon(1e-6)), 1e-6 * 1.01);
    EXPECT_EQ(curve.epsilon(1), 0);
    EXPECT_THROW((void)curve.epsilon(2), Error);
    EXPECT_THROW((void)curve.delta(-1), Error);
  }
  EXPECT_THROW(PrivacyCurve::of_selections(Law::exponential_mechanism, -1, 5), Error);
  EXPECT_THROW(PrivacyCurve::of_costs({PureCost{-1}}), Error);
}

TEST(ZcdpBudget, IsTheMostThatConverts) {
  for (const double epsilon : {0.01, 1.0, 10.0}) {
    for (const double delta : {1e-300, 1e-6, 0.3}) {
      const double rho = zcdp_budget(epsilon, delta);
      EXPECT_LE(zcdp_to_delta(rho, epsilon), delta);
      EXPECT_GT(zcdp_to_delta(rho * (1 + 1e-6), epsilon), delta);
    }
  }
  EXPECT_EQ(zcdp_budget(1, 0), 0);
  EXPECT_EQ(zcdp_budget(infinity, 0), infinity);
  EXPECT_EQ(zcdp_budget(1, 1), infinity);
  EXPECT_THROW(zcdp_budget(-1, 0.5), Error);
  EXPECT_THROW(zcdp_budget(1, std::nan("")), Error);
}

}  // namespace
}  // namespace discreet

// Which law is planned, and which is not even tried.
#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "accounting/calibrate.hpp"
#include "discreet/accounting/calibrate.hpp"

namespace discreet {
namespace {

// A law is left out only where it would have lost.
TEST(CalibrateLaw, OfTheBetterOneIsThePlanWhicheverIsLeftOut) {
  std::array<int, 2> chosen{};
  for (const std::uint64_t k : {2ULL, 3ULL, 5ULL, 40ULL}) {
    for (const ApproximateCost target :
         {ApproximateCost{0.1, 1e-12}, {1, 1e-9}, {5, 1e-6}, {40, 1e-9}, {1, 1e-3}, {0, 1e-6}}) {
      const TopKPlan plan = calibrate_top_k(k, target, 1, Monotonic::yes, 1000);
      const auto by = [&](Law law) { return detail::calibrate_law(law, k, target, 1, 1000, {}); };
      const TopKPlan exponential = by(Law::exponential_mechanism);
      const TopKPlan flip = by(Law::permute_and_flip);
      const bool flips = flip.expected_error <= exponential.expected_error;
      EXPECT_EQ(plan.law, flips ? Law::permute_and_flip : Law::exponential_mechanism)
          << k << " " << target.epsilon;
      EXPECT_EQ(plan.scale, (flips ? flip : exponential).scale) << k << " " << target.epsilon;
      chosen[flips ? 1 : 0] += 1;
    }
  }
  EXPECT_GT(chosen[0], 5);
  EXPECT_GT(chosen[1], 5);
}

}  // namespace
}  // namespace discreet

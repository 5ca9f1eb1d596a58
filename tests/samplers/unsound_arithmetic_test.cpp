#include "support/unsound_arithmetic.hpp"

#include <gtest/gtest.h>

#include "discreet/samplers/noise.hpp"
#include "numbers/score_gap.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "support/expect_error.hpp"

namespace discreet {
namespace {

TEST(Samplers, RefuseAThreadWithUnsoundArithmetic) {
  ExponentialPSRN<> e{ExponentialRV{0, 1}};
  ExponentialPSRN<> f{ExponentialRV{1, 1}};
  GumbelPSRN<> g{GumbelRV{0, 1}};
  GumbelPSRN<> h{GumbelRV{1, 1}};
  for (const UnsoundMode mode : unsound_modes) {
    const UnsoundArithmetic unsound{mode};
    expect_error(unsound_thread, [&] { return e.greater_than(f); });
    expect_error(unsound_thread, [&] { return g.greater_than(h); });
    expect_error(unsound_thread,
                 [] { return sample_bernoulli_exp(ScoreGap<double>{1e308, -1e308, 1.0}); });
  }
}

}  // namespace
}  // namespace discreet

// The bad-input table of the functions below the measurements, for every score type and both laws.
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/selection/noisy_top_k.hpp"
#include "discreet/specification.hpp"
#include "entropy/system_bits.hpp"
#include "support/expect_error.hpp"
#include "support/score_types.hpp"
#include "support/unsound_arithmetic.hpp"
#include "support/unusual_scores.hpp"

namespace discreet {
namespace {

template <class T>
class SelectionBadInput : public ::testing::Test {
 protected:
  using Vector = std::vector<T>;
  using Select = std::function<std::vector<std::size_t>(const Vector&, double)>;

  // For the best two.
  const std::vector<Select> top_two = {
      [](const Vector& x, double s) {
        return noisy_top_k(x, {Law::exponential_mechanism, s, 2, Optimize::max});
      },
      [](const Vector& x, double s) {
        return noisy_top_k(x, {Law::permute_and_flip, s, 2, Optimize::min});
      },
      [](const Vector& x, double s) { return exponential_top_k(x, s, 2, Optimize::max); },
      [](const Vector& x, double s) { return gumbel_top_k(x, s, 2, Optimize::max); },
  };

  const std::vector<Select> the_best = {
      [](const Vector& x, double s) { return one(permute_and_flip(x, s, Optimize::max)); },
      [](const Vector& x, double s) { return one(exponential_noisy_max(x, s, Optimize::max)); },
      [](const Vector& x, double s) { return one(gumbel_noisy_max(x, s, Optimize::max)); },
  };

  std::vector<Select> all() const {
    std::vector<Select> selects = top_two;
    selects.insert(selects.end(), the_best.begin(), the_best.end());
    return selects;
  }

 private:
  static std::vector<std::size_t> one(std::size_t index) { return {index}; }
};
TYPED_TEST_SUITE(SelectionBadInput, ScoreTypes);

TYPED_TEST(SelectionBadInput, AScaleThatIsNotFiniteOrHasAMinusSignIsABadParameter) {
  for (const auto& select : this->all()) {
    for (const double scale : bad_scales) {
      expect_error(
          bad_parameter, [&] { return select({1, 2, 3}, scale); },
          "scale must be finite and non-negative");
    }
  }
}

TYPED_TEST(SelectionBadInput, ANanIsOutsideTheDomainBeforeABitIsDrawn) {
  if constexpr (Float<TypeParam>) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    for (const auto& select : this->all()) {
      for (const double scale : {0.0, 1.0}) {
        for (std::size_t place = 0; place < 200; place += 11) {
          std::vector<TypeParam> scores(200);
          scores[place] = place % 2 == 0 ? nan : -nan;
          const Tally before = thread_bits().tally();
          expect_error(
              outside_domain, [&] { return select(scores, scale); }, "scores must not be NaN");
          EXPECT_EQ(thread_bits().tally(), before);
        }
      }
    }
  }
}

TYPED_TEST(SelectionBadInput, NoScoresGiveNothingOrAreOutsideWhereOneIndexIsPromised) {
  for (const double scale : {0.0, 1.0}) {
    for (const auto& select : this->top_two) {
      EXPECT_TRUE(select({}, scale).empty());
    }
    for (const auto& select : this->the_best) {
      expect_error(outside_domain, [&] { return select({}, scale); });
    }
  }
}

TYPED_TEST(SelectionBadInput, OneScoreIsItsOwnBest) {
  for (const auto& select : this->all()) {
    for (const double scale : {0.0, 1.0}) {
      EXPECT_EQ(select({std::numeric_limits<TypeParam>::lowest()}, scale),
                std::vector<std::size_t>{0});
    }
  }
}

TYPED_TEST(SelectionBadInput, ExtremeScoresAndScalesAreAccepted) {
  for (const auto& select : this->all()) {
    for (const double scale :
         {0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::min(), 1.0,
          std::numeric_limits<double>::max()}) {
      EXPECT_FALSE(select(extreme_scores<TypeParam>(), scale).empty());
    }
  }
}

TYPED_TEST(SelectionBadInput, UnsoundArithmeticIsRefused) {
  for (const auto& select : this->all()) {
    for (const UnsoundMode mode : unsound_modes) {
      const UnsoundArithmetic unsound{mode};
      expect_error(unsound_thread, [&] { return select({1, 2}, 1); });
    }
  }
}

}  // namespace
}  // namespace discreet

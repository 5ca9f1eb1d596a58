// The quantiles of integer noise, against its law as it stands in the formula.
#include "accounting/noise_spread.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "support/expect_error.hpp"
#include "support/noise_law.hpp"
#include "support/oracle.hpp"
#include "support/unsound_arithmetic.hpp"

namespace discreet {
namespace {
namespace noise_spread {

using detail::IntegerNoise;
using detail::NoiseSpread;
using testing::NoiseLaw;
using testing::Oracle;
using Shape = IntegerNoise::Shape;

Oracle real(const Fraction& value) {
  BigFloat exact{512};
  mpfr_set_q(exact.get(), value.get_mpq_t(), MPFR_RNDN);
  return Oracle::copy(exact);
}

const std::vector<Fraction>& alphas() {
  static const std::vector<Fraction> all{Fraction{1, 3}, Fraction{1, 20}, Fraction{1, 200},
                                         Fraction{1, 1'000'000'000}};
  return all;
}

const std::vector<Fraction>& scales() {
  static const std::vector<Fraction> all{Fraction{1, 50}, Fraction{1, 3}, Fraction{7, 4},
                                         Fraction{9}};
  return all;
}

/// Checks that q covers, and that q - 1 would not.
template <class Beyond>
void expect_least(detail::Wide q, const Fraction& alpha, Beyond beyond) {
  const auto least = static_cast<std::int64_t>(q);
  EXPECT_LE(beyond(least), real(alpha)) << "does not cover";
  if (least > 0) {
    EXPECT_GT(beyond(least - 1), real(alpha)) << "is not the least";
  }
}

TEST(NoiseSpread, IsTheLeastThatCoversOneNoise) {
  for (const Shape shape : {Shape::laplace, Shape::gaussian}) {
    for (const Fraction& scale : scales()) {
      const IntegerNoise noise{shape, scale};
      const NoiseLaw law{noise};
      const NoiseSpread spread{noise, alphas().back()};
      for (const Fraction& alpha : alphas()) {
        expect_least(spread.quantile(alpha), alpha,
                     [&](std::int64_t q) { return testing::beyond(law, q); });
      }
    }
  }
}

TEST(NoiseSpread, IsTheLeastThatCoversASumOfTwo) {
  for (const Shape shape : {Shape::laplace, Shape::gaussian}) {
    for (const Fraction& scale : scales()) {
      for (const Fraction& other_scale : scales()) {
        const IntegerNoise noise{shape, scale};
        const IntegerNoise other{shape, other_scale};
        const NoiseLaw law{noise};
        const NoiseLaw other_law{other};
        for (const std::uint64_t factor : {1U, 2U, 7U}) {
          const NoiseSpread spread{noise, other, factor, alphas().back()};
          for (const Fraction& alpha : alphas()) {
            expect_least(spread.quantile(alpha), alpha, [&](std::int64_t q) {
              return testing::beyond(law, other_law, static_cast<std::int64_t>(factor), q);
            });
          }
        }
      }
    }
  }
}

TEST(NoiseSpread, BoundsEveryProbabilityFromAboveAndHardlyExceedsIt) {
  const IntegerNoise noise{Shape::gaussian, Fraction{30}};
  const IntegerNoise other{Shape::gaussian, Fraction{11, 2}};
  const NoiseLaw law{noise};
  const NoiseLaw other_law{other};
  const NoiseSpread spread{noise, other, 3, Fraction{1, 1000}};
  for (std::int64_t q = 0; q < 40; ++q) {
    const Oracle exact = testing::beyond(law, other_law, 3, q);
    const Oracle bound{spread.inf_beyond(q)};
    EXPECT_GE(bound, exact);
    EXPECT_LE(bound, exact * Oracle{1 + 1e-9});
  }
}

// Just past the spread up to which single integers are cells: what is taken together still covers, and is hardly wider.
TEST(NoiseSpread, CoversInCellsAndIsHardlyWider) {
  const Fraction alpha{1, 20};
  const IntegerNoise laplace{Shape::laplace, Fraction{5000}};
  const IntegerNoise gaussian{Shape::gaussian, Fraction{5000} * 5000};
  const IntegerNoise small{Shape::gaussian, Fraction{1, 50}};
  const IntegerNoise medium{Shape::gaussian, Fraction{40}};
  const NoiseLaw large_law{gaussian};
  const NoiseLaw medium_law{medium};
  const NoiseLaw small_law{small};
  const auto expect_close = [&](detail::Wide q, auto beyond) {
    const auto found = static_cast<std::int64_t>(q);
    EXPECT_LE(beyond(found), real(alpha));
    EXPECT_GT(beyond(found - found / 300), real(alpha));
  };
  expect_close(NoiseSpread{gaussian, alpha}.quantile(alpha),
               [&](std::int64_t q) { return testing::beyond(large_law, q); });
  expect_close(NoiseSpread(gaussian, medium, 700, alpha).quantile(alpha),
               [&](std::int64_t q) { return testing::beyond(large_law, medium_law, 700, q); });
  expect_close(NoiseSpread(small, gaussian, 3, alpha).quantile(alpha),
               [&](std::int64_t q) { return testing::beyond(small_law, large_law, 3, q); });
  // Wherever the end falls in a cell.
  const NoiseSpread spread{small, gaussian, 3, alpha};
  for (detail::Wide q = 30'000; q < 30'015; ++q) {
    const auto at = static_cast<std::int64_t>(q);
    EXPECT_GE(Oracle{spread.inf_beyond(q)}, testing::beyond(small_law, large_law, 3, at));
  }
  // P(|Z| > q) = 2 e^(-(q + 1)/b) / (1 + e^(-1/b)).
  expect_close(NoiseSpread{laplace, alpha}.quantile(alpha), [&](std::int64_t q) {
    const Oracle step = exp(Oracle{-1.0 / 5000});
    return Oracle{2.0} * exp(Oracle{-static_cast<double>(q + 1)} / Oracle{5000.0}) /
           (Oracle{1.0} + step);
  });
}

TEST(NoiseSpread, HasAQuantileAtTheEndsOfTheScales) {
  const Fraction least{mpz_class{1}, mpz_class{1} << 449};
  const Fraction alpha{1, 20};
  for (const Shape shape : {Shape::laplace, Shape::gaussian}) {
    const IntegerNoise tiny{shape, Fraction{1, 1'000'000}};
    const IntegerNoise huge{shape, exact_fraction(shape == Shape::laplace ? 0x1p40 : 0x1p80)};
    EXPECT_TRUE(NoiseSpread(tiny, least).quantile(least) == 0);
    EXPECT_TRUE(NoiseSpread(tiny, tiny, 5, alpha).quantile(alpha) == 0);
    const auto far = NoiseSpread(huge, huge, std::uint64_t{1} << 62, least).quantile(alpha);
    EXPECT_TRUE(far > detail::Wide{1} << 102);
    EXPECT_TRUE(far < detail::Wide{1} << 105);
    EXPECT_TRUE(NoiseSpread(huge, least).quantile(least) > detail::Wide{1} << 44);
  }
}

TEST(NoiseSpread, RefusesUnsoundArithmetic) {
  const IntegerNoise noise{Shape::gaussian, Fraction{30}};
  const UnsoundArithmetic unsound{UnsoundMode::downward};
  expect_error(unsound_thread, [&] { return NoiseSpread(noise, Fraction{1, 20}); });
}

}  // namespace noise_spread
}  // namespace
}  // namespace discreet

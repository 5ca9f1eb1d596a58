#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/rounding.hpp"
#include "support/rounding.hpp"

namespace discreet {
namespace {

using namespace discreet::testing;

using Numbers =
    ::testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                     std::uint16_t, std::uint32_t, std::uint64_t, float, double>;

/// Values at which a cast into any type changes its mind: the ends of every integer type, halves
/// and thirds between integers, the ends of both float types, and powers of two with neighbours.
template <Number T>
std::vector<T> sources() {
  std::vector<T> out;
  if constexpr (Float<T>) {
    out = adversarial<T>();
    for (const double e : {7.0, 8.0, 15.0, 16.0, 31.0, 32.0, 63.0, 64.0}) {
      const T power = static_cast<T>(std::exp2(e));
      for (const T offset : {T{-2}, T{-1.5}, T{-1}, T{-0.5}, T{0}, T{0.5}, T{1}, T{1.5}, T{2}}) {
        for (const T x : {power + offset, std::nextafter(power + offset, T{0}),
                          std::nextafter(power + offset, std::numeric_limits<T>::max())}) {
          out.push_back(x);
          out.push_back(-x);
        }
      }
    }
    RandomFloats<T> random;
    for (int i = 0; i < 300; ++i) {
      out.push_back(random.any());
      out.push_back(random.moderate());
    }
  } else {
    // Halfway cases of 24 and 53 bits lie at 2^k + 2^(k-24) and 2^k + 2^(k-53).
    std::mt19937_64 random{7};  // the same values in every run
    for (unsigned k = 0; k < 64; ++k) {
      for (const unsigned drop : {23U, 24U, 25U, 52U, 53U, 54U}) {
        const std::uint64_t half = k >= drop ? std::uint64_t{1} << (k - drop) : 0;
        for (const std::uint64_t offset :
             {half, half + 1, half - 1, 3 * half, random() >> (63 - k)}) {
          const std::uint64_t bits = (std::uint64_t{1} << k) + offset;
          out.push_back(static_cast<T>(bits));
          out.push_back(static_cast<T>(-bits));
          out.push_back(static_cast<T>(random()));
        }
      }
    }
    for (int step = 0; step < 3; ++step) {
      out.push_back(static_cast<T>(std::numeric_limits<T>::min() + static_cast<T>(step)));
      out.push_back(static_cast<T>(std::numeric_limits<T>::max() - static_cast<T>(step)));
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

template <Number To, Number From>
void expect_right(From from) {
  const Fraction exact = exact_fraction(from);
  if constexpr (Float<To>) {
    ASSERT_TRUE(is_least_not_below(inf_cast<To>(from), exact)) << exact;
    ASSERT_TRUE(is_greatest_not_above(neg_inf_cast<To>(from), exact)) << exact;
  } else {
    mpz_class up;
    mpz_class down;
    mpz_cdiv_q(up.get_mpz_t(), exact.get_num_mpz_t(), exact.get_den_mpz_t());
    mpz_fdiv_q(down.get_mpz_t(), exact.get_num_mpz_t(), exact.get_den_mpz_t());
    const Fraction least = exact_fraction(std::numeric_limits<To>::min());
    const Fraction greatest = exact_fraction(std::numeric_limits<To>::max());
    if (up >= least && up <= greatest) {
      ASSERT_EQ(exact_fraction(inf_cast<To>(from)), up) << exact;
    } else {
      ASSERT_EQ(thrown_by([&] { (void)inf_cast<To>(from); }), bad_distance) << exact;
    }
    if (down >= least && down <= greatest) {
      ASSERT_EQ(exact_fraction(neg_inf_cast<To>(from)), down) << exact;
    } else {
      ASSERT_EQ(thrown_by([&] { (void)neg_inf_cast<To>(from); }), bad_distance) << exact;
    }
  }
}

template <class T>
class InfCast : public ::testing::Test {};
TYPED_TEST_SUITE(InfCast, Numbers);

TYPED_TEST(InfCast, RoundsEverySourceTypeInItsDirectionOrRefusesIt) {
  const auto from = [](const auto& values) {
    for (const auto value : values) {
      expect_right<TypeParam>(value);
    }
  };
  from(sources<std::int8_t>());
  from(sources<std::int16_t>());
  from(sources<std::int32_t>());
  from(sources<std::int64_t>());
  from(sources<std::uint8_t>());
  from(sources<std::uint16_t>());
  from(sources<std::uint32_t>());
  from(sources<std::uint64_t>());
  from(sources<float>());
  from(sources<double>());
}

template <Number To, Float From>
void expect_special_values_handled() {
  const From nan = std::numeric_limits<From>::quiet_NaN();
  const From infinity = std::numeric_limits<From>::infinity();
  EXPECT_EQ(thrown_by([&] { (void)inf_cast<To>(nan); }), bad_distance);
  EXPECT_EQ(thrown_by([&] { (void)neg_inf_cast<To>(nan); }), bad_distance);
  if constexpr (Float<To>) {
    EXPECT_EQ(inf_cast<To>(infinity), std::numeric_limits<To>::infinity());
    EXPECT_EQ(inf_cast<To>(-infinity), -std::numeric_limits<To>::infinity());
    EXPECT_EQ(neg_inf_cast<To>(infinity), std::numeric_limits<To>::infinity());
    EXPECT_EQ(neg_inf_cast<To>(-infinity), -std::numeric_limits<To>::infinity());
  } else {
    for (const From x : {infinity, -infinity}) {
      EXPECT_EQ(thrown_by([&] { (void)inf_cast<To>(x); }), bad_distance);
      EXPECT_EQ(thrown_by([&] { (void)neg_inf_cast<To>(x); }), bad_distance);
    }
  }
}

TYPED_TEST(InfCast, RefusesNanAndKeepsOrRefusesInfinities) {
  expect_special_values_handled<TypeParam, float>();
  expect_special_values_handled<TypeParam, double>();
}

TYPED_TEST(InfCast, LeavesErrnoAndTheRoundingModeAlone) {
  expect_no_trace([] {
    (void)inf_cast<TypeParam>(99.5);
    (void)neg_inf_cast<TypeParam>(99.5F);
    (void)inf_cast<TypeParam>(std::uint64_t{99});
  });
}

TEST(InfCastIntegers, NeverPassThroughADouble) {
  const std::int64_t max = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(inf_cast<std::int64_t>(max - 1), max - 1);
  EXPECT_EQ(neg_inf_cast<std::uint64_t>(max - 1), static_cast<std::uint64_t>(max - 1));
  EXPECT_EQ(inf_cast<double>(max), 0x1p63);
  EXPECT_EQ(neg_inf_cast<double>(max), 0x1p63 - 1024);
  EXPECT_EQ(inf_cast<float>(max), 0x1p63F);
  EXPECT_EQ(neg_inf_cast<float>(max), 0x1p63F - 0x1p39F);
  EXPECT_EQ(inf_cast<double>(std::numeric_limits<std::uint64_t>::max()), 0x1p64);
}

}  // namespace
}  // namespace discreet

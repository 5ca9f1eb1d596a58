#include "discreet/numbers/fraction.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "support/rounding.hpp"

namespace discreet {
namespace {

using namespace discreet::testing;

// The significand and exponent, taken apart by hand.
template <Float T>
Fraction by_parts(T x) {
  int exponent = 0;
  const auto significand = static_cast<long>(std::ldexp(std::frexp(x, &exponent), 53));
  Fraction out{significand};
  const int power = exponent - 53;
  const mpz_class scale = mpz_class{1} << static_cast<unsigned>(std::abs(power));
  return power < 0 ? Fraction{out / scale} : Fraction{out * scale};
}

TEST(ExactFraction, OfAFloatIsItsSignificandTimesItsPower) {
  for_operands<float>([](float x) { ASSERT_EQ(exact_fraction(x), by_parts(x)) << x; });
  for_operands<double>([](double x) { ASSERT_EQ(exact_fraction(x), by_parts(x)) << x; });
}

TEST(ExactFraction, OfEveryByteIsItsValue) {
  for (int i = -128; i <= 255; ++i) {
    if (i <= 127) {
      ASSERT_EQ(exact_fraction(static_cast<std::int8_t>(i)), i);
    }
    if (i >= 0) {
      ASSERT_EQ(exact_fraction(static_cast<std::uint8_t>(i)), i);
    }
  }
}

TEST(ExactFraction, KeepsAllSixtyFourBits) {
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::int64_t>::max()),
            Fraction{"9223372036854775807"});
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::int64_t>::max() - 1),
            Fraction{"9223372036854775806"});
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::int64_t>::min()),
            Fraction{"-9223372036854775808"});
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::uint64_t>::max()),
            Fraction{"18446744073709551615"});
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::int32_t>::min()), Fraction{"-2147483648"});
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::uint32_t>::max()), Fraction{"4294967295"});
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::int16_t>::min()), -32768);
  EXPECT_EQ(exact_fraction(std::numeric_limits<std::uint16_t>::max()), 65535);
}

template <Float T>
void expect_refusals() {
  using Limits = std::numeric_limits<T>;
  for (const T bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
    EXPECT_EQ(thrown_by([&] { (void)exact_fraction(bad); }), bad_parameter);
  }
}

TEST(ExactFraction, RefusesWhatIsNotFinite) {
  expect_refusals<float>();
  expect_refusals<double>();
}

}  // namespace
}  // namespace discreet

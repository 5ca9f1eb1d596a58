#include "decimal_sum.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "cli/written_number.hpp"
#include "support/fresh_random.hpp"

namespace discreet::cli {
namespace {

DecimalSum sum_of(std::string_view text) { return DecimalSum{try_decimal_text(text).value()}; }

TEST(DecimalSum, IsExact) {
  std::mt19937_64 words = testing::fresh_random();
  for (int i = 0; i < 200; ++i) {
    DecimalSum sum;
    Fraction exact = 0;
    for (int j = 0; j < 20; ++j) {
      WrittenNumber one = random_number(words, 8);
      sum.add(sum_of(one.text));
      exact += one.value;
    }
    EXPECT_EQ(sum.value(), exact);
  }
}

TEST(DecimalSum, BringsNumbersBetweenItsEndsAndCutsThem) {
  const Fraction most = power_of_ten(28);
  EXPECT_EQ(sum_of("1e28").value(), most);
  EXPECT_EQ(sum_of("9999999999999999999999999999.5").value(), (most - Fraction{1, 2}));
  for (const char* text : {"1.5e28", "1e29", "2e28", "1e1000000000", "1e999999999999999999999"}) {
    EXPECT_EQ(sum_of(text).value(), most) << text;
    EXPECT_EQ(sum_of(std::string{"-"} + text).value(), -most) << text;
  }
  EXPECT_EQ(sum_of("1e-28").value(), 1 / most);
  EXPECT_EQ(sum_of("-1.9e-28").value(), -1 / most);
  for (const char* text : {"0", "9.9e-29", "-9.9e-29", "1e-1000000000"}) {
    EXPECT_EQ(sum_of(text).value(), 0) << text;
  }
}

TEST(DecimalSum, ComesBackFromFarAway) {
  DecimalSum sum;
  const DecimalSum most = sum_of("1e28");
  const DecimalSum least = sum_of("-1e28");
  for (int i = 0; i < 1000; ++i) {
    sum.add(most);
  }
  EXPECT_EQ(sum.value(), 1000 * power_of_ten(28));
  sum.add(sum_of("0.0000000000000000000000000007"));
  for (int i = 0; i < 1000; ++i) {
    sum.add(least);
  }
  EXPECT_EQ(sum.value(), 7 * power_of_ten(-28));
}

TEST(DecimalSum, TakesIntegers) {
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{20000}, Limits::min(), Limits::max()}) {
    EXPECT_EQ(DecimalSum{number}.value(), exact_fraction(number));
  }
}

}  // namespace
}  // namespace discreet::cli

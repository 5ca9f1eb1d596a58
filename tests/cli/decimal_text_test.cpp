#include "decimal_text.hpp"

#include <string>

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

// "-125e2" of -12.5: the digits that say something, and the magnitude.
std::string parts(std::string_view text) {
  const auto number = try_decimal_text(text);
  if (!number) {
    return "none";
  }
  std::string out = number->negative() ? "-" : "";
  for (std::size_t i = 0; i < number->count(); ++i) {
    out += std::to_string(number->digit(i));
  }
  return number->count() == 0 ? "0" : out + "e" + std::to_string(number->magnitude());
}

TEST(DecimalText, TakesDecimalsApart) {
  EXPECT_EQ(parts("12.5"), "125e2");
  EXPECT_EQ(parts("-12.50"), "-125e2");
  EXPECT_EQ(parts("+1.5"), "15e1");
  EXPECT_EQ(parts("007"), "7e1");
  EXPECT_EQ(parts("1e3"), "1e4");
  EXPECT_EQ(parts("1000"), "1e4");
  EXPECT_EQ(parts("1E+03"), "1e4");
  EXPECT_EQ(parts("12.5e-3"), "125e-1");
  EXPECT_EQ(parts("0.001"), "1e-2");
  EXPECT_EQ(parts(".5"), "5e0");
  EXPECT_EQ(parts("5."), "5e1");
  EXPECT_EQ(parts("10.01"), "1001e2");
  EXPECT_EQ(parts("0100.0010"), "100001e3");
}

TEST(DecimalText, KnowsZero) {
  for (const char* zero : {"0", "-0", "+0", "0.0", ".0", "0.", "000.000", "0e5", "-0e-999999"}) {
    EXPECT_EQ(parts(zero), "0") << zero;
  }
}

TEST(DecimalText, StopsAnExponentAtTenToTheEighteen) {
  EXPECT_EQ(parts("1e1000000000"), "1e1000000001");
  EXPECT_EQ(parts("1e999999999999999999999"), "1e1000000000000000001");
  EXPECT_EQ(parts("-1e-999999999999999999999"), "-1e-999999999999999999");
}

TEST(DecimalText, TakesNothingElse) {
  for (const char* text : {"",    "+",   "-",  ".",    "e5",  "1e",    "1e+",   "1e1.5", "1.2.3",
                           "--1", "+-1", " 1", "1 ",   "1,5", "1'000", "0x10",  "inf",   "-inf",
                           "nan", "NaN", "NA", "null", "1/3", "1f",    "1_000", "1e5x",  "½"}) {
    EXPECT_EQ(parts(text), "none") << text;
  }
}

}  // namespace
}  // namespace discreet::cli

#include "fixed_point.hpp"

#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "support/fresh_random.hpp"

namespace discreet::cli {
namespace {

TEST(FixedPoint, ReadsExactlyWhatIsWritten) {
  EXPECT_EQ(try_fixed_point("0", 0), 0);
  EXPECT_EQ(try_fixed_point("-0", 0), 0);
  EXPECT_EQ(try_fixed_point("007", 0), 7);
  EXPECT_EQ(try_fixed_point("-12", 0), -12);
  EXPECT_EQ(try_fixed_point("12", 2), 1200);
  EXPECT_EQ(try_fixed_point("12.5", 2), 1250);
  EXPECT_EQ(try_fixed_point("-0.05", 2), -5);
  EXPECT_EQ(try_fixed_point("0.10", 2), 10);
  EXPECT_EQ(try_fixed_point("-1.000000000000000001", most_decimals), -1'000'000'000'000'000'001);
}

TEST(FixedPoint, AnswersNothingForWhatIsNoSuchNumber) {
  for (const char* text :
       {"",     "-",   "+5",  " 5",    "5 ", "5.",    ".5",   "-.5", ".",   "1e3",      "1E3",
        "0x10", "1,5", "--5", "1_000", "5-", "1.2.3", "1.-2", "inf", "nan", "\xD9\xA3", "12a"}) {
    EXPECT_EQ(try_fixed_point(text, 3), std::nullopt) << text;
  }
  EXPECT_EQ(try_fixed_point("5.0", 0), std::nullopt);
  EXPECT_EQ(try_fixed_point("1.234", 2), std::nullopt);
  EXPECT_EQ(try_fixed_point("1.230", 2), std::nullopt);
  EXPECT_EQ(try_fixed_point(std::string_view{"5\0", 2}, 0), std::nullopt);
}

TEST(FixedPoint, ReachesBothEndsOfSixtyFourBitsAndNotBeyond) {
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(try_fixed_point("9223372036854775807", 0), Limits::max());
  EXPECT_EQ(try_fixed_point("-9223372036854775808", 0), Limits::min());
  EXPECT_EQ(try_fixed_point("9223372036854775808", 0), std::nullopt);
  EXPECT_EQ(try_fixed_point("-9223372036854775809", 0), std::nullopt);
  EXPECT_EQ(try_fixed_point("-92233720368547758.08", 2), Limits::min());
  EXPECT_EQ(try_fixed_point("92233720368547758.08", 2), std::nullopt);
  EXPECT_EQ(try_fixed_point("92233720368547759", 2), std::nullopt);
  EXPECT_EQ(try_fixed_point("9223372036854775807", most_decimals), std::nullopt);
  EXPECT_EQ(try_fixed_point(std::string(400, '9'), 0), std::nullopt);
  std::string one(400, '0');
  one.back() = '1';
  EXPECT_EQ(try_fixed_point(one, 0), 1);
}

TEST(FixedPoint, ReadsBackWhatIsPrinted) {
  std::mt19937_64 words = testing::fresh_random();
  for (int i = 0; i < 1000; ++i) {
    const auto value = static_cast<std::int64_t>(words()) >> (words() % 64);
    const auto decimals = static_cast<unsigned>(words() % (most_decimals + 1));
    std::string digits = std::to_string(value);
    const std::size_t sign = value < 0 ? 1 : 0;
    while (digits.size() - sign < decimals + 1) {
      digits.insert(sign, "0");
    }
    if (decimals > 0) {
      digits.insert(digits.size() - decimals, ".");
    }
    EXPECT_EQ(try_fixed_point(digits, decimals), value);
  }
}

}  // namespace
}  // namespace discreet::cli

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/amount.hpp"
#include "support/fresh_random.hpp"

namespace discreet {
namespace {

using testing::kind_of;

std::size_t significant_digits(std::string text) {
  text.erase(std::min(text.find('e'), text.size()));
  std::erase(text, '.');
  text.erase(0, text.find_first_not_of('0'));
  text.erase(text.find_last_not_of('0') + 1);
  return text.size();
}

Fraction power(unsigned long base, unsigned long exponent) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), base, exponent);
  return Fraction{out};
}

TEST(Shortened, RoundsCostsUpAndRestsDown) {
  const Fraction rest = parse_amount("0.9993621");
  EXPECT_EQ(shortened(rest, 5, Shorten::down), parse_amount("0.99936"));
  EXPECT_EQ(shortened(rest, 5, Shorten::up), parse_amount("0.99937"));
  EXPECT_EQ(shortened(parse_amount("0.99999999"), 5, Shorten::up), 1);
  EXPECT_EQ(shortened(parse_amount("0.25"), 2, Shorten::up), parse_amount("0.25"));
  EXPECT_EQ(shortened(parse_amount("0.25"), 2, Shorten::down), parse_amount("0.25"));
  EXPECT_EQ(shortened(0, 5, Shorten::up), 0);
}

TEST(Shortened, IsNearestOnItsSideForAmountsOfEverySize) {
  std::mt19937_64 pick = testing::fresh_random();
  std::uniform_int_distribution<unsigned long> exponent{0, 5000};
  std::uniform_int_distribution<std::size_t> digits{1, 20};
  for (int i = 0; i < 300; ++i) {
    const Fraction amount =
        (power(7, exponent(pick)) + pick()) / (power(3, exponent(pick)) + pick());
    const std::size_t kept = digits(pick);
    const Fraction up = shortened(amount, kept, Shorten::up);
    const Fraction down = shortened(amount, kept, Shorten::down);
    ASSERT_LE(down, amount);
    ASSERT_LE(amount, up);
    // One unit in the last digit lies between the two, so that neither could be nearer.
    const Fraction unit = up - down;
    const Fraction ratio = down / unit;
    ASSERT_EQ(ratio.get_den(), 1);
    ASSERT_LE(power(10, kept - 1), ratio);
    ASSERT_LT(ratio, power(10, kept));
  }
}

TEST(DecimalText, HasAtMostSeventeenDigits) {
  EXPECT_EQ(decimal_text(0, Shorten::down), "0");
  EXPECT_EQ(decimal_text(parse_amount("0.2"), Shorten::up), "0.2");
  EXPECT_EQ(decimal_text(parse_amount("1/3"), Shorten::up), "0.33333333333333334");
  EXPECT_EQ(decimal_text(parse_amount("1/3"), Shorten::down), "0.33333333333333333");
  const Fraction rest = 1 - parse_amount("1e-300");
  EXPECT_EQ(decimal_text(rest, Shorten::down), "0.99999999999999999");
  EXPECT_EQ(decimal_text(rest, Shorten::up), "1");
  const Fraction tiny = Fraction{1} / power(3, 2000);
  EXPECT_LE(significant_digits(decimal_text(tiny, Shorten::up)), 17);
  EXPECT_GT(significant_digits(decimal_text(tiny, Shorten::up)), 12);
}

TEST(Shortened, RefusesWhatIsNoAmount) {
  EXPECT_EQ(kind_of([] { shortened(-1, 5, Shorten::up); }), bad_parameter);
  EXPECT_EQ(kind_of([] { shortened(1, 0, Shorten::up); }), bad_parameter);
}

}  // namespace
}  // namespace discreet

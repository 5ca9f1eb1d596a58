#include "discreet/release/words.hpp"

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

TEST(ShortAmount, IsExactWhereThatIsShortAndRoundedElsewhere) {
  EXPECT_EQ(short_amount(parse_amount("0.2"), Shorten::up), "0.2");
  EXPECT_EQ(short_amount(parse_amount("1/3"), Shorten::up), "1/3");
  EXPECT_EQ(short_amount(parse_amount("0.029999999999999"), Shorten::up), "about 0.03");
  EXPECT_EQ(short_amount(parse_amount("0.0123456789012345"), Shorten::up), "about 0.012346");
  EXPECT_EQ(short_amount(parse_amount("0.0123456789012345"), Shorten::down), "about 0.012345");
  EXPECT_EQ(short_amount(parse_amount("0.30303030303030"), Shorten::up), "about 0.30304");
  EXPECT_EQ(short_amount(parse_amount("9.9999999999999"), Shorten::up), "about 10");
  EXPECT_EQ(short_amount(parse_amount("9.9999999999999"), Shorten::down), "about 9.9999");
}

TEST(ShortAmount, IsShortForAmountsThatNoDoubleHolds) {
  EXPECT_EQ(short_amount(parse_amount("1.23456789012e-350"), Shorten::down), "about 1.2345e-350");
  EXPECT_EQ(short_amount(1 - parse_amount("1e-300"), Shorten::down), "about 0.99999");
}

TEST(AmountsInWords, RoundsRestsDownAndCostsUp) {
  EXPECT_EQ(amounts_in_words(amounts("0.99936210001"), Shorten::down), "epsilon about 0.99936");
  EXPECT_EQ(amounts_in_words(amounts("0.99936210001"), Shorten::up), "epsilon about 0.99937");
  EXPECT_EQ(left_in_words(Accountant::pure, amounts("0.99936210001")), "epsilon about 0.99936");
}

TEST(AmountsInWords, NamesWhatIsThere) {
  EXPECT_EQ(amounts_in_words(amounts("1", "1e-6"), Shorten::up), "epsilon 1, delta 1e-6");
  EXPECT_EQ(amounts_in_words(amounts("1", nullptr, "0.5"), Shorten::up, " or "),
            "epsilon 1 or rho 0.5");
  EXPECT_EQ(amounts_in_words({}, Shorten::up), "nothing");
}

TEST(PromiseInWords, ReadsAsInAPaper) {
  EXPECT_EQ(promise_in_words(amounts("0.5")), "0.5-differentially private");
  EXPECT_EQ(promise_in_words(amounts(nullptr, nullptr, "0.1")), "0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts("1", nullptr, "0.1")),
            "1-differentially private and 0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts("1", "0.001", "0.1")),
            "(1, 0.001)-differentially private, as it is 0.1-zCDP");
  EXPECT_EQ(kind_of([] { static_cast<void>(promise_in_words({})); }), bad_parameter);
}

}  // namespace
}  // namespace discreet

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

TEST(AmountsInWords, SayWhatSlackIsFor) {
  EXPECT_EQ(amounts_in_words(amounts(nullptr, nullptr, "0.5", "2.5e-7"), Shorten::up),
            "rho 0.5, and 2.5e-7 of delta for thresholds");
  EXPECT_EQ(amounts_in_words(amounts(nullptr, nullptr, nullptr, "0.0123456789012345"), Shorten::up),
            "about 0.012346 of delta for thresholds");
  EXPECT_EQ(left_in_words(Accountant::mixed, amounts("1", nullptr, "0.5", "0.0123456789012345")),
            "epsilon 1, or rho 0.5, and about 0.012345 of delta for thresholds");
}

TEST(BudgetInWords, SaysWhatWasSaid) {
  EXPECT_EQ(budget_in_words(make_budget(amounts("1", "1e-6", nullptr, "2.5e-7"))),
            "epsilon 1, delta 1e-6 (2.5e-7 of it for thresholds)");
  EXPECT_EQ(budget_in_words(make_budget(amounts("1", "1e-6", nullptr, "0"))),
            "epsilon 1, delta 1e-6");
  EXPECT_EQ(budget_in_words(make_budget(amounts(nullptr, nullptr, "0.5", "1e-7"))),
            "rho 0.5 (and 1e-7 of delta for thresholds)");
}

TEST(RefusalInWords, SaysWhichConditionFails) {
  const Filter mixed{make_budget(amounts("1", "1e-6", nullptr, "2.5e-7"))};
  const auto end_of = [](const Filter& filter, const Amounts& cost) {
    const std::string said = refusal_in_words(filter, filter.price(cost));
    return said.substr(said.rfind("; "));
  };
  EXPECT_EQ(
      refusal_in_words(mixed, mixed.price(amounts("0.5", nullptr, "0.1", "3e-7"))),
      "the budget does not cover this: it would cost epsilon 0.5 or rho 0.1, and 3e-7 of delta "
      "for thresholds; left is epsilon 1 or rho about 0.023747, and 2.5e-7 of delta for "
      "thresholds; too little is left of delta for thresholds");
  EXPECT_EQ(end_of(mixed, amounts("2", nullptr, "3", "1e-7")),
            "; too little is left of epsilon and of rho");
  EXPECT_EQ(end_of(mixed, amounts("2", nullptr, "3", "1e-6")), "; too little is left of all");
  const Filter zcdp{make_budget(amounts(nullptr, nullptr, "0.5", "1e-7"))};
  EXPECT_EQ(end_of(zcdp, amounts(nullptr, nullptr, "1")), "; too little is left of rho");
  const Filter pure{make_budget(amounts("1"))};
  EXPECT_EQ(refusal_in_words(pure, amounts("2")),
            "the budget does not cover this: it would cost epsilon 2; left is epsilon 1");
}

TEST(PromiseInWords, ReadsAsInAPaper) {
  EXPECT_EQ(promise_in_words(amounts("0.5")), "0.5-differentially private");
  EXPECT_EQ(promise_in_words(amounts(nullptr, nullptr, "0.1")), "0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts("1", nullptr, "0.1")),
            "1-differentially private and 0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts("1", "0.001", "0.1")),
            "(1, 0.001)-differentially private, as it is 0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts(nullptr, nullptr, "0.1", "1e-7")),
            "1e-7-approximate 0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts("1", nullptr, "0.1", "1e-7")),
            "(1, 1e-7)-differentially private and 1e-7-approximate 0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts("1", "0.001", "0.1", "1e-7")),
            "(1, 0.001)-differentially private, as it is 1e-7-approximate 0.1-zCDP");
  EXPECT_EQ(promise_in_words(amounts("1", nullptr, nullptr, "0")), "1-differentially private");
  EXPECT_EQ(kind_of([] { static_cast<void>(promise_in_words({})); }), bad_parameter);
}

}  // namespace
}  // namespace discreet

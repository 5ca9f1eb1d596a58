#include "discreet/accounting/amount.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/error.hpp"

namespace discreet {
namespace {

using testing::kind_of;

Fraction ratio(long p, long q) {
  Fraction out{p, q};
  out.canonicalize();
  return out;
}

TEST(Amount, ReadsADecimalAsWritten) {
  EXPECT_EQ(parse_amount("0.2"), ratio(1, 5));
  EXPECT_EQ(parse_amount("1e-6"), ratio(1, 1000000));
  EXPECT_EQ(parse_amount("1E+2"), 100);
  EXPECT_EQ(parse_amount(".5"), ratio(1, 2));
  EXPECT_EQ(parse_amount("3."), 3);
  EXPECT_EQ(parse_amount("12.50"), ratio(25, 2));
  EXPECT_EQ(parse_amount("2/6"), ratio(1, 3));
  EXPECT_EQ(parse_amount("0"), 0);
  EXPECT_EQ(parse_amount("0/7"), 0);
}

TEST(Amount, FiveFifthsAreOne) {
  Fraction sum = 0;
  for (int i = 0; i < 5; ++i) {
    sum += parse_amount("0.2");
  }
  EXPECT_EQ(sum, 1);
}

TEST(Amount, RefusesEverythingElse) {
  for (const char* text :
       {"",     ".",    "-1", "+1",  "1e", "e5", "1e5x",  "1.2.3", "nan",    "inf",
        "0x10", " 1",   "1 ", "1/0", "1/", "/2", "1/2/3", "1e401", "1e-401", "1e99999999999",
        "1,5",  "1/2e3"}) {
    EXPECT_EQ(kind_of([&] { parse_amount(text); }), bad_parameter) << text;
  }
  EXPECT_EQ(kind_of([] { parse_amount(std::string(501, '1')); }), bad_parameter);
}

TEST(Amount, TextsReadBackTheSame) {
  std::vector<Fraction> amounts{0, 1, 10, 100, ratio(1, 3), ratio(7, 1000), ratio(1, 1024)};
  for (const char* text : {"1e-400", "1e400", "123e397", "0.00001", "0.000001", "1.5e-300",
                           "1/1267650600228229401496703205376"}) {
    amounts.push_back(parse_amount(text));
  }
  amounts.push_back(parse_amount("1/" + std::string(400, '2')));
  amounts.push_back(parse_amount("0." + std::string(390, '7')));
  for (const Fraction& amount : amounts) {
    EXPECT_EQ(parse_amount(amount_text(amount)), amount) << amount_text(amount);
  }
  for (int power = 0; power < 1600; power += 13) {
    Fraction two = 1;
    mpq_div_2exp(two.get_mpq_t(), two.get_mpq_t(), static_cast<mp_bitcnt_t>(power));
    if (power < 1300) {
      EXPECT_EQ(parse_amount(amount_text(two)), two) << power;
    }
  }
}

TEST(Amount, WritesWhatPeopleWrite) {
  for (const char* text : {"0.2", "1e-6", "4", "0.5", "1/3", "12.5", "0.00001", "100"}) {
    EXPECT_EQ(amount_text(parse_amount(text)), text);
  }
}

TEST(Amount, TakesADoubleForItsShortestDecimal) {
  EXPECT_EQ(shortest_amount(0.1), ratio(1, 10));
  EXPECT_EQ(shortest_amount(1e-6), ratio(1, 1000000));
  EXPECT_EQ(shortest_amount(5e-324), parse_amount("5e-324"));
  EXPECT_EQ(shortest_amount(1.7976931348623157e308), parse_amount("1.7976931348623157e308"));
  for (const double bad : {-1.0, -0.0, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(kind_of([&] { shortest_amount(bad); }), bad_parameter);
    EXPECT_EQ(kind_of([&] { inf_amount(bad); }), bad_parameter);
  }
}

TEST(Amount, RoundsInTheStatedDirection) {
  for (const double value : {0.1, 0.3, 1.0 / 3, 2.0 / 3, 1e-300, 5e-324, 123456789.123456789, 1e300,
                             0.0, 1.0, 0.69314718055994531}) {
    const Fraction exact = exact_fraction(value);
    EXPECT_GE(inf_amount(value), exact) << value;
    EXPECT_LE(neg_inf_amount(value), exact) << value;
    // At most two units of the 17th digit apart, so that nobody is cheated either.
    EXPECT_LE(inf_amount(value) - neg_inf_amount(value),
              exact * ratio(1, 1000000000000000) + parse_amount("5e-324"));
    EXPECT_EQ(inf_double_of(exact), value);
    EXPECT_EQ(neg_inf_double_of(exact), value);
  }
  EXPECT_LT(neg_inf_double_of(ratio(1, 3)), inf_double_of(ratio(1, 3)));
  EXPECT_LE(exact_fraction(neg_inf_double_of(parse_amount("0.1"))), parse_amount("0.1"));
  EXPECT_GE(exact_fraction(inf_double_of(parse_amount("0.3"))), parse_amount("0.3"));
  EXPECT_EQ(neg_inf_double_of(parse_amount("1e-400")), 0);
  EXPECT_EQ(inf_double_of(parse_amount("1e400")), std::numeric_limits<double>::infinity());
}

TEST(Amount, MeansWhatIsWritten) {
  EXPECT_EQ(Amount{0.2}.exact(), ratio(1, 5));
  EXPECT_EQ(Amount{"0.2"}.exact(), ratio(1, 5));
  EXPECT_EQ(Amount{std::string_view{"1/3"}}.exact(), ratio(1, 3));
  EXPECT_EQ(Amount{3}.exact(), 3);
  EXPECT_EQ((Amount{Fraction{2, 4}}.exact()), ratio(1, 2));
}

TEST(Amount, IsToldApartByHowItIsWritten) {
  EXPECT_EQ(Amount{0.2}, Amount{0.2});
  EXPECT_EQ(Amount{"0.2"}, Amount{"1/5"});
  EXPECT_NE(Amount{0.2}, Amount{"0.2"});
  EXPECT_NE(Amount{0.0}, Amount{-0.0});
}

TEST(Amount, RefusesWhatIsNone) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, -0.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(kind_of([&] { (void)Amount{bad}.exact(); }), bad_parameter);
  }
  EXPECT_EQ(kind_of([] { Amount{"-1"}; }), bad_parameter);
  EXPECT_EQ(kind_of([] { (void)Amount{Fraction{-1}}.exact(); }), bad_parameter);
}

}  // namespace
}  // namespace discreet

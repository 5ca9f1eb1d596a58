// What is written can be read back, always.
#include <array>
#include <random>

#include <gtest/gtest.h>

#include "discreet/ledger/verify.hpp"
#include "is_read.hpp"
#include "ledger/entry.hpp"
#include "ledger/records.hpp"
#include "support/fresh_random.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::is_read;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::rule_of;
using testing::TemporaryDirectory;

// Texts of every length and shape that parse_amount may take, most of them short.
class AmountTexts {
 public:
  std::string next() {
    switch (pick(8)) {
      case 0:
        return digits(size()) + "/" + digits(size());
      case 1:
        return "0." + std::string(pick(8), '0') + digits(size());
      case 2:
        return digits(size()) + "e" + (pick(2) == 0 ? "-" : "") + std::to_string(pick(420));
      case 3:
        return digits(1) + "." + digits(size()) + "e-" + std::to_string(pick(420));
      case 4:
        return digits(size()) + "/" + power();
      default:
        return digits(size()) + "." + digits(size());
    }
  }

 private:
  std::size_t pick(std::size_t below) { return words_() % below; }

  // One in sixty is long: near the limits is where writing and reading may differ.
  std::size_t size() { return pick(60) == 0 ? pick(430) : pick(20); }

  std::string digits(std::size_t count) {
    std::string out(count, '0');
    for (char& digit : out) {
      digit = static_cast<char>('0' + words_() % 10);
    }
    return out;
  }

  // A denominator of a finite decimal.
  std::string power() {
    mpz_class out;
    mpz_ui_pow_ui(out.get_mpz_t(), pick(2) == 0 ? 2 : 5, pick(60) == 0 ? pick(1300) : pick(30));
    return out.get_str();
  }

  std::mt19937_64 words_ = testing::fresh_random();
};

TEST(ReadBack, AMillionAmountsReadBack) {
  AmountTexts texts;
  int taken = 0;
  for (int tried = 0; taken < 1'000'000; ++tried) {
    ASSERT_LT(tried, 2'000'000);
    const std::string text = texts.next();
    Fraction amount;
    try {
      amount = parse_amount(text);
    } catch (const Error&) {
      continue;
    }
    ++taken;
    const std::string written = amount_text(amount);
    ASSERT_EQ(rule_of([&] { ASSERT_EQ(parse_amount(written), amount) << text; }),
              "nothing was thrown")
        << text;
  }
}

TEST(ReadBack, AChargeOfFourHundredDigitsLeavesTheLedgerReadable) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  Ledger book = Ledger::create(path, pure_dataset("100"));
  for (std::size_t digits = 390; digits <= 400; ++digits) {
    for (const char* const exponent : {"", "e-1", "e-2", "e-5", "e-6"}) {
      book.charge(request(amounts(("1." + std::string(digits - 1, '1') + exponent).c_str())));
    }
  }
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

TEST(ReadBack, AChargeWithSlackReadsBack) {
  AmountTexts texts;
  const auto any = [&] {
    for (;;) {
      try {
        return parse_amount(texts.next());
      } catch (const Error&) {
        continue;
      }
    }
  };
  const auto maybe = [&](int i) { return i % 2 == 0 ? std::optional{any()} : std::nullopt; };
  for (int i = 0; i < 16'000; ++i) {
    const ChargeRequest asked = request({maybe(i / 8), maybe(i / 4), maybe(i / 2), maybe(i)});
    const Amounts charged{maybe(i / 2), maybe(i), maybe(i / 8), maybe(i / 4)};
    Charge written;
    written.request = asked;
    written.charged = charged;
    const std::string facts = detail::facts_text(detail::charge_facts(written));
    EXPECT_EQ(facts.find("slack") != std::string::npos,
              asked.cost.slack.has_value() || charged.slack.has_value());
    const auto read =
        detail::parse_charge({2, "charge", "visits", "2026-01-01T00:00:00Z", facts, "", ""});
    ASSERT_TRUE(read.has_value()) << facts;
    EXPECT_EQ(read->request.cost, asked.cost);
    EXPECT_EQ(read->charged, charged);
  }
}

TEST(ReadBack, AChargeThatNoAmountCanHoldIsRefusedBeforeItIsWritten) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  Ledger book = Ledger::create(path, make_dataset("visits", "patient", Neighbors::add_remove,
                                                  amounts("1", "0.5"), Accountant::basic));
  // Under basic both add up to one delta, and that of two fractions may be too long for a text.
  const std::string sevens(240, '7');
  const std::string nines(240, '9');
  ChargeRequest asked = request(amounts("0.1"));
  asked.cost.delta = parse_amount("1/" + sevens);
  asked.cost.slack = parse_amount("1/1" + nines.substr(1) + "1");
  EXPECT_EQ(kind_of([&] { book.charge(asked); }), bad_parameter);
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

ChargeRequest costing(const Fraction& epsilon) {
  ChargeRequest out = request({});
  out.cost.epsilon = epsilon;
  return out;
}

TEST(ReadBack, AmountsFromElsewhereAreTakenInLowestTermsOrRefused) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  Ledger book = Ledger::create(path, pure_dataset());
  book.charge(costing(Fraction{2, 4}));
  EXPECT_EQ(book.charges().back().request.cost.epsilon, parse_amount("0.5"));
  mpz_class huge;
  mpz_ui_pow_ui(huge.get_mpz_t(), 10, 500);
  mpz_class long_one;
  mpz_ui_pow_ui(long_one.get_mpz_t(), 7, 400);
  const std::array<Fraction, 6> bad{
      Fraction{1, huge}, Fraction{huge, 1}, Fraction{mpz_class{1}, mpz_class{0}},
      Fraction{-1, 8},   Fraction{1, -8},   Fraction{long_one, mpz_class{long_one * 3 + 1}}};
  for (const Fraction& amount : bad) {
    EXPECT_EQ(kind_of([&] { book.charge(costing(amount)); }), bad_parameter);
    EXPECT_EQ(kind_of([&] { book.preview(costing(amount)); }), bad_parameter);
    EXPECT_EQ(kind_of([&] {
                make_dataset("b", "unit", Neighbors::replace, {amount, std::nullopt, std::nullopt});
              }),
              bad_parameter);
  }
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 1U);
}

TEST(ReadBack, NamesWithALineFeedAreRefused) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  Dataset dataset = pure_dataset();
  dataset.name = "two\nlines";
  EXPECT_EQ(kind_of([&] { book.add_dataset(dataset); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { Ledger::create(directory.file("b"), dataset); }), bad_parameter);
  dataset.name = "other";
  dataset.unit = "two\nlines";
  EXPECT_EQ(kind_of([&] { book.add_dataset(dataset); }), bad_parameter);
  EXPECT_EQ(Ledger::open(directory.file("a")).states().size(), 1U);
}

TEST(ReadBack, WhatDoesNotReadBackIsNotCommitted) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  Ledger book = Ledger::create(path, pure_dataset());
  // An accountant that is in no list: no check of a caller's mistakes knows it, the reader does.
  Dataset dataset = pure_dataset();
  dataset.name = "other";
  dataset.accountant = static_cast<Accountant>(9);
  EXPECT_NE(rule_of([&] { book.add_dataset(dataset); }).find("does not read back"),
            std::string::npos);
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  book.charge(request(amounts("0.1")));
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 1U);
}

TEST(ReadBack, ABudgetInRhoFollowsFromEpsilonAndDelta) {
  const TemporaryDirectory directory;
  Dataset dataset = make_dataset("visits", "patient", Neighbors::add_remove, amounts("1", "1e-6"));
  ASSERT_EQ(dataset.accountant, Accountant::mixed);
  Ledger book = Ledger::create(directory.file("a"), dataset);
  dataset.name = "other";
  dataset.budget.rho = parse_amount("5");
  EXPECT_EQ(kind_of([&] { book.add_dataset(dataset); }), bad_parameter);
  EXPECT_EQ(kind_of([&] { Ledger::create(directory.file("b"), dataset); }), bad_parameter);
  dataset.budget.rho.reset();
  book.add_dataset(dataset);
  EXPECT_EQ(book.state("other").dataset.budget.rho, book.state("visits").dataset.budget.rho);
  // What is read of a ledger can be added to another, with a share for thresholds and without.
  const Dataset without =
      make_dataset("without", "patient", Neighbors::add_remove, amounts("1", "1e-6", nullptr, "0"));
  EXPECT_FALSE(without.budget.slack.has_value());
  book.add_dataset(without);
  Ledger second = Ledger::create(directory.file("c"), book.state("without").dataset);
  second.add_dataset(book.state("other").dataset);
  EXPECT_EQ(second.state("without").dataset.budget, without.budget);
  EXPECT_EQ(second.state("other").dataset.budget, book.state("other").dataset.budget);
}

TEST(ReadBack, ABudgetThatNoDatasetHasIsNotRead) {
  const Dataset sound =
      make_dataset("visits", "patient", Neighbors::add_remove, amounts("1", "1e-6"));
  EXPECT_TRUE(is_read(sound));
  Dataset changed = sound;
  // Less is proved as well; slightly more is not.
  changed.budget.rho = Fraction{*sound.budget.rho / 2};
  EXPECT_TRUE(is_read(changed));
  changed.budget.rho = Fraction{*sound.budget.rho * parse_amount("1.000001")};
  EXPECT_FALSE(is_read(changed));
  changed = sound;
  changed.budget.delta = parse_amount("1e-7");
  EXPECT_FALSE(is_read(changed));
  changed.budget.delta = Fraction{1};
  EXPECT_FALSE(is_read(changed));
  changed.budget.delta = Fraction{0};
  EXPECT_FALSE(is_read(changed));
  // A share for thresholds leaves less of delta to convert: with the rho of all of it, it is not read.
  changed = sound;
  changed.budget.slack = parse_amount("2.5e-7");
  changed.budget.rho = zcdp_within(1, parse_amount("7.5e-7"));
  EXPECT_TRUE(is_read(changed));
  changed.budget.rho = zcdp_within(1, parse_amount("1e-6"));
  EXPECT_FALSE(is_read(changed));
  changed.budget.rho = Fraction{0};
  for (const char* const slack : {"0", "1e-6", "0.5"}) {
    changed.budget.slack = parse_amount(slack);
    EXPECT_FALSE(is_read(changed)) << slack;
  }
  changed = make_dataset("visits", "patient", Neighbors::add_remove,
                         amounts(nullptr, nullptr, "1", "1e-6"));
  EXPECT_TRUE(is_read(changed));
  changed.budget.slack = Fraction{1};
  EXPECT_FALSE(is_read(changed));
  changed = make_dataset("visits", "patient", Neighbors::add_remove, amounts("1", "1e-6"),
                         Accountant::basic);
  EXPECT_TRUE(is_read(changed));
  changed.budget.slack = parse_amount("1e-7");
  EXPECT_FALSE(is_read(changed));
  changed = pure_dataset();
  changed.budget.slack = parse_amount("1e-7");
  EXPECT_FALSE(is_read(changed));
  changed = pure_dataset();
  EXPECT_TRUE(is_read(changed));
  changed.budget.epsilon = Fraction{0};
  EXPECT_FALSE(is_read(changed));
}

}  // namespace
}  // namespace discreet

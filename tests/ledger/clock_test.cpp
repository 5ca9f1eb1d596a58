// The time of an entry is a statement, not a lock.
#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "ledger/entry.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::pure_dataset;
using testing::request;
using testing::TemporaryDirectory;

class Clock : public ::testing::Test {
 protected:
  Receipt charge_at(std::int64_t now) {
    time = now;
    return book.charge(request(amounts("0.01")));
  }

  TemporaryDirectory directory;
  std::string path = directory.file("a");
  std::int64_t time = 1'000'000'000;
  LedgerOptions options = [this] {
    LedgerOptions out;
    out.clock = [this] { return time; };
    return out;
  }();
  Ledger book = Ledger::create(path, pure_dataset(), options);
};

TEST_F(Clock, TenYearsAheadOnceLocksNothing) {
  constexpr std::int64_t ten_years = 315'360'000;
  EXPECT_EQ(charge_at(1'000'000'000 + ten_years).ordered_at, std::nullopt);
  for (const std::int64_t seconds : {1'000'000'060, 1'000'000'000, 1'000'000'120}) {
    const Receipt receipt = charge_at(seconds);
    EXPECT_EQ(receipt.at, detail::time_text(seconds));
    EXPECT_EQ(receipt.ordered_at, detail::time_text(1'000'000'000 + ten_years));
  }
  EXPECT_EQ(charge_at(1'000'000'000 + ten_years + 1).ordered_at, std::nullopt);
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
  EXPECT_EQ(Ledger::open(path).state("visits").charges, 5U);
}

TEST_F(Clock, ThatWasSetBackIsMarkedWhereItIsShown) {
  charge_at(1'000'000'100);
  charge_at(1'000'000'099);
  const std::string text = ledger_text(book.contents());
  EXPECT_NE(text.find("2001-09-09T01:48:19Z  top-k  epsilon 0.01  by a test (user " + user_name() +
                      ")  (a clock set back: after 2001-09-09T01:48:20Z)\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("set back"), text.rfind("set back"));
}

TEST_F(Clock, BeforeEveryYearAndAfterEveryYearIsWritten) {
  for (const std::int64_t seconds : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max(), std::int64_t{0}}) {
    charge_at(seconds);
  }
  EXPECT_EQ(book.charges().at(0).at, "1969-12-31T23:59:59Z");
  EXPECT_EQ(book.charges().at(1).at, "0000-01-01T00:00:00Z");
  EXPECT_EQ(book.charges().at(2).at, "9999-12-31T23:59:59Z");
  EXPECT_EQ(book.charges().at(3).ordered_at, "9999-12-31T23:59:59Z");
  EXPECT_EQ(verify_ledger(path).problem.value_or("none"), "none");
}

}  // namespace
}  // namespace discreet

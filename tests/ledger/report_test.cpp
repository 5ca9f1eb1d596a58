// The page for whoever answers for the budget: everything on it, nothing of it markup that a name brought.
#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "ledger/spent_over_time.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::pure_dataset;
using testing::request;
using testing::TemporaryDirectory;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++out;
  }
  return out;
}

class Report : public ::testing::Test {
 protected:
  TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
};

TEST_F(Report, ShowsEveryDatasetGroupChargeAndDecision) {
  book.add_group(make_dataset_group("people", amounts("8", "1e-5")));
  Dataset labs = make_dataset("labs", "patient", Neighbors::add_remove, amounts("1", "1e-6"));
  labs.group = "people";
  book.add_dataset(labs);
  book.charge(request(amounts("0.25")));
  book.charge(request(amounts("0.5"), "labs"));
  book.lower_budget("visits", amounts("0.75"), "fewer releases");
  book.close_dataset("labs", "the study ended");
  const LedgerContents contents = book.contents();
  const std::string page = ledger_report(contents, "a.ledger");
  for (const char* const part :
       {"Group people", "<h2>visits</h2>", "<h2>labs</h2>", "fewer releases", "the study ended",
        "25.0 % of the budget spent", "no outcome becomes more than 2.72 times as likely",
        "but for a chance of 1e-6", "<dt>k</dt><dd>10</dd>", "Last hash <code>"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_NE(page.find(contents.head), std::string::npos);
  EXPECT_EQ(count(page, "<svg "), 2U);
  EXPECT_EQ(count(page, "<tr><td class=\"n\">"), 2U);
}

TEST_F(Report, ANameFromRightToLeftMovesNothingBesideIt) {
  const std::string name = "\u05d0\u05d1 1";
  book.add_group(make_dataset_group("people", amounts("8")));
  for (const char* const more : {"", "2"}) {
    Dataset one = make_dataset(name + more, name, Neighbors::add_remove, amounts("1"));
    one.group = "people";
    book.add_dataset(one);
  }
  book.lower_budget(name, amounts("0.5"), name);
  const std::string page = ledger_report(book.contents(), "a.ledger");
  const std::string apart = "<bdi>" + name + "</bdi>";
  for (const std::string& part :
       {"about one " + apart + " from", "<dd>" + apart + ", <bdi>", "</bdi>: " + apart + "</dd>"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST_F(Report, AnEmptyLedgerIsReported) {
  const std::string page = ledger_report(book.contents(), "a.ledger");
  EXPECT_NE(page.find("Nothing was charged yet."), std::string::npos);
  EXPECT_EQ(count(page, "<svg "), 0U);
}

TEST_F(Report, ANameIsNeverMarkup) {
  const std::string name = "<script>alert('\"&x')</script>";
  book.add_dataset(make_dataset(name, name, Neighbors::replace, amounts("1", "1e-6")));
  ChargeRequest asked = request(amounts("0.25"), name.c_str());
  asked.what = asked.asked_by = name;
  asked.parameters = {{"<b>", "</dl><script>"}};
  book.charge(asked);
  book.lower_budget(name, amounts("0.5", "1e-6"), name);
  const LedgerContents contents = book.contents();
  const std::string page = ledger_report(contents, name);
  // The page's own script is the only one.
  EXPECT_EQ(count(page, "<script>"), 1U);
  EXPECT_EQ(count(page, "</script>"), 1U);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(&#39;&quot;&amp;x&#39;)&lt;/script&gt;"),
            std::string::npos);
  EXPECT_EQ(ledger_summary(contents).find("<script"), std::string::npos);
}

TEST_F(Report, AsksTheNetworkForNothing) {
  book.charge(request(amounts("0.25")));
  const std::string page = ledger_report(book.contents(), "a.ledger");
  for (const char* const part : {"http:", "https:", "//", "src=", "href=", "url(", "@import"}) {
    EXPECT_EQ(page.find(part), std::string::npos) << part;
  }
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST_F(Report, APictureOfTenThousandChargesIsShort) {
  std::vector<detail::SpentAt> steps;
  for (int i = 0; i < 10'000; ++i) {
    steps.push_back({1'700'000'000 + 60 * i, i / 10'000.0});
  }
  EXPECT_LT(detail::plot_of(steps, "many").size(), 40'000U);
  // The last step is always seen.
  EXPECT_NE(detail::plot_of(steps, "many").find("V12.0H624"), std::string::npos);
}

TEST(PartSpent, IsOfTheConditionsThatHaveToHold) {
  const auto part = [](const Amounts& budget, const Amounts& spent, Accountant accountant) {
    Filter filter{make_budget(budget, accountant)};
    filter.add(filter.price(spent));
    return detail::part_spent(filter);
  };
  EXPECT_EQ(part(amounts("2"), amounts("0.5"), Accountant::pure), 0.25);
  EXPECT_EQ(part(amounts(nullptr, nullptr, "2"), amounts(nullptr, nullptr, "1"), Accountant::zcdp),
            0.5);
  EXPECT_EQ(part(amounts("2", "0.1"), amounts("0.5", "0.05"), Accountant::basic), 0.5);
  // Under mixed one of the two suffices.
  EXPECT_EQ(part(amounts("2", "1e-6"), amounts("0.5"), Accountant::mixed), 0.25);
  EXPECT_LT(part(amounts("2", "1e-6"), amounts(nullptr, nullptr, "0.01"), Accountant::mixed), 1);
}

}  // namespace
}  // namespace discreet

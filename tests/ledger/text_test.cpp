#include "discreet/ledger/text.hpp"

#include <gtest/gtest.h>

#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::pure_dataset;
using testing::request;

TEST(UserName, IsNeverEmpty) { EXPECT_FALSE(user_name().empty()); }

TEST(NeighborsInWords, SaysWhoseRows) {
  EXPECT_EQ(neighbors_in_words(Neighbors::add_remove, "patient"), "adding or removing one patient");
  EXPECT_EQ(neighbors_in_words(Neighbors::replace, "patient"), "replacing the rows of one patient");
}

TEST(LedgerText, ShowsBudgetsAndCharges) {
  const testing::TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  book.add_dataset(make_dataset("labs", "person", Neighbors::replace, amounts("1", "1e-6")));
  book.charge(request(amounts("0.25")));
  const std::string text = ledger_text(book.contents());
  EXPECT_NE(text.find("visits: for adding or removing one patient, accountant pure\n"
                      "  budget  epsilon 1\n"
                      "  spent   epsilon 0.25 in 1 charge\n"
                      "  left    epsilon 0.75\n"
                      "       4  20"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  top-k  epsilon 0.25  by a test (user " + user_name() + ")\n\nlabs: for"),
            std::string::npos)
      << text;
  EXPECT_NE(
      text.find(
          "accountant mixed\n  budget  epsilon 1, delta 1e-6 (2.5e-7 of it for thresholds)\n"),
      std::string::npos)
      << text;
}

}  // namespace
}  // namespace discreet

#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"
#include "temporary.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;
using testing::pure_dataset;
using testing::request;
using testing::TemporaryDirectory;

TEST(Visible, TakesWhatPeopleWriteTheirNamesWith) {
  for (const char* text :
       {"nightly job", "Zo\u00EB", "\u674E\u5C0F\u9F99",
        "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", "\u0915\u094D\u200D\u0937",
        "\U0001F468\u200D\U0001F4BB", "a\u00A0b", "\u0600\u0661"}) {
    EXPECT_TRUE(is_visible(text)) << text;
    EXPECT_EQ(made_visible(text), text);
  }
}

TEST(Visible, RefusesWhatShowsNothingOrTurnsTheDirection) {
  for (const char* text :
       {"\n",     "\x7F",   "\u0080", "\u009B31m", "\u009F",     "\u00AD",    "\u061C", "\u200B",
        "\u200E", "\u200F", "\u2028", "\u2029",    "\u202A",     "\u202D",    "\u202E", "\u2060",
        "\u2066", "\u2069", "\uFEFF", "\uFFF9",    "\U000E0041", "\U0001D173"}) {
    EXPECT_FALSE(is_visible(std::string{"a"} + text + "b"));
  }
  EXPECT_FALSE(is_visible("\xFF"));
}

TEST(Visible, ShowsWhatWasHidden) {
  EXPECT_EQ(made_visible("a\u202Eb\u009Bc\nd"), "a\\u{202e}b\\u{9b}c\\u{a}d");
  EXPECT_EQ(made_visible("\xFF"), "(not UTF-8)");
}

TEST(Visible, NamesHideNothing) {
  const TemporaryDirectory directory;
  Ledger book = Ledger::create(directory.file("a"), pure_dataset());
  for (const char* text : {"\u009B31m", "a\u202Eb", "a\u2066b", "visits\u200B", "a\u2028b"}) {
    ChargeRequest bad = request(amounts("0.1"));
    bad.asked_by = text;
    EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
    bad = request(amounts("0.1"));
    bad.what = text;
    EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
    bad = request(amounts("0.1"));
    bad.parameters.emplace_back(text, "value");
    EXPECT_EQ(kind_of([&] { book.charge(bad); }), bad_parameter);
    EXPECT_EQ(kind_of([&] { make_dataset(text, "u", Neighbors::replace, amounts("1")); }),
              bad_parameter);
    EXPECT_EQ(kind_of([&] { make_dataset("d", text, Neighbors::replace, amounts("1")); }),
              bad_parameter);
  }
}

TEST(Visible, OlderEntriesAreShownWithoutTheirTricks) {
  Charge charge;
  charge.request = request(amounts("0.1"));
  charge.request.asked_by = "a\u202Eb\u009B31m";
  const std::string text = ledger_text({{{pure_dataset(), 1, {}, {}}}, {}, {charge}, {}, 0, ""});
  EXPECT_NE(text.find("by a\\u{202e}b\\u{9b}31m\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace discreet

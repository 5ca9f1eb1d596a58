#include <string>

#include <gtest/gtest.h>

#include "discreet/ledger/text.hpp"

namespace discreet {
namespace {

TEST(Utf8, TakesWellFormedText) {
  for (const char* text :
       {"", "plain", "caf\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x99\x82", "\xED\x9F\xBF",
        "\xEE\x80\x80", "\xF4\x8F\xBF\xBF", "eight bytes and then \xC3\xA9 some more"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
}

TEST(Utf8, RefusesOverlongSurrogateStrayAndCutOff) {
  for (const char* text :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\xE2\x82",
        "\xF0\x9F\x99", "12345678\xFF", "\xC3\x28"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

TEST(Utf8, AgreesWithAPlainDecoderOnEveryTwoBytes) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      const bool ascii = first < 0x80 && second < 0x80;
      const bool pair = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
      EXPECT_EQ(is_utf8(text), ascii || pair) << first << " " << second;
    }
  }
}

}  // namespace
}  // namespace discreet

#include "kept_by_content.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "support/fresh_random.hpp"

namespace discreet::cli {
namespace {

std::string hex_digest(const std::vector<std::string_view>& names) {
  std::string out;
  for (const unsigned char byte : content_digest(names)) {
    out += "0123456789abcdef"[byte >> 4U];
    out += "0123456789abcdef"[byte & 15U];
  }
  return out;
}

std::set<std::uint32_t> kept_numbers(std::string_view unit, std::size_t most,
                                     std::vector<NamedThing> things) {
  keep_by_content(unit, most, things);
  std::set<std::uint32_t> out;
  for (std::size_t i = 0; i < std::min(most, things.size()); ++i) {
    out.insert(things[i].number);
  }
  return out;
}

// By sha256sum of 1:a2:bc and of nothing.
TEST(KeptByContent, DigestsLengthsAndNames) {
  EXPECT_EQ(hex_digest({"a", "bc"}),
            "5310a58788781ab25d5ad7c3f85035824b4eb7bdfa394e0ac2186271472b5492");
  EXPECT_EQ(hex_digest({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(KeptByContent, TellsNamesFromOtherCutsOfTheirText) {
  EXPECT_NE(hex_digest({"a", "bc"}), hex_digest({"ab", "c"}));
  EXPECT_NE(hex_digest({"a", "b", "c"}), hex_digest({"a", "bc"}));
  EXPECT_NE(hex_digest({"a", "1:b"}), hex_digest({"a1:b", ""}));
}

TEST(KeptByContent, KeepsTheSmallestDigestsInWhateverOrder) {
  std::mt19937_64 words = testing::fresh_random();
  std::vector<std::string> names;
  for (int i = 0; i < 50; ++i) {
    names.push_back(std::to_string(words()));
  }
  std::vector<NamedThing> things;
  std::map<ContentDigest, std::uint32_t> by_digest;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    things.push_back({{names[i], "x"}, 2, i});
    const std::vector<std::string_view> all{"unit", names[i], "x"};
    by_digest[content_digest(all)] = i;
  }
  for (std::size_t most = 1; most <= names.size() + 1; ++most) {
    std::set<std::uint32_t> expected;
    for (const auto& [digest, number] : by_digest) {
      if (expected.size() < most) {
        expected.insert(number);
      }
    }
    std::shuffle(things.begin(), things.end(), words);
    EXPECT_EQ(kept_numbers("unit", most, things), expected);
  }
}

TEST(KeptByContent, DependsOnTheUnit) {
  const std::vector<NamedThing> things{{{"a"}, 1, 0}, {{"b"}, 1, 1}, {{"c"}, 1, 2}, {{"d"}, 1, 3}};
  std::set<std::set<std::uint32_t>> seen;
  for (int unit = 0; unit < 200; ++unit) {
    seen.insert(kept_numbers(std::to_string(unit), 1, things));
  }
  EXPECT_EQ(seen.size(), 4U);
}

}  // namespace
}  // namespace discreet::cli

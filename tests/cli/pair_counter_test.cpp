#include "pair_counter.hpp"

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

constexpr std::size_t no_limit = CountingRoom{}.bytes;

using PairRows = std::vector<std::pair<std::string, std::string>>;

std::vector<std::int64_t> pair_counts(const PairRows& rows,
                                      const std::vector<std::string>& candidates,
                                      CountingRoom room = {}) {
  PairCounter counter{candidates, room};
  for (const auto& [unit, item] : rows) {
    counter.add(unit, item);
  }
  return counter.finish();
}

std::vector<std::string> numbered(const std::string& name, std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(name + std::to_string(i));
  }
  return out;
}

TEST(PairCounter, CountsEachUnitOnceForEachItem) {
  const PairRows rows{{"p", "a"}, {"p", "a"}, {"q", "a"}, {"p", "b"}, {"q", "x"}, {"", "b"}};
  EXPECT_EQ(pair_counts(rows, {"a", "b", "c"}), (std::vector<std::int64_t>{2, 2, 0}));
}

TEST(PairCounter, CountsAsSetsDo) {
  std::mt19937_64 bits{1};
  // One candidate, a few, and more than a byte counts; units with few rows and with many.
  for (const std::size_t candidates : {1U, 3U, 255U, 256U, 5000U}) {
    for (const std::uint64_t units : {2U, 1000U, 200000U}) {
      const std::vector<std::string> list = numbered("item", candidates);
      PairRows rows;
      for (int i = 0; i < 200000; ++i) {
        rows.emplace_back("u" + std::to_string(bits() % units),
                          "item" + std::to_string(bits() % (candidates + 2)));
      }
      std::map<std::string, std::set<std::string>> sets;
      for (const auto& [unit, item] : rows) {
        sets[item].insert(unit);
      }
      std::vector<std::int64_t> expected;
      for (const std::string& item : list) {
        expected.push_back(static_cast<std::int64_t>(sets[item].size()));
      }
      EXPECT_EQ(pair_counts(rows, list), expected) << candidates << " " << units;
    }
  }
}

TEST(PairCounter, CountsTheSameWithManyThreads) {
  std::mt19937_64 bits{6};
  const std::vector<std::string> list = numbered("item", 300);
  PairRows rows;
  for (int i = 0; i < 300000; ++i) {
    rows.emplace_back("u" + std::to_string(bits() % 20000), list[bits() % list.size()]);
  }
  const auto alone = pair_counts(rows, list);
  for (const std::size_t threads : {0U, 2U, 3U, 4U, 8U, 1000U}) {
    EXPECT_EQ(pair_counts(rows, list, {threads, no_limit}), alone) << threads;
  }
}

TEST(PairCounter, CountsTheSameWhereMemoryIsShort) {
  std::mt19937_64 bits{7};
  const std::vector<std::string> list = numbered("item", 300);
  PairRows rows;
  for (int i = 0; i < 600000; ++i) {
    rows.emplace_back("u" + std::to_string(bits() % 4000), list[bits() % list.size()]);
  }
  const auto alone = pair_counts(rows, list);
  for (const std::size_t bytes : {0UL, 1UL << 20, 3UL << 20, 5UL << 20}) {
    EXPECT_EQ(pair_counts(rows, list, {1, bytes}), alone) << bytes;
    EXPECT_EQ(pair_counts(rows, list, {3, bytes}), alone) << bytes;
  }
}

TEST(UnitHash, IsSipHashUnderItsKey) {
  // The vectors of the paper by Aumasson and Bernstein: key 00..0f, message 00..0e.
  UnitHash::Key key;
  std::string message;
  for (unsigned char i = 0; i < 16; ++i) {
    key[i] = i;
    message += static_cast<char>(i);
  }
  message.pop_back();
  EXPECT_EQ(UnitHash{key}(message), 0xA129CA6149BE45E5U);
}

TEST(UnitHash, HasAKeyOfItsOwnEachTime) {
  const UnitHash one;
  const UnitHash other;
  EXPECT_EQ(one("p"), one("p"));
  EXPECT_NE(one("p"), other("p"));  // false alarm: 2^-64
}

TEST(WordSet, TellsNewWordsFromOldOnesWhileItGrows) {
  WordSet set;
  std::mt19937_64 bits{2};
  std::set<std::uint64_t> known;
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint64_t> words;
    std::vector<std::uint64_t> expected;
    for (std::size_t i = 0; i < WordSet::most_at_once; ++i) {
      words.push_back(1 + bits() % 100000);
      if (known.insert(words.back()).second) {
        expected.push_back(words.back());
      }
    }
    std::vector<std::uint64_t> found;
    set.insert(words, [&](std::uint64_t word) { found.push_back(word); });
    ASSERT_EQ(found, expected) << round;
  }
  EXPECT_EQ(set.size(), known.size());
}

}  // namespace
}  // namespace discreet::cli

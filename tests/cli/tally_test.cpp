#include "tally.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "cli/tally_reference.hpp"
#include "support/fresh_random.hpp"

namespace discreet::cli {
namespace {

TEST(Tally, CountsEachUnitOnceForEachItem) {
  TallyTerms terms;
  terms.candidates = {"a", "b", "c"};
  const Tallies tallies = tallied(terms, {{"p", "a", "", 0},
                                          {"p", "a", "", 0},
                                          {"q", "a", "", 0},
                                          {"p", "b", "", 0},
                                          {"q", "x", "", 0},
                                          {"", "b", "", 0},
                                          {"z", "x", "", 0}});
  ASSERT_EQ(tallies.size(), 1U);
  const TallyTable table = tallies.table(0);
  EXPECT_EQ(table.items, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(table.scores, (std::vector<std::int64_t>{2, 2, 0}));
  EXPECT_TRUE(table.limited.empty());
  // Not the one whose only item is no candidate.
  EXPECT_EQ(table.units, 3);
}

TEST(Tally, FindsItemsInTheRowsInTheOrderOfTheirBytes) {
  const Tallies tallies = tallied({}, {{"p", "b", "", 0},
                                       {"p", "", "", 0},
                                       {"q", "\xC3\xA4", "", 0},
                                       {"q", "longer than eight 2", "", 0},
                                       {"q", "longer than eight 1", "", 0},
                                       {"p", "a", "", 0},
                                       {"q", "b", "", 0},
                                       {"z", "", "", 0}});
  EXPECT_EQ(tallies.items(), (std::vector<std::string>{"a", "b", "longer than eight 1",
                                                       "longer than eight 2", "\xC3\xA4"}));
  EXPECT_EQ(tallies.table(0).scores, (std::vector<std::int64_t>{1, 2, 1, 1, 1}));
  EXPECT_EQ(tallies.table(0).units, 2);
}

TEST(Tally, AgreesWithMapsAndSets) {
  std::mt19937_64 words = testing::fresh_random();
  for (const TallyTerms& terms : all_kinds_of_terms()) {
    for (int i = 0; i < 20; ++i) {
      const OwnedRows rows = random_rows(words, 30);
      EXPECT_EQ(plain(tallied(terms, rows)), TallyReference(terms, rows).tables());
    }
  }
}

TEST(Tally, DoesNotDependOnTheOrderOfRows) {
  std::mt19937_64 words = testing::fresh_random();
  for (const TallyTerms& terms : all_kinds_of_terms()) {
    OwnedRows rows = random_rows(words, 40);
    const Tallies before = tallied(terms, rows);
    std::shuffle(rows.begin(), rows.end(), words);
    const Tallies after = tallied(terms, rows);
    EXPECT_EQ(plain(before), plain(after));
    EXPECT_EQ(before.items(), after.items());
  }
}

// What one unit more does to the tables.
struct Moved {
  std::size_t groups = 0;
  std::size_t limited = 0;
};

std::int64_t at(const std::map<std::string, std::int64_t>& scores, const std::string& item) {
  const auto found = scores.find(item);
  return found == scores.end() ? 0 : found->second;
}

// The number of scores that differ; each by a number within the clip or, of counts, by one.
std::size_t moved_scores(const std::map<std::string, std::int64_t>& before,
                         const std::map<std::string, std::int64_t>& after, const Clip& clip) {
  std::size_t out = 0;
  for (const auto& [item, score] : before) {
    EXPECT_TRUE(after.contains(item));
  }
  for (const auto& [item, score] : after) {
    const std::int64_t by = score - at(before, item);
    EXPECT_GE(by, std::min<std::int64_t>(clip.low, 0));
    EXPECT_LE(by, std::max<std::int64_t>(clip.high, 0));
    out += by != 0 ? 1U : 0U;
  }
  return out;
}

Moved moved(const PlainTables& before, const PlainTables& after, const Clip& clip) {
  Moved out;
  for (std::size_t i = 0; i < before.tables.size(); ++i) {
    const PlainTable& one = before.tables[i];
    const PlainTable& other = after.tables[i];
    out.groups += one == other ? 0U : 1U;
    EXPECT_GE(other.units - one.units, 0);
    EXPECT_LE(other.units - one.units, 1);
    const std::size_t scores = moved_scores(one.scores, other.scores, clip);
    out.limited += moved_scores(one.limited, other.limited, clip);
    // n counts every unit that any score counts.
    EXPECT_TRUE(scores == 0 || other.units == one.units + 1);
  }
  EXPECT_GE(after.units - before.units, 0);
  EXPECT_LE(after.units - before.units, 1);
  return out;
}

TEST(Tally, OneUnitMoreMovesLittleAndOneWay) {
  std::mt19937_64 words = testing::fresh_random();
  for (const TallyTerms& terms : all_kinds_of_terms()) {
    for (int i = 0; i < 20; ++i) {
      const OwnedRows rows = random_rows(words, 30);
      OwnedRows without;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(without),
                   [](const OwnedRow& row) { return row.unit != "pa"; });
      const Moved by = moved(plain(tallied(terms, without)), plain(tallied(terms, rows)),
                             terms.clip.value_or(Clip{0, 1}));
      EXPECT_LE(by.groups, terms.groups ? terms.groups_per_unit : 1);
      EXPECT_LE(by.limited, terms.items_per_unit.value_or(0));
    }
  }
}

TEST(Tally, ClipsWhatAUnitHasInAllAndNotItsRows) {
  TallyTerms terms;
  terms.clip = Clip{-2, 10};
  const PlainTables tables = plain(tallied(terms, {{"p", "a", "", 100},
                                                   {"p", "a", "", -95},
                                                   {"q", "a", "", 9},
                                                   {"q", "a", "", 9},
                                                   {"r", "a", "", -50},
                                                   {"r", "b", "", 0}}));
  EXPECT_EQ(tables.tables[0].scores, (std::map<std::string, std::int64_t>{{"a", 13}, {"b", 0}}));
  EXPECT_EQ(tables.units, 3);
}

TEST(Tally, AddsBeyondSixtyFourBitsAndClampsOnceAtTheEnd) {
  using Limits = std::numeric_limits<std::int64_t>;
  TallyTerms terms;
  terms.clip = Clip{Limits::min(), Limits::max()};
  OwnedRows rows;
  // Of one unit, then of several: what passes 2^63 on the way comes back.
  for (const auto value : {Limits::max(), Limits::max(), Limits::min(), Limits::min()}) {
    rows.push_back({"p", "one", "", value});
    rows.push_back({std::to_string(rows.size()), "several", "", value});
    rows.push_back({"p", "most", "", Limits::max()});
    rows.push_back({"q", "most", "", Limits::max()});
    rows.push_back({std::to_string(rows.size()), "least", "", Limits::min()});
  }
  EXPECT_EQ(plain(tallied(terms, rows)).tables[0].scores,
            (std::map<std::string, std::int64_t>{
                {"one", -2}, {"several", -2}, {"most", Limits::max()}, {"least", Limits::min()}}));
}

TEST(Tally, TellsTheOwnerWhatWasLeftOut) {
  TallyTerms terms;
  terms.groups = {"g", "h"};
  terms.items_per_unit = 2;
  terms.clip = Clip{0, 5};
  const OwnedRows rows{{"p", "a", "g", 1}, {"p", "b", "g", 6},  {"p", "c", "g", -1},
                       {"q", "a", "g", 5}, {"q", "a", "h", 5},  {"q", "a", "x", 5},
                       {"r", "a", "", 5},  {"s", "", "g", 100}, {"t", "a", "h", 0}};
  const TallyFacts facts = tallied(terms, rows).facts();
  EXPECT_EQ(facts.rows, 9U);
  EXPECT_EQ(facts.rows_outside_groups, 2U);
  EXPECT_EQ(facts.units, 3U);
  EXPECT_EQ(facts.units_above_groups, 1U);
  EXPECT_EQ(facts.units_above_items, 1U);
  EXPECT_EQ(facts.sums, 5U);
  EXPECT_EQ(facts.sums_clipped, 2U);
}

}  // namespace
}  // namespace discreet::cli

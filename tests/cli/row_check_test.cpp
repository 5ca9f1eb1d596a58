#include "row_check.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

const std::vector<std::pair<std::string, std::string>> checked_rows{
    {"p", "A"}, {"p", "a"}, {"q", " B"}, {"q", "x"}, {"q", "x"}, {"r", "A"}, {"r", "y"}};

TEST(RowCheck, CountsRowsUnitsAndCandidates) {
  RowCheck check{{"A", "B", "C"}, Outside::counted};
  for (const auto& [unit, item] : checked_rows) {
    check.add(unit, item);
  }
  const RowFacts facts = check.facts();
  EXPECT_EQ(facts.rows, 7U);
  EXPECT_EQ(facts.matching_rows, 2U);
  EXPECT_EQ(facts.nearly_matching_rows, 2U);
  EXPECT_EQ(facts.units, 3U);
  EXPECT_EQ(facts.matching_units, 2U);
  EXPECT_EQ(facts.candidates, 3U);
  EXPECT_EQ(facts.candidates_never_seen, 2U);
  EXPECT_TRUE(check.outside_items().empty());
}

TEST(RowCheck, KeepsItemsThatAreNoCandidatesOnlyWhereAsked) {
  RowCheck check{{"A", "B", "C"}, Outside::kept};
  for (const auto& [unit, item] : checked_rows) {
    check.add(unit, item);
  }
  std::vector<std::pair<std::string, std::uint64_t>> items;
  for (const OutsideItem& one : check.outside_items()) {
    items.emplace_back(one.item, one.rows);
  }
  EXPECT_EQ(items, (std::vector<std::pair<std::string, std::uint64_t>>{
                       {"x", 2}, {" B", 1}, {"a", 1}, {"y", 1}}));
}

}  // namespace
}  // namespace discreet::cli

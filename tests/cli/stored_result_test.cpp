// What a run stores of a result: all of it, and never more than there is room for.
#include "stored_result.hpp"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "discreet/error.hpp"

namespace discreet::cli {
namespace {

const std::vector<Value>& every_value() {
  static const std::vector<Value> out{
      Value{},
      std::string{"1:2\n\\ä"},
      std::numeric_limits<std::uint64_t>::max(),
      std::numeric_limits<std::int64_t>::min(),
      -std::numeric_limits<double>::denorm_min(),
      -std::numeric_limits<double>::max(),
      true,
      false,
      Decimal{"-9.223372036854775808"},
      ExactNumber{"1/3"},
      Numbers{0.1, -1e300, 5e-324},
  };
  return out;
}

ReleaseResult stored_example() {
  ReleaseResult out;
  out.command = "top-k";
  out.own.rows.name = "items";
  out.own.rows.columns = {{"rank", 4}, {"item"}};
  for (const Value& value : every_value()) {
    out.own.rows.rows.push_back({value, value});
    out.own.facts.emplace_back("a fact", value);
  }
  out.own.rows.groups.push_back({"a group", out.own.facts, out.own.rows.rows});
  out.own.how = "so";
  out.own.note = "a note";
  out.hidden = {"patient", Neighbors::replace, "visits", ScoreChange{0.1, Monotonic::yes}};
  out.cost = {Fraction{1, 3},       parse_amount("1e-6"), parse_amount("0.1"),
              parse_amount("1e-9"), Fraction{10},         parse_amount("0.05")};
  out.promise.epsilon = Fraction{1};
  return out;
}

TEST(StoredResult, ComesBackAsItWas) {
  const ReleaseResult before = stored_example();
  const ReleaseResult after = result_of(stored_text(before));
  EXPECT_EQ(stored_text(after), stored_text(before));
  EXPECT_EQ(after.cost, before.cost);
  EXPECT_EQ(after.promise, before.promise);
  EXPECT_EQ(after.hidden.neighbors, before.hidden.neighbors);
  for (const Format format : {Format::table, Format::csv, Format::json, Format::html}) {
    EXPECT_EQ(render(after, format), render(before, format));
  }
}

TEST(StoredResult, EveryShapeOfRowsIsKept) {
  for (const auto shape :
       {Rows::Shape::list, Rows::Shape::one_or_none, Rows::Shape::grouped, Rows::Shape::across}) {
    ReleaseResult before;
    before.own.rows.shape = shape;
    before.own.rows.bars = Bars{3, 14};
    const Rows after = result_of(stored_text(before)).own.rows;
    EXPECT_EQ(after.shape, shape);
    ASSERT_TRUE(after.bars.has_value());
    EXPECT_EQ(after.bars->low, 3U);
    EXPECT_EQ(after.bars->high, 14U);
  }
}

TEST(StoredResult, RefusesEveryOtherText) {
  const std::string text = stored_text(stored_example());
  EXPECT_THROW((void)result_of(""), Error);
  EXPECT_THROW((void)result_of("17:discreet result 2"), Error);
  EXPECT_THROW((void)result_of(text + "1:x"), Error);
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_THROW((void)result_of(text.substr(0, size)), Error);
  }
}

TEST(StoredResult, TheLongestRowsHaveRoom) {
  ReleaseResult without = stored_example();
  without.own.rows.rows.clear();
  without.own.rows.groups.clear();
  for (const Value& value : every_value()) {
    if (std::holds_alternative<std::string>(value) || std::holds_alternative<Numbers>(value)) {
      continue;
    }
    ReleaseResult full = without;
    full.own.rows.rows.assign(1000, std::vector<Value>(6, value));
    // Three numbers and a truth of each group, as tables have.
    full.own.rows.groups.assign(
        500, {std::string(5, '\\'),
              {{"units", value}, {"units_low", value}, {"units_high", value}, {"complete", true}},
              {std::vector<Value>(6, value)}});
    const std::string text = stored_text(full);
    const auto twice = std::count(text.begin(), text.end(), '\\');
    EXPECT_LE(text.size() + static_cast<std::size_t>(twice),
              stored_room(without, {1500, 6, 500 * 5, 500}));
  }
  ReleaseResult named = without;
  named.own.rows.rows.assign(1000, {std::string(77, '\n'), std::string(77, '\\')});
  EXPECT_LE(stored_text(named).size() + 1000 * 2 * 77,
            stored_room(without, {1000, 2, 1000 * 2 * 77}));
}

}  // namespace
}  // namespace discreet::cli

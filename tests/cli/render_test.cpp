#include "render.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/amount.hpp"

namespace discreet::cli {
namespace {
namespace rendering {

using Row = std::vector<Value>;

ReleaseResult result_of(Rows rows) {
  ReleaseResult out;
  out.command = "table";
  out.own = {std::move(rows), {{"k", std::uint64_t{2}}, {"exact", true}}, "scale 2"};
  out.hidden.neighbors = Neighbors::add_remove;
  out.hidden.unit = "patient";
  out.cost.epsilon = parse_amount("1");
  out.promise = out.cost;
  return out;
}

const std::string sentence =
    "For adding or removing one patient this release is 1-differentially private (scale 2). It is "
    "charged to no budget.\n";

const Rows counts{"items",
                  {{"item"}, {"count"}},
                  {Row{std::string{"\xc3\xa9t\xc3\xa9, \"hot\""}, std::uint64_t{12345678}},
                   Row{std::string{"b"}, 0.5}}};

TEST(Render, FillsColumnsUpToTheirWidestCell) {
  EXPECT_EQ(render(result_of(counts), Format::table),
            "item           count\n"
            "\xc3\xa9t\xc3\xa9, \"hot\"  12345678\n"
            "b                0.5\n" +
                sentence);
}

TEST(Render, KeepsToTheWidthOfAColumnThatHasOne) {
  const Rows ranked{
      "items", {{"rank", 4}, {"item"}}, {Row{std::uint64_t{12345}, std::string{"a"}}}};
  EXPECT_EQ(render(result_of(ranked), Format::table), "rank  item\n12345  a\n" + sentence);
}

TEST(Render, QuotesWhatWouldBreakARowOfCsv) {
  EXPECT_EQ(render(result_of(counts), Format::csv),
            "item,count\n\"\xc3\xa9t\xc3\xa9, \"\"hot\"\"\",12345678\nb,0.5\n");
}

TEST(Render, NamesEveryCellInJson) {
  const std::string json = render(result_of(counts), Format::json);
  EXPECT_EQ(json.rfind(R"({"schema":"discreet.release/2","command":"table","items":[{"item":)"
                       "\"\xc3\xa9t\xc3\xa9, \\\"hot\\\"\",\"count\":12345678},"
                       R"({"item":"b","count":0.5}],"k":2,"exact":true,"unit":"patient",)",
                       0),
            0U)
      << json;
}

TEST(Render, SaysThatThereIsNone) {
  const Rows none{"first", {{"position"}, {"item"}}, {}, Rows::Shape::one_or_none};
  EXPECT_EQ(render(result_of(none), Format::table), "position  item\nnone\n" + sentence);
  EXPECT_EQ(render(result_of(none), Format::csv), "position,item\n");
  EXPECT_NE(render(result_of(none), Format::json).find(R"("first":null,"k":2)"), std::string::npos);
  Rows empty = none;
  empty.shape = Rows::Shape::list;
  EXPECT_EQ(render(result_of(empty), Format::table), "position  item\n" + sentence);
  EXPECT_NE(render(result_of(empty), Format::json).find(R"("first":[],"k":2)"), std::string::npos);
}

}  // namespace rendering
}  // namespace
}  // namespace discreet::cli

#include "calendar_day.hpp"

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

TEST(CalendarDay, CountsDays) {
  const auto day = [](std::string_view text) {
    const DayText read = read_day(text);
    EXPECT_EQ(read.kind, DayText::Kind::day) << text;
    return read.day;
  };
  EXPECT_EQ(day("1970-01-01"), 0);
  EXPECT_EQ(day("1969-12-31"), -1);
  EXPECT_EQ(day("2000-02-29"), 11016);
  EXPECT_EQ(day("2000-03-01"), 11017);
  EXPECT_EQ(day("0001-01-01"), -719162);
  EXPECT_EQ(day("9999-12-31"), 2932896);
}

TEST(CalendarDay, FloorsTimesToTheirDay) {
  for (const char* text : {"1970-01-02 00:00", "1970-01-02T15:00", "1970-01-02 23:59:59",
                           "1970-01-02T23:59:60", "1970-01-02 23:59:59.999999999"}) {
    EXPECT_EQ(read_day(text).kind, DayText::Kind::day) << text;
    EXPECT_EQ(read_day(text).day, 1) << text;
  }
}

TEST(CalendarDay, TellsZonesFromWhatIsNoDay) {
  for (const char* text :
       {"2026-01-31T15:00Z", "2026-01-31T15:00:00z", "2026-01-31 15:00:00+02:00",
        "2026-01-31 15:00+02", "2026-01-31 15:00:00.5-0530", "2026-01-31 15:00:00 +0200"}) {
    EXPECT_EQ(read_day(text).kind, DayText::Kind::zoned) << text;
  }
  for (const char* text : {"",
                           "2026",
                           "2026-1-31",
                           "2026-02-29",
                           "2026-13-01",
                           "2026-00-01",
                           "2026-01-00",
                           "0000-01-01",
                           "20260131",
                           "2026/01/31",
                           "31.01.2026",
                           "2026-01-31 ",
                           " 2026-01-31",
                           "2026-01-31x",
                           "2026-01-31T",
                           "2026-01-31T24:00",
                           "2026-01-31T15",
                           "2026-01-31T15:60",
                           "2026-01-31T15:00:61",
                           "2026-01-31T15:00:00.",
                           "2026-01-31T15:00 ",
                           "2026-01-31T15:00+25:00",
                           "2026-01-31T15:00+02:00x",
                           "-026-01-31",
                           "12026-01-31",
                           "2026-01-31T15:00 CET"}) {
    EXPECT_EQ(read_day(text).kind, DayText::Kind::none) << text;
  }
}

TEST(CalendarDay, WritesWhatItReads) {
  for (const char* text : {"0001-01-01", "0476-09-04", "1970-01-01", "2000-02-29", "9999-12-31"}) {
    EXPECT_EQ(day_text(read_day(text).day), text);
  }
}

}  // namespace
}  // namespace discreet::cli

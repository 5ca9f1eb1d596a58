#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace discreet::cli {

/// What a text says of a day.
struct DayText {
  enum class Kind {
    day,    ///< a day, or a time of it
    zoned,  ///< a time with Z or an offset, which is another day elsewhere
    none,
  };
  Kind kind = Kind::none;
  std::int64_t day = 0;  ///< since 1970-01-01, of a day
};

/// Reads a day as YYYY-MM-DD, of the years 0001 to 9999 in the Gregorian calendar, with or without a time of day behind
/// a T or a blank: hh:mm, hh:mm:ss or hh:mm:ss with a fraction. The day is that of the text: times are floored.
DayText read_day(std::string_view text);

/// A day as YYYY-MM-DD.
///
/// Requires  a day of the years 0001 to 9999.
std::string day_text(std::int64_t day);

}  // namespace discreet::cli

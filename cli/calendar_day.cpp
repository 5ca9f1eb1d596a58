#include "calendar_day.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace discreet::cli {
namespace {

// Takes so many digits from the front, and what must stand behind them, if anything.
std::optional<int> field(std::string_view& text, std::size_t size, std::string_view behind) {
  if (text.size() < size + behind.size() || text.substr(size, behind.size()) != behind) {
    return std::nullopt;
  }
  int out = 0;
  for (const char c : text.substr(0, size)) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    out = out * 10 + (c - '0');
  }
  text.remove_prefix(size + behind.size());
  return out;
}

bool within(const std::optional<int>& number, int most) { return number && *number <= most; }

// Takes hh:mm, hh:mm:ss or hh:mm:ss.fraction from the front.
bool time_of_day(std::string_view& text) {
  if (!within(field(text, 2, ":"), 23) || !within(field(text, 2, ""), 59)) {
    return false;
  }
  if (!text.starts_with(':')) {
    return true;
  }
  text.remove_prefix(1);
  // A leap second is a second of its day.
  if (!within(field(text, 2, ""), 60)) {
    return false;
  }
  if (!text.starts_with('.')) {
    return true;
  }
  const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  text.remove_prefix(end);
  return end > 1;
}

bool is_zone(std::string_view text) {
  if (text == "Z" || text == "z") {
    return true;
  }
  if (!text.starts_with('+') && !text.starts_with('-')) {
    return false;
  }
  text.remove_prefix(1);
  if (!within(field(text, 2, ""), 23)) {
    return false;
  }
  text.remove_prefix(text.starts_with(':') ? 1 : 0);
  return text.empty() || (within(field(text, 2, ""), 59) && text.empty());
}

}  // namespace

DayText read_day(std::string_view text) {
  const auto year = field(text, 4, "-");
  const auto month = year ? field(text, 2, "-") : std::nullopt;
  const auto day = month ? field(text, 2, "") : std::nullopt;
  if (!day || *year == 0) {
    return {};
  }
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) {
    return {};
  }
  const DayText out{DayText::Kind::day, std::chrono::sys_days{date}.time_since_epoch().count()};
  if (text.empty()) {
    return out;
  }
  if (!text.starts_with('T') && !text.starts_with(' ')) {
    return {};
  }
  text.remove_prefix(1);
  if (!time_of_day(text)) {
    return {};
  }
  if (text.empty()) {
    return out;
  }
  // Some write a blank before the zone.
  text.remove_prefix(text.starts_with(' ') ? 1 : 0);
  return {is_zone(text) ? DayText::Kind::zoned : DayText::Kind::none, 0};
}

std::string day_text(std::int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace discreet::cli

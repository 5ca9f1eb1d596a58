#include "tally_options.hpp"

#include <utility>

#include <fmt/format.h>

#include "fixed_point.hpp"
#include "options.hpp"
#include "plain_text.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

void require_with(bool given, const char* option, bool with, const char* other) {
  if (given && !with) {
    throw UsageError{fmt::format("{} goes with {}", option, other)};
  }
}

std::string number_rule(unsigned decimals) {
  return decimals == 0 ? "an integer such as -12, from -2^63 to 2^63 - 1 (--decimals for others)"
                       : fmt::format(
                             "a number such as -12 or 0.5, with at most {} {} behind the "
                             "point (--decimals) and from -2^63 to 2^63 - 1 without it",
                             decimals, decimals == 1 ? "digit" : "digits");
}

}  // namespace

void TallyOptions::add(App app) {
  app.add_option("--group", group, "the column that says which group's table a row belongs to");
  app.add_option("--groups", groups, "the public list of groups, one on each line")
      .type_name("FILE");
  app.add_option("--groups-column", groups_column,
                 "the groups are this column of a table with a header");
  add_limits(app);
  app.add_option("--value", value, "the column that is added up; without it units are counted");
  add_clip(app);
}

void TallyOptions::add_limits(App app) {
  app.add_option("--groups-per-unit", groups_per_unit,
                 "how many groups of each unit are kept; 1 by default")
      .whole_number();
  app.add_option("--items-per-unit", items_per_unit,
                 "how many items of each unit are kept, in all groups together")
      .whole_number();
  app.add_flag("--by-nature", by_nature, "no unit has more items than that; a promise of yours");
}

void TallyOptions::add_clip(App app) {
  app.add_option("--clip", clip,
                 "L:U, between which each unit's sum for an item is brought, as in 0:500")
      .type_name("L:U");
  app.add_option("--decimals", decimals,
                 "how many digits values have behind the point, at most 18; 0 by default")
      .between(0, most_decimals, "DIGITS");
}

std::vector<NamedWord> TallyOptions::with_groups(std::vector<NamedWord> other_files) const {
  other_files.insert(other_files.begin(), {"--groups", groups});
  return other_files;
}

void TallyOptions::require_sound(const RowOptions& rows, std::vector<NamedWord> other_files) const {
  require_with(group.has_value(), "--group", groups.has_value(), "--groups, a public list");
  require_with(groups.has_value(), "--groups", group.has_value(), "--group");
  require_with(groups_column.has_value(), "--groups-column", groups.has_value(), "--groups");
  require_with(groups_per_unit.has_value(), "--groups-per-unit", group.has_value(), "--group");
  require_with(by_nature, "--by-nature", items_per_unit.has_value(), "--items-per-unit");
  require_with(value.has_value(), "--value", clip.has_value(), "--clip L:U");
  require_with(clip.has_value(), "--clip", value.has_value(), "--value");
  require_with(decimals.has_value(), "--decimals", value.has_value(), "--value");
  static_cast<void>(parsed_clip());
  rows.require_distinct(with_groups(std::move(other_files)),
                        {{"--group", group}, {"--value", value}});
}

std::optional<Clip> TallyOptions::parsed_clip() const {
  if (!clip) {
    return std::nullopt;
  }
  const std::size_t colon = clip->find(':');
  const unsigned places = decimals.value_or(0);
  const auto low = try_fixed_point(clip->substr(0, colon), places);
  const auto high =
      colon == std::string::npos ? std::nullopt : try_fixed_point(clip->substr(colon + 1), places);
  if (!low || !high) {
    throw UsageError{fmt::format("--clip must be L:U, each {}", number_rule(places))};
  }
  if (*low > *high) {
    throw UsageError{"--clip L:U: L must not be above U"};
  }
  if (*low == 0 && *high == 0) {
    throw UsageError{"--clip 0:0 leaves nothing to add up"};
  }
  return Clip{*low, *high};
}

std::optional<std::vector<std::string>> TallyOptions::read_groups(
    const std::string& command) const {
  if (!groups) {
    return std::nullopt;
  }
  return read_list({ListOf::groups, *groups, groups_column, group.value()}, command);
}

TallyTerms TallyOptions::terms(std::optional<std::vector<std::string>> listed_groups) const {
  TallyTerms out;
  out.groups = std::move(listed_groups);
  out.groups_per_unit = groups_per_unit.value_or(1);
  out.items_per_unit = items_per_unit;
  out.clip = parsed_clip();
  return out;
}

void TallyOptions::read_rows(const RowOptions& rows, const std::string& command,
                             const std::function<void(double)>& progress,
                             const std::function<void(const TallyRow&)>& row) const {
  std::vector<std::string> more;
  if (group) {
    more.push_back(*group);
  }
  if (value) {
    more.push_back(*value);
  }
  const std::size_t value_place = group ? 3 : 2;
  const unsigned places = decimals.value_or(0);
  rows.read_fields(command, more, progress, [&](const TableReader& table) {
    TallyRow one{table[0], table[1], group ? table[2] : std::string_view{}, 0};
    if (value) {
      const auto read = try_fixed_point(table[value_place], places);
      if (!read) {
        throw InputError{table.line(), fmt::format("the value must be {}", number_rule(places))};
      }
      one.value = *read;
    }
    row(one);
  });
}

}  // namespace discreet::cli

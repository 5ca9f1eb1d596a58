#include "check_columns.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "json.hpp"

namespace discreet::cli {

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) {
    return "none";
  }
  const double share = 1000 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{} ({:.1f} %)", part,
                     part == whole ? 100.0 : std::min(std::floor(share) / 10, 99.9));
}

std::string check_line(std::string_view name, const std::string& number) {
  return fmt::format("{:<28}{}\n", name, number);
}

std::string columns_as_text(const ColumnFacts& facts, const ColumnTerms& terms) {
  std::string out = fmt::format("{}\n", not_private);
  out += check_line("rows", std::to_string(facts.rows));
  out += check_line("  without a value", percent(facts.rows_without_value, facts.rows));
  if (terms.groups) {
    out += check_line("  outside the groups", percent(facts.rows_outside_groups, facts.rows));
  }
  out += check_line("units", std::to_string(facts.units));
  if (terms.per_unit == PerUnit::share) {
    out += check_line("  with over 2^20 rows", percent(facts.units_above_shares, facts.units));
  } else if (terms.groups) {
    out += check_line("  in too many groups", percent(facts.units_above_groups, facts.units));
  }
  const char* const values = terms.per_unit == PerUnit::sum    ? "sums of a unit"
                             : terms.per_unit == PerUnit::mean ? "means of a unit"
                                                               : "values";
  out += check_line(values, std::to_string(facts.values));
  out += check_line("  below the lower bound", percent(facts.values_below, facts.values));
  out += check_line("  above the upper bound", percent(facts.values_above, facts.values));
  return out;
}

std::string columns_as_json(const ColumnFacts& facts, const ColumnTerms& terms) {
  const bool shared = terms.per_unit == PerUnit::share;
  Json json;
  json.open('{').name("notice").text(not_private).name("schema").text("discreet.check/2");
  json.name("rows").number(facts.rows);
  json.name("rows_without_value").number(facts.rows_without_value);
  json.name("rows_outside_groups");
  terms.groups ? json.number(facts.rows_outside_groups) : json.null();
  json.name("units").number(facts.units);
  json.name("units_above_shares");
  shared ? json.number(facts.units_above_shares) : json.null();
  json.name("units_above_groups");
  terms.groups && !shared ? json.number(facts.units_above_groups) : json.null();
  json.name("values").number(facts.values);
  json.name("values_below").number(facts.values_below);
  json.name("values_above").number(facts.values_above);
  return json.close('}').str() + "\n";
}

}  // namespace discreet::cli

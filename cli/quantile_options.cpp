#include "quantile_options.hpp"

#include <fmt/format.h>

#include "matching_files.hpp"
#include "plain_text.hpp"
#include "table_reader.hpp"

namespace discreet::cli {

void QuantileOptions::add(App app) {
  app.add_option("--quantiles", quantiles,
                 "which, as in 0.25,0.5,0.75, or median, quartiles, deciles or percentiles");
  add_grid(app);
  app.add_option("--units", units,
                 "at most so many units there are, a public figure: for how far ranks may be off")
      .whole_number();
}

void QuantileOptions::add_grid(App app) {
  app.add_option("--lower", lower, "the least value, a public bound; values below it become it");
  app.add_option("--upper", upper, "the greatest value, a public bound; values above it become it");
  app.add_option("--step", step,
                 "how far apart values stand, which are rounded to the nearest; 1 by default for "
                 "days and for whole bounds at least 100 apart");
  app.add_option("--per-unit", per_unit,
                 "which value stands for a unit with several rows; by default they share it")
      .one_of({"share", "median", "min", "max", "sum", "mean", "first"});
}

bool QuantileOptions::any() const noexcept {
  return quantiles || lower || upper || step || per_unit || units;
}

ValueGrid QuantileOptions::grid() const {
  if (!lower || !upper) {
    throw UsageError{"--lower and --upper must be said: public bounds, chosen without the data"};
  }
  return ValueGrid::parse(*lower, *upper, step);
}

PerUnit QuantileOptions::rule() const { return parse_per_unit(per_unit.value_or("share")); }

void QuantileOptions::require_limit_fits(
    const std::optional<std::uint64_t>& groups_per_unit) const {
  if (groups_per_unit && rule() == PerUnit::share) {
    throw UsageError{
        "--groups-per-unit goes with another --per-unit than share: rows that share a unit may be "
        "in any group"};
  }
}

QuantilesRequest QuantileOptions::request(
    const PrivacyOptions& privacy, const ChargeOptions& charge,
    const std::optional<std::uint64_t>& groups_per_unit) const {
  if (!quantiles) {
    throw UsageError{"--quantiles must be said, as in 0.25,0.5,0.75 or median"};
  }
  const TopKRequest asked = privacy.request(charge);
  QuantilesRequest out;
  out.quantiles = parse_quantiles(*quantiles);
  out.grid = grid().grid();
  out.epsilon = asked.epsilon;
  out.delta = asked.delta;
  out.rho = asked.rho;
  out.pay = asked.pay;
  out.per_unit = rule();
  out.units = units;
  require_limit_fits(groups_per_unit);
  out.groups_per_unit = groups_per_unit.value_or(1);
  return out;
}

void ColumnOptions::add(App app) {
  RowOptions::add_files(app, files);
  RowOptions::add_threads(app, threads);
  RowOptions::add_unit(app, unit);
  app.add_option("--value", value, "the column whose quantiles are released: numbers, or days")
      .required();
  app.add_option("--nulls", nulls,
                 "what to do with rows whose value is empty: drop them (the default) or refuse")
      .one_of({"drop", "refuse"});
  app.add_option("--group", group, "the column that says which group a row belongs to");
  app.add_option("--groups", groups, "the public list of groups, one on each line")
      .type_name("FILE");
  app.add_option("--groups-column", groups_column,
                 "the groups are this column of a table with a header");
  app.add_option("--groups-per-unit", groups_per_unit,
                 "with --per-unit: how many groups of each unit are kept; 1 by default")
      .whole_number();
  app.add_option(
      "--delimiter", delimiter,
      "what separates the fields of the rows: one character, or tab; by default a tab for "
      ".tsv, else a comma");
}

void ColumnOptions::find_files(RowsAre needed) {
  rows = needed;
  files = matching_files(files, rows);
}

void ColumnOptions::require_files(const std::vector<NamedWord>& other_files) const {
  require_row_files(files, {"--groups", groups}, other_files);
}

void ColumnOptions::require_sound(const std::vector<NamedWord>& other_files) const {
  const auto require_with = [](bool given, const char* option, bool with, const char* other) {
    if (given && !with) {
      throw UsageError{fmt::format("{} goes with {}", option, other)};
    }
  };
  require_with(group.has_value(), "--group", groups.has_value(), "--groups, a public list");
  require_with(groups.has_value(), "--groups", group.has_value(), "--group");
  require_with(groups_column.has_value(), "--groups-column", groups.has_value(), "--groups");
  require_with(groups_per_unit.has_value(), "--groups-per-unit", group.has_value(), "--group");
  require_distinct_columns({{"--unit", unit}, {"--value", value}, {"--group", group}});
  if (rows == RowsAre::needed) {
    require_files(other_files);
  }
}

std::optional<std::vector<std::string>> ColumnOptions::read_groups(
    const std::string& command) const {
  if (!groups) {
    return std::nullopt;
  }
  return read_list({ListOf::groups, *groups, groups_column, group.value()}, command);
}

void ColumnOptions::read_rows(const std::string& command, const ValueReader& reader,
                              const std::function<void(double)>& progress,
                              QuantileColumns& columns) const {
  RowOptions options;
  options.files = files;
  options.threads = threads;
  options.unit = unit;
  options.item = value;
  options.delimiter = delimiter;
  const std::vector<std::string> more =
      group ? std::vector<std::string>{*group} : std::vector<std::string>{};
  options.read_fields(command, more, progress, [&](const TableReader& table) {
    if (!table[1].empty()) {
      const ValueReader::Value read = reader.read(table[1], table.line());
      columns.add({table[0], group ? table[2] : std::string_view{}, read.place, read.number});
    } else if (nulls == "refuse") {
      throw InputError{table.line(), "the value must not be empty (--nulls refuse)"};
    } else {
      columns.add_without_value();
    }
  });
}

}  // namespace discreet::cli

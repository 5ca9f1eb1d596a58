#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "check_columns.hpp"
#include "commands.hpp"
#include "distinct_inputs.hpp"
#include "input_error.hpp"
#include "json.hpp"
#include "printable.hpp"
#include "progress_bar.hpp"
#include "quantile_options.hpp"
#include "result_file.hpp"
#include "row_check.hpp"
#include "row_options.hpp"
#include "tally.hpp"
#include "tally_options.hpp"

namespace discreet::cli {
namespace {

constexpr std::size_t most_items = 20;

struct CheckOptions : RowOptions {
  TallyOptions tally;
  QuantileOptions quantiles;
  bool show_items = false;
  bool json = false;
  bool quiet = false;
};

struct Findings {
  RowFacts facts;
  Outside outside = Outside::counted;
  std::vector<OutsideItem> items;  // that are no candidates, where they are kept
  bool listed = false;             // whether there are candidates
  TallyOptions asked;
  TallyFacts tally;
};

std::size_t shown_items(const Findings& found) { return std::min(found.items.size(), most_items); }

std::string tally_as_text(const Findings& found) {
  const TallyFacts& tally = found.tally;
  std::string out;
  if (found.asked.group) {
    out += check_line("rows outside the groups", percent(tally.rows_outside_groups, tally.rows));
    out += check_line("units in too many groups", percent(tally.units_above_groups, tally.units));
  }
  if (found.asked.items_per_unit) {
    out += check_line("units with too many items", percent(tally.units_above_items, tally.units));
  }
  if (found.asked.value) {
    out += check_line("sums of a unit for an item", std::to_string(tally.sums));
    out += check_line("  clipped", percent(tally.sums_clipped, tally.sums));
  }
  return out;
}

std::string as_text(const Findings& found) {
  const RowFacts& facts = found.facts;
  std::string out = fmt::format("{}\n", not_private);
  out += check_line("rows", std::to_string(facts.rows));
  if (found.listed) {
    out += check_line("  whose item is a candidate", percent(facts.matching_rows, facts.rows));
    out += check_line("  but for case or blanks", percent(facts.nearly_matching_rows, facts.rows));
  }
  out += check_line("units", std::to_string(facts.units));
  if (found.listed) {
    out += check_line("  with such a row", percent(facts.matching_units, facts.units));
    out += check_line("candidates", std::to_string(facts.candidates));
    out += check_line("  never seen", percent(facts.candidates_never_seen, facts.candidates));
  }
  out += tally_as_text(found);
  if (found.outside == Outside::kept) {
    out += fmt::format("items that are no candidates {}\n", found.items.size());
    for (std::size_t i = 0; i < shown_items(found); ++i) {
      out +=
          fmt::format("  {:>12} rows  {}\n", found.items[i].rows, printable(found.items[i].item));
    }
  }
  return out;
}

void write_if(Json& json, const char* name, bool known, std::uint64_t number) {
  json.name(name);
  if (known) {
    json.number(number);
  } else {
    json.null();
  }
}

void write_tally(Json& json, const Findings& found) {
  const TallyFacts& tally = found.tally;
  const bool grouped = found.asked.group.has_value();
  const bool summed = found.asked.value.has_value();
  json.name("counted_units").number(tally.units);
  write_if(json, "rows_outside_groups", grouped, tally.rows_outside_groups);
  write_if(json, "units_above_groups", grouped, tally.units_above_groups);
  write_if(json, "units_above_items", found.asked.items_per_unit.has_value(),
           tally.units_above_items);
  write_if(json, "sums", summed, tally.sums);
  write_if(json, "sums_clipped", summed, tally.sums_clipped);
}

std::string as_json(const Findings& found) {
  const RowFacts& facts = found.facts;
  Json json;
  json.open('{').name("notice").text(not_private).name("schema").text("discreet.check/2");
  json.name("rows").number(facts.rows);
  write_if(json, "matching_rows", found.listed, facts.matching_rows);
  json.name("matching_share");
  if (facts.rows == 0 || !found.listed) {
    json.null();
  } else {
    json.number(static_cast<double>(facts.matching_rows) / static_cast<double>(facts.rows));
  }
  write_if(json, "nearly_matching_rows", found.listed, facts.nearly_matching_rows);
  json.name("units").number(facts.units);
  write_if(json, "matching_units", found.listed, facts.matching_units);
  write_if(json, "candidates", found.listed, facts.candidates);
  write_if(json, "candidates_never_seen", found.listed, facts.candidates_never_seen);
  write_tally(json, found);
  json.name("outside_items");
  if (found.outside == Outside::counted) {
    json.null().close('}');
    return json.str() + "\n";
  }
  json.open('[');
  for (std::size_t i = 0; i < shown_items(found); ++i) {
    json.open('{').name("item").text(found.items[i].item);
    json.name("rows").number(found.items[i].rows).close('}');
  }
  json.close(']').close('}');
  return json.str() + "\n";
}

ProgressBar reading(const CheckOptions& options) {
  return {"reading", options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
}

// The rows of quantile.
void run_column_check(const CheckOptions& options) {
  const TallyOptions& said = options.tally;
  if (!options.item.empty() || options.candidates || said.items_per_unit || said.by_nature ||
      said.clip || said.decimals || options.show_items || !said.value) {
    throw UsageError{
        "for the rows of quantile give --value, --lower and --upper, and nothing of items"};
  }
  ColumnOptions columns;
  columns.files = options.files;
  columns.threads = options.threads;
  columns.unit = options.unit;
  columns.value = *said.value;
  columns.delimiter = options.delimiter;
  columns.group = said.group;
  columns.groups = said.groups;
  columns.groups_column = said.groups_column;
  columns.groups_per_unit = said.groups_per_unit;
  columns.require_sound({});
  options.quantiles.require_limit_fits(said.groups_per_unit);
  const ValueGrid grid = options.quantiles.grid();
  const PerUnit rule = options.quantiles.rule();
  const ValueReader reader{grid, rule};
  ResultFile file{std::nullopt};
  const ColumnTerms terms{grid.grid(), rule, columns.read_groups("check"),
                          said.groups_per_unit.value_or(1)};
  QuantileColumns counted{terms};
  {
    ProgressBar bar = reading(options);
    columns.read_rows("check", reader, [&](double part) { bar.update(part); }, counted);
  }
  static_cast<void>(counted.finish());
  file.write(options.json ? columns_as_json(counted.facts(), terms)
                          : columns_as_text(counted.facts(), terms));
}

void run_check(const CheckOptions& options) {
  if (options.quantiles.any()) {
    run_column_check(options);
    return;
  }
  if (options.item.empty()) {
    throw UsageError{"--item must be said, or --value with --lower and --upper"};
  }
  options.tally.require_sound(options, {});
  ResultFile file{std::nullopt};
  const Outside outside = options.show_items ? Outside::kept : Outside::counted;
  TallyTerms terms = options.tally.terms(options.tally.read_groups("check"));
  if (options.candidates) {
    terms.candidates = options.read_candidates("check");
  }
  RowCheck check{terms.candidates.value_or(std::vector<std::string>{}), outside};
  Tally tally{std::move(terms)};
  {
    ProgressBar bar = reading(options);
    options.tally.read_rows(
        options, "check", [&](double part) { bar.update(part); },
        [&](const TallyRow& row) {
          check.add(row.unit, row.item);
          tally.add(row);
        });
  }
  const Findings found{check.facts(),         outside,
                       check.outside_items(), options.candidates.has_value(),
                       options.tally,         tally.finish().facts()};
  file.write(options.json ? as_json(found) : as_text(found));
}

}  // namespace

void add_check(App program, Run& run) {
  auto options = std::make_shared<CheckOptions>();
  const App app = program.add_subcommand(
      "check",
      "for the owner of the data only: how far rows and candidates, or values and bounds, fit "
      "together; NOT PRIVATE");
  app.footer(
      "Examples:\n"
      "  discreet check visits.csv --unit patient --item diagnosis --candidates codes.txt\n"
      "  discreet check incomes.csv --unit person --value income --lower 0 --upper 1000000\n");
  options->add(app, Candidates::optional);
  app.option("--item").required(false);
  options->tally.add(app);
  options->quantiles.add_grid(app);
  app.add_flag("--show-items", options->show_items,
               "also the 20 most frequent items that are no candidates");
  app.add_flag("--json", options->json, "the same facts as JSON");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.callback([options, &run] {
    run = [options] {
      options->find_files();
      run_check(*options);
    };
  });
}

}  // namespace discreet::cli

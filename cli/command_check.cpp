#include <algorithm>
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "distinct_inputs.hpp"
#include "json.hpp"
#include "printable.hpp"
#include "progress_bar.hpp"
#include "result_file.hpp"
#include "row_check.hpp"
#include "row_options.hpp"
#include "tally.hpp"
#include "tally_options.hpp"

namespace discreet::cli {
namespace {

constexpr const char* notice = "NOT PRIVATE: for the owner of the data only";
constexpr std::size_t most_items = 20;

struct CheckOptions : RowOptions {
  TallyOptions tally;
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

// Never 100 unless all are.
std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) {
    return "none";
  }
  const double share = 1000 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{} ({:.1f} %)", part,
                     part == whole ? 100.0 : std::min(std::floor(share) / 10, 99.9));
}

// The names of facts are so wide.
std::string fact(std::string_view name, const std::string& number) {
  return fmt::format("{:<28}{}\n", name, number);
}

std::string tally_as_text(const Findings& found) {
  const TallyFacts& tally = found.tally;
  std::string out;
  if (found.asked.group) {
    out += fact("rows outside the groups", percent(tally.rows_outside_groups, tally.rows));
    out += fact("units in too many groups", percent(tally.units_above_groups, tally.units));
  }
  if (found.asked.items_per_unit) {
    out += fact("units with too many items", percent(tally.units_above_items, tally.units));
  }
  if (found.asked.value) {
    out += fact("sums of a unit for an item", std::to_string(tally.sums));
    out += fact("  clipped", percent(tally.sums_clipped, tally.sums));
  }
  return out;
}

std::string as_text(const Findings& found) {
  const RowFacts& facts = found.facts;
  std::string out = fmt::format("{}\n", notice);
  out += fact("rows", std::to_string(facts.rows));
  if (found.listed) {
    out += fact("  whose item is a candidate", percent(facts.matching_rows, facts.rows));
    out += fact("  but for case or blanks", percent(facts.nearly_matching_rows, facts.rows));
  }
  out += fact("units", std::to_string(facts.units));
  if (found.listed) {
    out += fact("  with such a row", percent(facts.matching_units, facts.units));
    out += fact("candidates", std::to_string(facts.candidates));
    out += fact("  never seen", percent(facts.candidates_never_seen, facts.candidates));
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
  json.open('{').name("notice").text(notice).name("schema").text("discreet.check/2");
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

void run_check(const CheckOptions& options) {
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
    ProgressBar bar{"reading",
                    options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
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

void add_check(CLI::App& program, Run& run) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App& app = *program.add_subcommand(
      "check",
      "for the owner of the data only: how far rows and candidates fit together; NOT PRIVATE");
  app.footer(
      "Example:\n"
      "  discreet check visits.csv --unit patient --item diagnosis --candidates codes.txt\n");
  options->add(app, Candidates::optional);
  options->tally.add(app);
  app.add_flag("--show-items", options->show_items,
               "also the 20 most frequent items that are no candidates");
  app.add_flag("--json", options->json, "the same facts as JSON");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.callback([options, &run] { run = [options] { run_check(*options); }; });
}

}  // namespace discreet::cli

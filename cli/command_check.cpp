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

namespace discreet::cli {
namespace {

constexpr const char* notice = "NOT PRIVATE: for the owner of the data only";
constexpr std::size_t most_items = 20;

struct CheckOptions : RowOptions {
  bool show_items = false;
  bool json = false;
  bool quiet = false;
};

struct Findings {
  RowFacts facts;
  Outside outside = Outside::counted;
  std::vector<OutsideItem> items;  // that are no candidates, where they are kept
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

std::string as_text(const Findings& found) {
  const RowFacts& facts = found.facts;
  std::string out = fmt::format(
      "{}\n"
      "rows                        {}\n"
      "  whose item is a candidate {}\n"
      "  but for case or blanks    {}\n"
      "units                       {}\n"
      "  with such a row           {}\n"
      "candidates                  {}\n"
      "  never seen                {}\n",
      notice, facts.rows, percent(facts.matching_rows, facts.rows),
      percent(facts.nearly_matching_rows, facts.rows), facts.units,
      percent(facts.matching_units, facts.units), facts.candidates,
      percent(facts.candidates_never_seen, facts.candidates));
  if (found.outside == Outside::kept) {
    out += fmt::format("items that are no candidates {}\n", found.items.size());
    for (std::size_t i = 0; i < shown_items(found); ++i) {
      out +=
          fmt::format("  {:>12} rows  {}\n", found.items[i].rows, printable(found.items[i].item));
    }
  }
  return out;
}

std::string as_json(const Findings& found) {
  const RowFacts& facts = found.facts;
  Json json;
  json.open('{').name("notice").text(notice).name("schema").text("discreet.check/2");
  json.name("rows").number(facts.rows).name("matching_rows").number(facts.matching_rows);
  json.name("matching_share");
  if (facts.rows == 0) {
    json.null();
  } else {
    json.number(static_cast<double>(facts.matching_rows) / static_cast<double>(facts.rows));
  }
  json.name("nearly_matching_rows").number(facts.nearly_matching_rows);
  json.name("units").number(facts.units).name("matching_units").number(facts.matching_units);
  json.name("candidates").number(facts.candidates);
  json.name("candidates_never_seen").number(facts.candidates_never_seen).name("outside_items");
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
  options.require_distinct({});
  ResultFile file{std::nullopt};
  const Outside outside = options.show_items ? Outside::kept : Outside::counted;
  RowCheck check{options.read_candidates("check"), outside};
  {
    ProgressBar bar{"reading",
                    options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
    options.read_rows(
        "check", [&](double part) { bar.update(part); },
        [&](std::string_view unit, std::string_view item) { check.add(unit, item); });
  }
  const Findings found{check.facts(), outside, check.outside_items()};
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
  options->add(app);
  app.add_flag("--show-items", options->show_items,
               "also the 20 most frequent items that are no candidates");
  app.add_flag("--json", options->json, "the same facts as JSON");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.callback([options, &run] { run = [options] { run_check(*options); }; });
}

}  // namespace discreet::cli

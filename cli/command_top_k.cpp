#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "byte_source.hpp"
#include "commands.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "distinct_inputs.hpp"
#include "input_error.hpp"
#include "pair_counter.hpp"
#include "progress_bar.hpp"
#include "read_candidates.hpp"
#include "release.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

struct TopKOptions {
  std::string file;
  std::string unit;
  std::string item;
  std::string candidates;
  std::optional<std::string> neighbors;
  std::optional<std::string> delimiter;
  std::uint64_t k = 0;
  bool min = false;
  PrivacyOptions privacy;
  ChargeOptions charge;
  OutputOptions output;
};

// Says which file a refusal is about.
template <class Action>
auto reading(const std::string& path, Action action) {
  try {
    return action();
  } catch (const InputError& error) {
    throw InputError{fmt::format("{}: {}", path == "-" ? "standard input" : path, error.what())};
  }
}

Neighbors neighbors_of(const TopKOptions& options, const std::optional<Dataset>& dataset) {
  if (dataset && dataset->unit != options.unit) {
    throw UsageError{
        fmt::format("--unit must be the dataset's unit of privacy, '{}'", dataset->unit)};
  }
  return chosen_neighbors(options.neighbors, dataset);
}

std::vector<std::int64_t> count(const TopKOptions& options,
                                const std::vector<std::string>& candidates) {
  return reading(options.file, [&] {
    ByteSource source{options.file};
    ProgressBar bar{"reading", options.output.quiet ? ProgressBar::Show::never
                                                    : ProgressBar::Show::on_a_terminal};
    const auto next = [&] {
      if (source.size() > 0) {
        bar.update(static_cast<double>(source.done()) / static_cast<double>(source.size()));
      }
      return source.next();
    };
    TableReader table{
        next, separator_of(options.file, options.delimiter), {options.unit, options.item}};
    PairCounter counter{candidates};
    while (table.next()) {
      if (table[0].empty()) {
        throw InputError{table.line(), "the unit must not be empty"};
      }
      counter.add(table[0], table[1]);
    }
    return counter.counts();
  });
}

void run_top_k(const TopKOptions& options) {
  require_distinct_columns({{"--unit", options.unit}, {"--item", options.item}});
  require_distinct_files({{"the rows", options.file},
                          {"--candidates", options.candidates},
                          {"--ledger", options.charge.ledger},
                          {"--witness", options.charge.witness}});
  Releaser releaser{
      options.privacy, options.charge, options.output, {options.file, options.candidates}};
  const Neighbors neighbors = neighbors_of(options, releaser.dataset());
  const auto candidates = reading(options.candidates, [&] {
    ByteSource source{options.candidates};
    return read_candidates([&] { return source.next(); });
  });
  if (options.k > candidates.size()) {
    throw InputError{
        fmt::format("{}: k must not be above the number of candidates", options.candidates)};
  }
  ReleaseTerms terms{"top-k",
                     counting_task(options.k, neighbors, candidates.size()),
                     options.min ? Optimize::min : Optimize::max,
                     options.unit,
                     neighbors,
                     fmt::format("Each {} counts once for each {}. ", options.unit, options.item)};
  releaser.prepare(terms);
  const std::vector<std::int64_t> counts = count(options, candidates);
  releaser.finish(
      [&](const ReleasePlan& plan) {
        return noisy_top_k(
            counts, plan.scale, options.k, terms.optimize,
            plan.law == Law::exponential ? Draw::with_replacement : Draw::without_replacement);
      },
      [&](std::size_t i) -> const std::string& { return candidates[i]; });
}

}  // namespace

void add_top_k(CLI::App& program, Run& run) {
  auto options = std::make_shared<TopKOptions>();
  CLI::App& app =
      *program.add_subcommand("top-k", "the items that most units have, from a table of rows");
  app.footer(
      "Example:\n"
      "  discreet top-k visits.csv --unit patient --item diagnosis --candidates codes.txt \\\n"
      "      -k 10 --epsilon 1 --ledger hospital.ledger --dataset visits-2026\n");
  app.add_option("file", options->file, "CSV or TSV with a header; - is standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("--unit", options->unit, "the column that says whose row it is")->required();
  app.add_option("--item", options->item, "the column that is counted")->required();
  app.add_option("--candidates", options->candidates, "the public list of items, one on each line")
      ->required()
      ->type_name("FILE");
  app.add_option("-k", options->k, "how many items to release")->required()->check(whole_number());
  app.add_flag("--min", options->min, "the items that fewest units have");
  app.add_option("--neighbors", options->neighbors, "add-remove (the default) or replace")
      ->check(CLI::IsMember({"add-remove", "replace"}));
  app.add_option(
      "--delimiter", options->delimiter,
      "what separates fields: one character, or tab; by default a tab for .tsv, else a comma");
  options->privacy.add_amounts(app);
  options->privacy.add_scale(app);
  options->privacy.add_pay(app);
  options->charge.add(app);
  options->output.add(app);
  app.callback([options, &run] { run = [options] { run_top_k(*options); }; });
}

}  // namespace discreet::cli
